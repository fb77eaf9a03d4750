import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { readBrCode } from '../../src/core/identifiers/br/br-code.ts'
import { webhookSecret } from '../../src/extras/pix-api/credentials.ts'
import { accountValues, type CheckedPsp, checkedPsp, pixKey, pspCaller } from '../contracts/checked-psp.ts'
import type { Json } from '../contracts/description.ts'
import { descriptionNames, needing } from '../contracts/descriptions-folder.ts'
import { endToEndId } from '../contracts/pix-messages.ts'
import type { Operators } from '../support/people.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

/** What the provider's own book says of a charge. */
interface Kept {
  txid: string
  received: string
  payments: number
  returned: string
  returns: number
  pix: { endToEndId: string }[]
}

describe('a bank’s Pix API, connected from the dashboard', needing(descriptionNames.pix), () => {
  const world = openWorld({ env: { CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' } })
  const cleanup: (() => Promise<void>)[] = []
  let checked: CheckedPsp
  let people: Operators
  let accountId = ''
  let values: ReturnType<typeof accountValues>

  before(async () => {
    people = await world.operators()
    checked = await checkedPsp({ after: (close) => void cleanup.unshift(close) })
    values = accountValues(checked)
  })
  after(async () => {
    for (const close of cleanup) await close()
  })

  const operator = async (method: string, path: string, body?: object): Promise<Wire> =>
    await people.ana.call(method, `/console/operator${path}`, body ? { body } : {})
  const pay = async (reference: string, amount = 100) =>
    await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { service_code: 'PIX_BR', amount, reference, payer_doc_id: '390.533.447-05' },
    })
  const read = async (id: string): Promise<Wire> => (await world.call('GET', `/api/v1/payments/${id}`)).body.data
  const becomes = async (id: string, wanted: (data: Wire) => boolean) =>
    await eventually(async () => {
      const data = await read(id)
      return wanted(data) ? data : undefined
    }, `the payment ${id}`)
  const refund = async (id: string, reference: string, amount: number) => {
    const made = await world.call('POST', `/api/v1/payments/${id}/refunds`, { body: { reference, amount } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.data
  }

  const txidOf = (id: string) => id.replaceAll('-', '')
  const control = async (method: string, path: string, body?: Json) => {
    const answer = await checked.psp.control(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const fault = async (kind: string, call: string) =>
    await control('POST', '/faults', { kind, call: call.replace(' ', ' /api/v2') })
  const records = async (id?: string) =>
    (await control('GET', `/records${id ? `?txid=${txidOf(id)}` : ''}`))['charges'] as Kept[]
  const payAtBank = async (id: string, amount = '100.00') =>
    String((await control('POST', '/pay', { txid: txidOf(id), amount, even_if: ['amount'] }))['endToEndId'])
  const holdPushes = async (hold: boolean) => await control('PUT', '/pushes', { hold })
  /** The PSP tells what was held. */
  const releasePushes = async (how: Json = {}) => {
    await control('POST', '/pushes/release', how)
    await holdPushes(false)
  }
  /** The PSP sends a push of somebody's making to our address. */
  const forge = async (pix: Json) => {
    const sent = { horario: '2026-11-30T10:05:00Z', chave: pixKey, ...pix }
    return (await control('POST', '/pushes/forge', { chave: pixKey, pix: [sent] }))['delivered']
  }
  // A test that fails leaves none behind for which the others would wait.
  afterEach(async () => await releasePushes())
  const asked = (call: string) =>
    checked.server.exchanges.filter(({ request: { method, path } }) => `${method} ${path}`.startsWith(call)).length

  it('is tried, agreed to and routed, and no answer tells its secrets', async () => {
    const draft = { draft_id: randomUUID(), connector: 'pix-api', environment: 'test', name: 'Pix sandbox' }
    const wrong = await operator('POST', '/providers/drafts', { ...draft, values: { ...values, psp: 'nobody' } })
    assert.deepEqual(
      wrong.body.errors.map(({ param }: Wire) => param),
      ['psp'],
    )
    const tried = await operator('POST', '/providers/drafts', { ...draft, values })
    assert.equal(tried.status, 201, JSON.stringify(tried.body))
    assert.match(tried.body.data.trial, /GET \/pix: 200/)
    const done = await people.propose({
      action: 'provider_account',
      evidence: 'seen',
      input: { draft_id: draft.draft_id },
    })
    assert.equal(done.state, 'done')
    accountId = draft.draft_id
    const input = { connector_account_id: accountId, service_code: 'PIX_BR', pay_type: 'payin' }
    assert.equal((await people.propose({ action: 'route', evidence: 'seen', input })).state, 'done')
    const shown = JSON.stringify([await operator('GET', '/providers'), await operator('GET', '/routes')])
    assert.match(shown, /Pix sandbox/)
    assert.ok(!shown.includes(values.client_secret))
    assert.doesNotMatch(shown, /PRIVATE KEY/)
    const whereto = await operator(
      'GET',
      `/routes/explain?point_id=${world.demo.auth_point_id}&service_code=PIX_BR&pay_type=payin`,
    )
    assert.equal(whereto.body.data.chosen.account.name, 'Pix sandbox')
  })

  it('takes a payment: its code, the payer’s money, the callback’s status, and a refund', async () => {
    // The gateway registers an https address alone, so its bank is told of this one by hand.
    const secret = webhookSecret({ id: accountId, credentials: JSON.stringify(values) })
    const address = `${world.url}/provider-notifications/${accountId}`
    const call = await pspCaller(checked)
    assert.equal((await call('PUT', `/webhook/${pixKey}`, { webhookUrl: `${address}/${secret}` })).status, 200)
    // Routes are cached for five seconds.
    const made = await eventually(async () => {
      const answer = await pay(`first-${randomUUID()}`)
      const code = readBrCode(answer.body.data?.pix_br_code ?? '')
      return code.ok && code.url?.startsWith('pix.simpsp.example/') ? answer : undefined
    }, 'a charge of the bank')
    assert.deepEqual([made.status, made.body.data.status], [200, 'PENDING'])
    const id = made.body.data.transaction_id
    await holdPushes(true)
    const paid = await payAtBank(id)
    const forged = { endToEndId: paid, txid: txidOf(id), valor: '999.99' }
    const elsewhere = await fetch(`${address}/${'0'.repeat(64)}/pix`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ pix: [forged] }),
    })
    assert.equal(elsewhere.status, 401, 'another address is nobody’s')
    assert.equal(await forge(forged), true)
    const done = await becomes(id, ({ status }) => status === 'COMPLETED')
    assert.deepEqual([done.credited_amount, done.end_to_end_id], [100, paid], 'what the bank says, not the push')
    await releasePushes()
    await refund(id, 'back', 30)
    const after30 = await becomes(id, ({ refunded_amount }) => Number(refunded_amount) === 30)
    assert.deepEqual(
      [after30.status, Number(after30.refundable_amount)],
      ['COMPLETED', 70],
      'our own refund is no reversal',
    )
    assert.equal((await records(id))[0]?.returned, '30.00')
  })

  it('moves nothing by a push about somebody else’s payment', async () => {
    const { transaction_id: id } = (await pay('forged')).body.data
    const forged = { endToEndId: endToEndId.replace('f12345', 'f99999'), txid: txidOf(id), valor: '100.00' }
    assert.equal(await forge({ ...forged, chave: 'another' }), true)
    await eventually(() => asked(`GET /cob/${txidOf(id)}`) || undefined, 'the question about it')
    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.equal((await read(id)).status, 'PENDING')
  })

  it('takes what was paid, and what was taken back', async () => {
    const [over, med] = [(await pay('over')).body.data.transaction_id, (await pay('med')).body.data.transaction_id]
    await holdPushes(true)
    await payAtBank(over, '110.00')
    await control('POST', '/take-back', { end_to_end_id: await payAtBank(med) })
    await releasePushes({ group: true, copies: 2 })
    const { credited_amount } = await becomes(over, ({ status }) => status === 'COMPLETED')
    assert.equal(credited_amount, 110)
    const { status, reason } = await becomes(med, (data) => data.status === 'ERROR')
    assert.deepEqual([status, reason], ['ERROR', 'reversed'])
  })

  for (const [kind, said] of [
    ['no_code', 'without a code'],
    ['lose_answer', 'where the bank’s answer is lost'],
  ] as const)
    it(`answers 503 ${said}, and the same reference later with the same charge`, async () => {
      await fault(kind, 'PUT /cob/')
      const before = (await records()).map(({ txid }) => txid)
      const none = await pay(kind)
      assert.deepEqual([none.status, none.body.error.code], [503, 'unavailable'])
      const list = await world.call('GET', `/api/v1/payments?reference=${kind}`)
      assert.equal(list.body.data.items?.length ?? 0, 0, 'it is in no list')
      const made = await pay(kind)
      assert.equal(made.body.data.status, 'PENDING')
      const added = (await records()).map(({ txid }) => txid).filter((txid) => !before.includes(txid))
      assert.deepEqual(added, [txidOf(made.body.data.transaction_id)])
    })

  it('finds a refund whose answer was lost by asking, and sends it once', async () => {
    const { transaction_id: id } = (await pay('lost refund')).body.data
    const paid = await payAtBank(id)
    await becomes(id, ({ status }) => status === 'COMPLETED')
    await holdPushes(true)
    await fault('lose_answer', `PUT /pix/${paid}/devolucao/`)
    const { refund_id } = await refund(id, 'lost', 40)
    await eventually(
      async () => ((await records(id))[0]?.returned === '40.00' ? true : undefined),
      'the refund at the bank',
    )
    assert.equal((await read(id)).refunded_amount, 0)
    await world.db.query(
      'update attempts set next_action_at = gateway_now() where transaction_id = $1 and next_action_at is not null',
      [refund_id],
    )
    const { status } = await becomes(id, ({ refunded_amount }) => refunded_amount === 40)
    assert.equal(status, 'COMPLETED')
    assert.deepEqual([(await records(id))[0]?.returns, asked(`PUT /pix/${paid}/devolucao/`)], [1, 1])
    await releasePushes({ copies: 2, reverse: true })
  })

  it('sends a refund that never arrived again, under its id', async () => {
    const { transaction_id: id } = (await pay('unheard refund')).body.data
    const paid = await payAtBank(id)
    await becomes(id, ({ status }) => status === 'COMPLETED')
    const call = `PUT /pix/${paid}/devolucao/`
    await fault('reset_before', call)
    const { refund_id } = await refund(id, 'unheard', 25)
    await eventually(() => asked(call) || undefined, 'the call that is lost')
    // Behind the time in which the bank may not show what arrived.
    const later = `update attempts set next_action_at = gateway_now(), sent_at = gateway_now() - interval '5 minutes'
      where transaction_id = $1 and state = 'open' returning id`
    await eventually(async () => (await world.db.query(later, [refund_id])).rows[0], 'the refund’s attempt')
    await becomes(id, ({ refunded_amount }) => refunded_amount === 25)
    assert.deepEqual([(await records(id))[0]?.returns, asked(call)], [1, 2])
  })

  it('has the same amounts as the bank’s book, charge by charge', async () => {
    const amounts = async ({ txid, received, returned }: Kept) => {
      const id = txid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      const { reason, amount, credited_amount: credited, refunded_amount: refunded } = await read(id)
      // What was taken back in whole is no credit any more.
      if (reason === 'reversed') assert.equal(credited, null)
      const ours = reason === 'reversed' ? [amount, amount] : [credited ?? 0, refunded]
      return { bank: [Number(received), Number(returned)], ours }
    }
    const found = await Promise.all((await records()).map(amounts))
    assert.deepEqual(
      found.map(({ ours }) => ours),
      found.map(({ bank }) => bank),
    )
    const moved = found.map(({ bank }) => bank).filter(([received]) => received !== 0)
    const wanted = [
      [100, 30],
      [110, 0],
      [100, 100],
      [100, 40],
      [100, 25],
    ]
    assert.deepEqual([found.length, moved], [8, wanted])
  })

  it('has money to its key for no payment in the bank desk, where people decide whose it is', async () => {
    const toKey = async (amount: string) => {
      const paid = await control('POST', '/pay', { chave: pixKey, amount, info: 'pedido 7' })
      const told = { endToEndId: String(paid['endToEndId']), valor: amount }
      assert.equal(await forge(told), true)
      assert.equal(await forge(told), true)
      return told.endToEndId
    }
    const ids = [await toKey('100.00'), await toKey('25.00'), await toKey('30.00')]
    const lines = await eventually(async () => {
      const { items } = (await operator('GET', '/bank-lines?view=waiting')).body.data
      return items.length === ids.length ? (items as Wire[]) : undefined
    }, 'the lines of the three')
    const [order = '', funds = '', back = ''] = ids.map(
      (id) => lines.find(({ bank_reference: said }) => said.value === id && !said.is_text)?.bank_line_id,
    )
    const accounts: Wire[] = (await operator('GET', '/bank-accounts')).body.data.items
    const account = accounts.find(({ kind }) => kind === 'provider')
    assert.deepEqual([account.holder, account.currency, account.waiting.lines], ['Pix sandbox', 'BRL', 3])
    const { transaction_id: id } = (await pay('typed the key')).body.data
    const { candidates, classes } = (await operator('GET', `/bank-lines/${order}`)).body.data
    assert.ok(candidates.some((each: Wire) => each.transaction_id === id))
    assert.deepEqual(classes, ['own_transfer', 'funding'])
    const pointId = world.demo.auth_point_id
    const returned = { action: 'return_line', input: { bank_line_id: back } }
    const foreseen = (await operator('POST', '/proposals/foresee', { ...returned, evidence: 'seen' })).body.data
    assert.match(foreseen.warnings[0], /at the provider first/)
    for (const proposal of [
      { action: 'match_line', transaction_id: id, input: { bank_line_id: order } },
      { action: 'class_line', point_id: pointId, input: { bank_line_id: funds, class: 'funding' } },
      returned,
    ])
      assert.equal((await people.propose({ ...proposal, evidence: 'seen' })).state, 'done')
    assert.equal((await read(id)).credited_amount, 100)
    const input = { bank_account_id: account.bank_account_id, automatic: true }
    const setting = await operator('POST', '/proposals', { action: 'bank_account', evidence: 'seen', input })
    assert.deepEqual([setting.status, setting.body.error.code], [409, 'not_in_this_state'])
    const verified = await world.command('verify')
    assert.equal(verified.code, 0, verified.output)
  })

  /** What `pasarela verify` says of the provider's records, after all had time to be reported. */
  const verified = async () => {
    const { output } = await world.command('verify')
    return { output, found: [...output.matchAll(/^.*\bI3 (\S+: .*)$/gm)].map(([, line]) => line) }
  }

  it('is compared with the bank’s records by verify: our refunds are no difference, and money that no push tells is found', async () => {
    const { endToEndId: alone } = await control('POST', '/pay', { chave: pixKey, amount: '7.00' })
    await world.db.query('update gateway_clock set offset_ms = 3600000')
    assert.deepEqual((await verified()).found, [])
    const kept = await eventually(async () => {
      const text = 'select provider_id, amount_minor::int from incoming_money where provider_id = $1'
      return (await world.db.query(text, [alone])).rows.at(0)
    }, 'the money for no order')
    assert.deepEqual(kept, { provider_id: alone, amount_minor: 700 })
    const { found, output } = await verified()
    assert.deepEqual(found, [])
    // Five charges with money and four payments for no order by the bank's records, and five charges and three refunds by ours.
    assert.match(output, /^I3\s+holds\s+17 looked at/m)
  })

  it('and names each difference: another amount, a payment that the bank does not know, one that we cannot know', async () => {
    const paid = (await records()).filter(({ received }) => received !== '0.00')
    const idOf = async (reference: string) =>
      (await world.call('GET', `/api/v1/payments?reference=${encodeURIComponent(reference)}`)).body.data.items[0]
        .transaction_id as string
    const pixOf = (id: string) => paid.find(({ txid }) => txid === txidOf(id))?.pix[0]?.endToEndId ?? assert.fail(id)
    const [over, lost] = [await idOf('over'), await idOf('lost refund')]
    const { refund_id } = (await world.call('GET', `/api/v1/payments/${lost}/refunds`)).body.data.items[0]
    await control('POST', '/falsify', { end_to_end_id: pixOf(over), amount: '100.00' })
    await control('POST', '/falsify', { end_to_end_id: pixOf(lost) })
    const { endToEndId: unknown } = await control('POST', '/pay', { chave: pixKey, amount: '9.00' })
    await control('POST', '/faults', { kind: 'status', call: `GET /api/v2/pix/${unknown}`, count: 99 })
    const wanted = [
      `${over}: COMPLETED (overpaid): received 110.00 BRL here, 100.00 BRL by the provider`,
      `${lost}: COMPLETED: received 100.00 BRL here, and the provider has no record of it`,
      `${refund_id}: COMPLETED: paid out 40.00 BRL here, and the provider has no record of it`,
    ]
    assert.deepEqual(new Set((await verified()).found), new Set(wanted))
    wanted.push(`${unknown}: received by the provider (9.00 BRL), and unknown here`)
    await world.db.query('update gateway_clock set offset_ms = offset_ms + 600000')
    assert.deepEqual(new Set((await verified()).found), new Set(wanted), 'asked about in vain')
  })

  it('kept the contract throughout', async (t) => {
    const pushes = await eventually(async () => {
      const told = (await control('GET', '/pushes'))['pushes'] as { pix: Json[]; state: string }[]
      return told.every(({ state }) => state === 'delivered') ? told : undefined
    }, 'the end of its pushes')
    for (const { pix } of pushes) checked.server.checkCallback('listaPix', { pix })
    assert.deepEqual(checked.server.faults, [])
    t.diagnostic(
      `${checked.server.exchanges.filter(({ operation }) => operation !== undefined).length} requests and answers and ${pushes.length} pushes validated`,
    )
  })
})
