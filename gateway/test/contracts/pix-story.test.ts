import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { accountConnections } from '../../src/core/connectors/account-connections.ts'
import type { CallContext, Connector, ConnectorAccount, Order } from '../../src/core/connectors/connector.ts'
import { readBrCode } from '../../src/core/identifiers/br/br-code.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import type { Outcome } from '../../src/core/values/outcome.ts'
import { pixApi } from '../../src/extras/pix-api/connector.ts'
import { webhookSecret } from '../../src/extras/pix-api/credentials.ts'
import { type Certificate, issueCertificate, testAuthority } from '../support/certificates.ts'
import { type ContractServer, contractServer } from './contract-server.ts'
import { type Json, readDescription } from './description.ts'
import { descriptionFile, descriptionNames, needing } from './descriptions-folder.ts'
import { devolucao, FewLinesPsp } from './few-lines-psp.ts'
import { endToEndId } from './pix-messages.ts'
import { pixPatches } from './pix-patches.ts'

const pixKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'

describe('the Pix API, held against its published description', needing(descriptionNames.pix), () => {
  const psp = new FewLinesPsp()
  const cleanup: (() => Promise<void>)[] = []
  let server: ContractServer
  let connector: Connector
  let context: CallContext
  let authority: Certificate
  const connections = accountConnections({ allowCidrs: ['127.0.0.0/8'] })
  const client = async () => await issueCertificate(authority, { use: 'client' })
  const accountWith = async (
    id: string,
    { cert: certificate, key: private_key }: Certificate,
  ): Promise<ConnectorAccount> => {
    const { origin } = new URL(server.url)
    const address = { psp: 'other', base_address: server.url, token_address: `${origin}/oauth/token` }
    const client = { client_id: 'c', client_secret: 's', certificate, private_key, ca: authority.cert }
    const values = { ...address, ...client, pix_key: pixKey, holder: 'Loja do José' }
    return await Promise.resolve({ id, connector: 'pix-api', environment: 'test', credentials: JSON.stringify(values) })
  }

  before(async () => {
    authority = await testAuthority()
    const description = readDescription(descriptionFile(descriptionNames.pix) ?? '', pixPatches)
    const tls = { ...(await issueCertificate(authority)), ca: authority.cert }
    server = await contractServer(
      { after: (close) => void cleanup.push(close) },
      { description, tls, answer: (request) => psp.answer(request), besides: ['/oauth'] },
    )
    connector = pixApi(connections)
    context = {
      account: await accountWith(randomUUID(), await client()),
      timeoutMs: 5_000,
      notifyUrl: 'https://gw.example/n',
    }
  })
  after(async () => {
    await connections.close()
    for (const close of cleanup) await close()
  })

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
  const refund = async (wanted: Order, key: string, amountMinor: bigint) =>
    (await connector.refund?.(wanted, { key, amountMinor, executeBefore: null }, context)) ?? assert.fail()

  it('is tried by a call that changes nothing', async () => {
    const trial = await connector.setUp?.try(context.account, { timeoutMs: 5_000, now: new Date() })
    assert.deepEqual(trial, { kind: 'works', said: 'GET /pix: 200. The Pix key has no webhook yet.' })
    const stranger = await accountWith(randomUUID(), await issueCertificate(undefined, { use: 'client' }))
    assert.equal(
      (await connector.setUp?.try(stranger, { timeoutMs: 5_000, now: new Date() }))?.kind,
      'fails',
      'a certificate that the PSP does not know',
    )
  })

  it('makes one charge for an order, however often it is sent, with a code to pay it', async () => {
    const { wanted, key, outcome } = await charged()
    assert.equal(codeOf(outcome), '00020101021226')
    assert.deepEqual(await connector.submit(wanted, key, context), outcome)
    assert.equal(psp.charges.size, 1)
    assert.equal((await inquire(key)).kind, 'pending')
    assert.equal((await inquire(keyOf(order()))).kind, 'not_found')
  })

  it('writes the code from the address where the PSP gives none, and tells nothing without both', async () => {
    psp.without = ['pixCopiaECola']
    const { key, outcome } = await charged()
    const code = readBrCode(codeOf(outcome) ?? '')
    assert.ok(code.ok)
    assert.deepEqual(
      [code.kind, code.url, code.merchantName],
      ['dynamic', `pix.example.com/qr/v2/${key}`, 'Loja do Jose'],
    )
    psp.without = ['pixCopiaECola', 'location']
    assert.equal(codeOf((await charged()).outcome), undefined)
    psp.without = []
  })

  it('makes a due charge where the order ends with a day and names its payer', async () => {
    const due = order({
      expiresAt: new Date('2027-01-31T23:59:59.999Z'),
      details: { payer_doc_id: '12ABC34501DE35', payer_name: 'Empresa' },
    })
    const { key, outcome } = await charged(due)
    assert.equal(outcome.kind, 'pending')
    assert.ok(psp.charges.has(`cobv/${key}`))
    assert.equal((await inquire(key)).kind, 'pending')
    assert.equal(await connector.cancel?.(key, context), 'cancelled')
  })

  it('credits what was paid: 110 of 100, and two payments of one charge', async () => {
    const [over, twice] = [await charged(), await charged()]
    psp.pay(over.key, { endToEndId, valor: '110.00' })
    psp.pay(
      twice.key,
      { endToEndId: endToEndId.replace('f12345', 'f00001'), valor: '100.00' },
      { endToEndId: endToEndId.replace('f12345', 'f00002'), valor: '100.00' },
    )
    const money = async (key: string) => {
      const outcome = await inquire(key)
      return outcome.kind === 'completed' && outcome.creditedMinor
    }
    assert.deepEqual([await money(over.key), await money(twice.key)], [11_000n, 20_000n])
    const again = await connector.submit(over.wanted, over.key, context)
    assert.equal(again.kind, 'completed', 'a charge that is sent again after it was paid')
  })

  it('cancels a charge that nobody paid, and says so where a payer was faster', async () => {
    const [unpaid, paid] = [await charged(), await charged()]
    assert.equal(await connector.cancel?.(unpaid.key, context), 'cancelled')
    assert.equal(await connector.cancel?.(unpaid.key, context), 'cancelled', 'also where the answer was lost')
    assert.deepEqual(await inquire(unpaid.key), { kind: 'rejected', reason: 'cancelled' })
    psp.pay(paid.key, { endToEndId, valor: '100.00' })
    assert.equal(await connector.cancel?.(paid.key, context), 'too_late')
    assert.equal(await connector.cancel?.(keyOf(order()), context), 'not_found')
  })

  it('refunds once for a key, and no more than is left of a payment', async () => {
    const { wanted, key } = await charged()
    psp.pay(key, { endToEndId: endToEndId.replace('f12345', 'f00003'), valor: '100.00' })
    assert.equal((await refund(wanted, 'refund1', 7_500n)).kind, 'pending')
    assert.equal(
      (await refund(wanted, 'refund1', 7_500n)).kind,
      'pending',
      'an id that was used is asked about, not sent',
    )
    assert.equal((await refund(wanted, 'refund2', 2_501n)).kind, 'rejected')
    const [payment] = psp.charges.get(`cob/${key}`)?.pix ?? []
    const [made, ...more] = (payment?.['devolucoes'] ?? []) as Json[]
    assert.equal(more.length, 0)
    Object.assign(made ?? {}, { status: 'DEVOLVIDO' })
    const found = await connector.inquireRefund?.('refund1', context, wanted.transactionId)
    assert.deepEqual(found, { kind: 'completed', creditedMinor: 7_500n, currency: 'BRL' })
    assert.equal((await connector.inquireRefund?.('refund9', context, wanted.transactionId))?.kind, 'not_found')
    const listed = await inquire(key)
    assert.deepEqual(listed.kind === 'reversed' && listed.reversals, [
      { id: 'refund1', amountMinor: 7_500n, isDone: true },
    ])
  })

  it('tells money that went back without our asking', async () => {
    const { key } = await charged()
    const back = devolucao('med1', { valor: '100.00', natureza: 'MED_FRAUDE' })
    psp.pay(key, { endToEndId: endToEndId.replace('f12345', 'f00004'), valor: '100.00', devolucoes: [back] })
    const outcome = await inquire(key)
    assert.ok(outcome.kind === 'reversed')
    assert.deepEqual(
      [outcome.amountMinor, outcome.creditedMinor, outcome.detail?.code],
      [10_000n, 10_000n, 'MED_FRAUDE'],
    )
  })

  it('believes nothing of a push: it asks about what the push names, and only where the address holds its secret', async () => {
    const { key } = await charged()
    const read = (path: string, pix: readonly Json[]) =>
      connector.readNotifications?.(
        { body: Buffer.from(JSON.stringify({ pix })), headers: {}, path },
        context.account,
        new Date(),
      )
    const right = `/${webhookSecret(context.account)}/pix`
    const forged = { endToEndId, txid: key, valor: '100.00', horario: '2026-11-30T10:05:00Z', chave: 'somebody-else' }
    const noCharge = { endToEndId: endToEndId.replace('f12345', 'f00009') }
    const events = read(right, [forged, noCharge, { endToEndId: 'no id' }])
    const asked = events?.events.map(({ key: about, outcome }) => [about, outcome])
    const wanted = [key, noCharge.endToEndId]
    assert.deepEqual(
      asked,
      wanted.map((each) => [each, undefined]),
    )
    assert.equal(events?.dropped, 1)
    assert.equal(read(`/${'0'.repeat(64)}/pix`, [forged]), undefined)
    assert.equal(read('/pix', [forged]), undefined)
    assert.equal((await inquire(key)).kind, 'pending', 'what the PSP knows of the charge counts')
  })

  it('tells money that came for no order as what the PSP knows of it', async () => {
    const { key } = await charged()
    const id = endToEndId.replace('f12345', 'f00005')
    psp.pay(key, { endToEndId: id, valor: '12.34', infoPagador: 'almoço' })
    const at = new Date('2026-11-30T10:05:00Z')
    const money = { providerId: id, amountMinor: 1_234n, currency: 'BRL', at, reference: 'almoço' }
    for (const asked of [id, key])
      assert.deepEqual(await connector.inquireIncoming?.(asked, context), { kind: 'incoming', money })
    const other = endToEndId.replace('f12345', 'f00006')
    assert.deepEqual(await connector.inquireIncoming?.(other, context), { kind: 'not_found' })
  })

  it('has its pushes sent to an address that only the PSP knows, and says what is wrong', async () => {
    assert.deepEqual(await connector.checkAccount?.(context), [])
    const { webhookUrl } = psp.hooks.get(pixKey) as { webhookUrl: string }
    assert.equal(webhookUrl, `https://gw.example/n/${webhookSecret(context.account)}`)
    const [said] = (await connector.checkAccount?.({ ...context, notifyUrl: 'http://127.0.0.1/n' })) ?? []
    assert.match(said ?? '', /no public https address/)
  })

  it('takes another certificate while calls are under way', async () => {
    const next = await accountWith(context.account.id, await client())
    const { key } = await charged()
    const calls = Array.from({ length: 20 }, async (_, at) => {
      const account = at < 10 ? context.account : next
      return (await connector.inquire(key, { ...context, account })).kind
    })
    assert.deepEqual(new Set(await Promise.all(calls)), new Set(['pending']))
  })

  it('kept the contract in every request, and the answers of this story did', (t) => {
    assert.deepEqual(server.faults, [])
    t.diagnostic(`${server.exchanges.length} requests and answers validated`)
    assert.ok(server.exchanges.length > 40)
  })
})
