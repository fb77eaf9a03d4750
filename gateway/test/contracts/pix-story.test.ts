import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { accountConnections } from '../../src/core/connectors/account-connections.ts'
import type { CallContext, Connector, ConnectorAccount, Order } from '../../src/core/connectors/connector.ts'
import { readBrCode } from '../../src/core/identifiers/br/br-code.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { formatAmount } from '../../src/core/values/money.ts'
import type { Outcome } from '../../src/core/values/outcome.ts'
import { pixApi } from '../../src/extras/pix-api/connector.ts'
import { webhookSecret } from '../../src/extras/pix-api/credentials.ts'
import { issueCertificate } from '../support/certificates.ts'
import { accountValues, type CheckedPsp, checkedPsp, otherKey, pixKey } from './checked-psp.ts'
import type { Json } from './description.ts'
import { descriptionNames, needing } from './descriptions-folder.ts'
import { endToEndId } from './pix-messages.ts'

describe('the Pix API, held against its published description', needing(descriptionNames.pix), () => {
  const cleanup: (() => Promise<void>)[] = []
  let checked: CheckedPsp
  let connector: Connector
  let context: CallContext
  const connections = accountConnections({ allowCidrs: ['127.0.0.0/8'] })
  const accountWith = (id: string, certificate = checked.client): ConnectorAccount => ({
    id,
    connector: 'pix-api',
    environment: 'test',
    credentials: JSON.stringify(accountValues(checked, certificate)),
  })

  before(async () => {
    checked = await checkedPsp({ after: (close) => void cleanup.unshift(close) })
    // Nothing leaves this machine; tests read what it would have pushed.
    await control('PUT', '/pushes', { hold: true })
    await control('PUT', '/refunds', { hold: true })
    connector = pixApi(connections)
    context = { account: accountWith(randomUUID()), timeoutMs: 30_000, notifyUrl: 'https://gw.example/n' }
  })
  after(async () => {
    await connections.close()
    for (const close of cleanup) await close()
  })

  const control = async (method: string, path: string, body?: Json) => {
    const answer = await checked.psp.control(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const fault = async (kind: string, call: string) =>
    await control('POST', '/faults', { kind, call: call.replace(' ', ' /api/v2') })
  /** What the provider's own book says. */
  const records = async (txid?: string) =>
    (await control('GET', `/records${txid ? `?txid=${txid}` : ''}`))['charges'] as Json[]
  /** A payer pays the charge: `amount` may be another one, and it may have been paid. Returns the payment. */
  const pay = async (txid: string, amount = '100.00', info?: string) =>
    await control('POST', '/pay', { txid, amount, even_if: ['amount', 'paid'], ...(info && { info }) })

  const order = (change: Partial<Order> = {}): Order => ({
    ...{
      transactionId: uuidV7(new Date()),
      pointId: randomUUID(),
      environment: 'test',
      payType: 'payin',
      serviceCode: 'PIX_BR',
    },
    ...{
      kind: 'qr',
      country: 'BR',
      currency: 'BRL',
      amountMinor: 10_000n,
      sequence: 1n,
      executeBefore: null,
      instructions: {},
    },
    ...{ expiresAt: new Date(Date.now() + 3_600_000), details: { payer_doc_id: '12345678909' } },
    ...change,
  })
  const keyOf = ({ transactionId }: Order) => connector.keyFor(transactionId, 1)
  const charged = async (wanted = order()) => ({
    wanted,
    key: keyOf(wanted),
    outcome: await connector.submit(wanted, keyOf(wanted), context),
  })
  const inquire = async (key: string) => await connector.inquire(key, context)
  const codeOf = (outcome: Outcome) => (outcome.kind === 'pending' ? outcome.instructions?.pixBrCode : undefined)
  const readCode = (outcome: Outcome) => {
    const code = readBrCode(codeOf(outcome) ?? '')
    return code.ok ? code : assert.fail('a Pix code')
  }
  /** The last answer of the PSP. */
  const answered = () => JSON.parse(checked.server.exchanges.at(-1)?.answer?.body ?? '') as Json
  const refund = async (wanted: Order, key: string, amountMinor: bigint) =>
    (await connector.refund?.(wanted, { key, amountMinor, executeBefore: null }, context)) ?? assert.fail()

  it('is tried by a call that changes nothing', async () => {
    const trial = await connector.setUp?.try(context.account, { timeoutMs: 30_000, now: new Date() })
    assert.deepEqual(trial, { kind: 'works', said: 'GET /pix: 200. The Pix key has no webhook yet.' })
    const stranger = accountWith(randomUUID(), await issueCertificate(undefined, { use: 'client' }))
    assert.equal(
      (await connector.setUp?.try(stranger, { timeoutMs: 30_000, now: new Date() }))?.kind,
      'fails',
      'a certificate that the PSP does not know',
    )
  })

  it('makes one charge for an order, however often it is sent, with a code to pay it', async () => {
    const { wanted, key, outcome } = await charged()
    assert.equal(codeOf(outcome), answered()['pixCopiaECola'])
    assert.equal(readCode(outcome).merchantName, 'Loja Sao Joao', 'the code of the PSP')
    assert.deepEqual(await connector.submit(wanted, key, context), outcome)
    assert.deepEqual(
      (await records()).map(({ txid, kind, status }) => [txid, kind, status]),
      [[key, 'cob', 'ATIVA']],
    )
    assert.equal((await inquire(key)).kind, 'pending')
    assert.equal((await inquire(keyOf(order()))).kind, 'not_found')
  })

  it('writes the code from the address where the PSP gives none, and tells nothing without both', async () => {
    await fault('no_copia_e_cola', 'PUT /cob/')
    const { outcome } = await charged()
    const { location, pixCopiaECola } = answered()
    const { kind, url, merchantName } = readCode(outcome)
    assert.deepEqual([pixCopiaECola, kind, url, merchantName], [undefined, 'dynamic', location, 'Loja do Jose'])
    await fault('no_code', 'PUT /cob/')
    const none = await charged()
    assert.deepEqual(none.outcome, { kind: 'pending' })
    const later = await connector.submit(none.wanted, none.key, context)
    assert.equal(codeOf(later), answered()['pixCopiaECola'], 'sent again, it is the same charge with its code')
    assert.equal((await records(none.key)).length, 1)
  })

  it('finds a charge whose answer was lost, and makes no second one', async () => {
    await fault('lose_answer', 'PUT /cob/')
    const { wanted, key, outcome } = await charged()
    assert.equal(outcome.kind, 'unknown')
    assert.equal((await inquire(key)).kind, 'pending')
    assert.ok(codeOf(await connector.submit(wanted, key, context)))
    assert.equal((await records(key)).length, 1)
  })

  it('takes an answer about another charge for none', async () => {
    const { wanted, key } = await charged()
    await pay(key)
    await fault('another_txid', 'GET /cob/')
    assert.deepEqual(await inquire(key), { kind: 'unknown', why: 'unreadable' })
    await fault('another_txid', 'GET /cob/')
    assert.deepEqual(await refund(wanted, 'refund0', 100n), { kind: 'not_sent', why: 'unavailable' })
    const next = order()
    await fault('another_txid', 'PUT /cob/')
    assert.deepEqual((await charged(next)).outcome, { kind: 'unknown', why: 'unreadable' })
    assert.ok(codeOf((await charged(next)).outcome))
  })

  it('makes a due charge where the order ends with a day and names its payer', async () => {
    const due = order({
      expiresAt: new Date(`${new Date().getUTCFullYear() + 1}-01-31T23:59:59.999Z`),
      details: { payer_doc_id: '12ABC34501DE35', payer_name: 'Empresa' },
    })
    const { key, outcome } = await charged(due)
    assert.equal(outcome.kind, 'pending')
    assert.equal((await records(key))[0]?.['kind'], 'cobv')
    assert.equal((await inquire(key)).kind, 'pending')
    assert.equal(await connector.cancel?.(key, context), 'cancelled')
  })

  it('credits what was paid: 110 of 100, and two payments of one charge', async () => {
    const [over, twice] = [await charged(), await charged()]
    await pay(over.key, '110.00')
    await pay(twice.key)
    await pay(twice.key)
    const money = async (key: string) => {
      const outcome = await inquire(key)
      return outcome.kind === 'completed' && outcome.creditedMinor
    }
    assert.deepEqual([await money(over.key), await money(twice.key)], [11_000n, 20_000n])
    const missing = await connector.inquireRefund?.('refund9', context, twice.wanted.transactionId)
    assert.equal(missing?.kind, 'unknown', 'sent again it could be of the other payment')
    const again = await connector.submit(over.wanted, over.key, context)
    assert.equal(again.kind, 'completed', 'a charge that is sent again after it was paid')
  })

  it('cancels a charge that nobody paid, and says so where a payer was faster', async () => {
    const [unpaid, paid] = [await charged(), await charged()]
    assert.equal(await connector.cancel?.(unpaid.key, context), 'cancelled')
    assert.equal(await connector.cancel?.(unpaid.key, context), 'cancelled', 'also where the answer was lost')
    assert.deepEqual(await inquire(unpaid.key), { kind: 'rejected', reason: 'cancelled' })
    await pay(paid.key)
    assert.equal(await connector.cancel?.(paid.key, context), 'too_late')
    assert.equal(await connector.cancel?.(keyOf(order()), context), 'not_found')
  })

  it('refunds once for a key, and no more than is left of a payment', async () => {
    const { wanted, key } = await charged()
    const { endToEndId: end_to_end_id } = await pay(key)
    assert.equal((await refund(wanted, 'refund1', 7_500n)).kind, 'pending')
    assert.equal(
      (await refund(wanted, 'refund1', 7_500n)).kind,
      'pending',
      'an id that was used is asked about, not sent',
    )
    assert.equal((await refund(wanted, 'refund2', 2_501n)).kind, 'rejected')
    const sent = checked.server.exchanges.filter(({ request: { method, path } }) =>
      `${method} ${path}`.startsWith(`PUT /pix/${end_to_end_id}/`),
    )
    assert.equal(sent.length, 1)
    await control('POST', '/settle', { end_to_end_id, id: 'refund1', status: 'DEVOLVIDO' })
    const found = await connector.inquireRefund?.('refund1', context, wanted.transactionId)
    assert.deepEqual(found, { kind: 'completed', creditedMinor: 7_500n, currency: 'BRL' })
    assert.equal((await connector.inquireRefund?.('refund9', context, wanted.transactionId))?.kind, 'not_found')
    const listed = await inquire(key)
    assert.deepEqual(listed.kind === 'reversed' && listed.reversals, [
      { id: 'refund1', amountMinor: 7_500n, isDone: true },
    ])
    const [{ returned, returns } = {}] = await records(key)
    assert.deepEqual([returned, returns], ['75.00', 1])
  })

  it('tells money that went back without our asking', async () => {
    const { key } = await charged()
    await control('POST', '/take-back', { end_to_end_id: (await pay(key))['endToEndId'] })
    const outcome = await inquire(key)
    assert.ok(outcome.kind === 'reversed')
    assert.deepEqual(
      [outcome.amountMinor, outcome.creditedMinor, outcome.detail?.code],
      [10_000n, 10_000n, 'MED_FRAUDE'],
    )
  })

  const readPush = (path: string, pix: unknown) =>
    connector.readNotifications?.(
      { body: Buffer.from(JSON.stringify({ pix })), headers: {}, path },
      context.account,
      new Date(),
    )

  it('believes nothing of a push: it asks about what the push names, and only where the address holds its secret', async () => {
    const { key } = await charged()
    const right = `/${webhookSecret(context.account)}/pix`
    const forged = { endToEndId, txid: key, valor: '100.00', horario: '2026-11-30T10:05:00Z', chave: 'somebody-else' }
    const noCharge = { endToEndId: endToEndId.replace('f12345', 'f00009') }
    const events = readPush(right, [forged, noCharge, { endToEndId: 'no id' }])
    const asked = events?.events.map(({ key: about, outcome }) => [about, outcome])
    const wanted = [key, noCharge.endToEndId]
    assert.deepEqual(
      asked,
      wanted.map((each) => [each, undefined]),
    )
    assert.equal(events?.dropped, 1)
    const ofStaticCode = readPush(right, [{ ...forged, txid: 'LOJA1' }])
    assert.equal(ofStaticCode?.events[0]?.key, endToEndId, 'a txid that no charge has')
    assert.equal(readPush(`/${'0'.repeat(64)}/pix`, [forged]), undefined)
    assert.equal(readPush('/pix', [forged]), undefined)
    assert.equal((await inquire(key)).kind, 'pending', 'what the PSP knows of the charge counts')
  })

  it('tells money that came for no order as what the PSP knows of it', async () => {
    const { key } = await charged()
    const paid = await pay(key, '12.34', 'almoço')
    const alone = await control('POST', '/pay', { chave: pixKey, amount: '5.00' })
    const [id, at] = [String(paid['endToEndId']), new Date(String(paid['horario']))]
    const money = { providerId: id, amountMinor: 1_234n, currency: 'BRL', at, reference: 'almoço' }
    const incoming = async (asked: unknown) => await connector.inquireIncoming?.(String(asked), context)
    for (const asked of [id, key]) assert.deepEqual(await incoming(asked), { kind: 'incoming', money })
    const ofNobody = await incoming(alone['endToEndId'])
    assert.equal(ofNobody?.kind === 'incoming' && ofNobody.money.amountMinor, 500n)
    const another = await control('POST', '/pay', { chave: otherKey, amount: '7.00' })
    assert.deepEqual(await incoming(another['endToEndId']), { kind: 'not_found' }, 'money of another customer')
    assert.deepEqual(await incoming(endToEndId), { kind: 'not_found' })
  })

  it('lists what it received as its own book says, charge by charge, and all of one charge', async () => {
    const source = connector.providerRecords ?? assert.fail()
    const asked = { ...context, now: new Date() }
    const end = (await source.end(asked)) ?? assert.fail()
    const page = (await source.read(end - 3_600_000, asked)) ?? assert.fail()
    const sums = page.records.map(({ key, executions, executedMinor, reversals = [] }) => {
      const back = reversals.filter(({ isDone }) => isDone).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      return [key, executions, formatAmount(executedMinor, 'BRL'), formatAmount(back, 'BRL')]
    })
    const paid = (await records()).filter(({ payments }) => payments !== 0)
    const book = paid.map(({ txid, payments, received, returned }) => [txid, payments, received, returned])
    const { without_txid } = await control('GET', '/records')
    const alone = (without_txid as Json[]).filter(({ chave }) => chave === pixKey)
    assert.deepEqual(
      new Set(sums),
      new Set([...book, ...alone.map(({ endToEndId: id, valor }) => [id, 1, valor, '0.00'])]),
    )
    assert.ok(book.length > 5 && alone.length > 0 && page.nextAfter === end)
    const [twice = ''] = paid.filter(({ payments }) => payments === 2).map(({ txid }) => String(txid))
    const whole = await source.byReceipt?.find(twice, asked)
    assert.ok(typeof whole === 'object')
    assert.deepEqual([whole.orderedMinor, whole.executedMinor, whole.executions], [10_000n, 20_000n, 2])
    assert.equal(await source.byReceipt?.find(keyOf(order()), asked), 'not_found')
  })

  it('has its pushes sent to an address that only the PSP knows, and says what is wrong', async () => {
    assert.deepEqual(await connector.checkAccount?.(context), [])
    assert.equal(answered()['webhookUrl'], `https://gw.example/n/${webhookSecret(context.account)}`)
    const { key } = await charged()
    await pay(key)
    const [push] = (await control('GET', '/pushes'))['pushes'] as { pix: Json[] }[]
    checked.server.checkCallback('listaPix', { pix: push?.pix })
    const read = readPush(`/${webhookSecret(context.account)}/pix`, push?.pix)
    assert.deepEqual([read?.events.map((event) => event.key), read?.dropped], [[key], 0])
    const [said] = (await connector.checkAccount?.({ ...context, notifyUrl: 'http://127.0.0.1/n' })) ?? []
    assert.match(said ?? '', /no public https address/)
  })

  it('gets another token where the PSP ends one before its time, for all calls together', async () => {
    const { key } = await charged()
    const tokens = () => checked.server.exchanges.filter(({ request: { path } }) => path === '/oauth/token').length
    const before = tokens()
    await control('POST', '/tokens/expire')
    const answers = await Promise.all([inquire(key), inquire(key), inquire(key)])
    assert.deepEqual(new Set(answers.map(({ kind }) => kind)), new Set(['pending']))
    assert.equal(tokens(), before + 1)
  })

  it('takes another certificate while calls are under way', async () => {
    const next = accountWith(context.account.id, await issueCertificate(checked.authority, { use: 'client' }))
    const { key } = await charged()
    const calls = Array.from({ length: 20 }, async (_, at) => {
      const account = at < 10 ? context.account : next
      return (await connector.inquire(key, { ...context, account })).kind
    })
    assert.deepEqual(new Set(await Promise.all(calls)), new Set(['pending']))
  })

  it('kept the contract in every request, and so did every answer', (t) => {
    const { faults, exchanges } = checked.server
    assert.deepEqual(faults, [])
    t.diagnostic(
      `${exchanges.filter(({ operation }) => operation !== undefined).length} requests and answers validated`,
    )
    assert.ok(exchanges.length > 40)
  })
})
