import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { webhookSecret } from '../../src/extras/pix-api/credentials.ts'
import { type ContractServer, contractServer } from '../contracts/contract-server.ts'
import { type Json, readDescription } from '../contracts/description.ts'
import { descriptionFile, descriptionNames, needing } from '../contracts/descriptions-folder.ts'
import { devolucao, FewLinesPsp } from '../contracts/few-lines-psp.ts'
import { endToEndId } from '../contracts/pix-messages.ts'
import { pixPatches } from '../contracts/pix-patches.ts'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import type { Operators } from '../support/people.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const pixKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'

describe('a bank’s Pix API, connected from the dashboard', needing(descriptionNames.pix), () => {
  const world = openWorld({ env: { CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' } })
  const psp = new FewLinesPsp()
  const cleanup: (() => Promise<void>)[] = []
  let server: ContractServer
  let people: Operators
  let accountId = ''
  let values: Record<string, string>
  let payments = 0

  before(async () => {
    people = await world.operators()
    const authority = await testAuthority()
    const description = readDescription(descriptionFile(descriptionNames.pix) ?? '', pixPatches)
    const tls = { ...(await issueCertificate(authority)), ca: authority.cert }
    server = await contractServer(
      { after: (close) => void cleanup.push(close) },
      { description, tls, answer: (request) => psp.answer(request), besides: ['/oauth'] },
    )
    const { cert: certificate, key: private_key } = await issueCertificate(authority, { use: 'client' })
    values = {
      ...{ psp: 'other', base_address: server.url, token_address: `${server.url}/oauth/token`, ca: authority.cert },
      ...{ client_id: 'shop', client_secret: 'a-secret', certificate, private_key, pix_key: pixKey, holder: 'Loja' },
    }
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
  const payAtBank = (txid: string, valor: string, more: Json = {}) => {
    const id = endToEndId.slice(0, -5) + String(++payments).padStart(5, '0')
    psp.pay(txid, { endToEndId: id, valor, ...more })
    return id
  }
  const push = async (
    pix: readonly Json[],
    secret = webhookSecret({ id: accountId, credentials: JSON.stringify(values) }),
  ) => {
    const answer = await fetch(`${world.url}/provider-notifications/${accountId}/${secret}/pix`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ pix: pix.map((each) => ({ horario: '2026-11-30T10:05:00Z', ...each })) }),
    })
    return answer.status
  }
  const becomes = async (id: string, wanted: (data: Wire) => boolean) =>
    await eventually(async () => {
      const data = await read(id)
      return wanted(data) ? data : undefined
    }, `the payment ${id}`)

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
    assert.doesNotMatch(shown, /a-secret|PRIVATE KEY/)
    const whereto = await operator(
      'GET',
      `/routes/explain?point_id=${world.demo.auth_point_id}&service_code=PIX_BR&pay_type=payin`,
    )
    assert.equal(whereto.body.data.chosen.account.name, 'Pix sandbox')
  })

  it('takes a payment: its code, the payer’s money, the callback’s status, and a refund', async () => {
    // Routes are cached for five seconds.
    const made = await eventually(async () => {
      const answer = await pay(`first-${randomUUID()}`)
      return answer.body.data?.pix_br_code === '00020101021226' ? answer : undefined
    }, 'a charge of the bank')
    assert.deepEqual([made.status, made.body.data.status], [200, 'PENDING'])
    const id = made.body.data.transaction_id
    const txid = id.replaceAll('-', '')
    const paid = payAtBank(txid, '100.00')
    assert.equal(
      await push([{ endToEndId: paid, txid, valor: '999.99' }], '0'.repeat(64)),
      401,
      'another address is nobody’s',
    )
    assert.equal(await push([{ endToEndId: paid, txid, valor: '999.99' }]), 200)
    const done = await becomes(id, ({ status }) => status === 'COMPLETED')
    assert.deepEqual(
      [Number(done.credited_amount), done.end_to_end_id ?? paid],
      [100, paid],
      'what the bank says, not the push',
    )
    const refund = await world.call('POST', `/api/v1/payments/${id}/refunds`, {
      body: { reference: 'back', amount: 30 },
    })
    assert.equal(refund.status, 201, JSON.stringify(refund.body))
    const [made1] = (psp.charges.get(`cob/${txid}`)?.pix?.[0]?.['devolucoes'] ?? []) as Json[]
    assert.equal(made1?.['valor'], '30.00')
    Object.assign(made1, { status: 'DEVOLVIDO' })
    assert.equal(await push([{ endToEndId: paid, txid, valor: '100.00', devolucoes: [made1] }]), 200)
    const after30 = await becomes(id, ({ refunded_amount }) => Number(refunded_amount) === 30)
    assert.deepEqual(
      [after30.status, Number(after30.refundable_amount)],
      ['COMPLETED', 70],
      'our own refund is no reversal',
    )
  })

  it('moves nothing by a push about somebody else’s payment', async () => {
    const { transaction_id: id } = (await pay('forged')).body.data
    const txid = id.replaceAll('-', '')
    assert.equal(
      await push([{ endToEndId: endToEndId.slice(0, -5) + '99999', txid, valor: '100.00', chave: 'another' }]),
      200,
    )
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    assert.equal((await read(id)).status, 'PENDING')
  })

  it('takes what was paid, and what was taken back', async () => {
    const [over, med] = [(await pay('over')).body.data.transaction_id, (await pay('med')).body.data.transaction_id]
    const txidOf = (id: string) => id.replaceAll('-', '')
    const first = payAtBank(txidOf(over), '110.00')
    const back = devolucao('med1', { valor: '100.00', natureza: 'MED_FRAUDE' })
    const second = payAtBank(txidOf(med), '100.00', { devolucoes: [back] })
    await push([
      { endToEndId: first, txid: txidOf(over), valor: '110.00' },
      { endToEndId: second, txid: txidOf(med), valor: '100.00', devolucoes: [back] },
    ])
    await becomes(over, ({ status }) => status === 'COMPLETED')
    const { status, reason } = await becomes(med, (data) => data.status === 'ERROR')
    assert.deepEqual([status, reason], ['ERROR', 'reversed'])
  })

  it('answers 503 without a code, and the same reference later with the same charge', async () => {
    psp.without = ['pixCopiaECola', 'location']
    const before = psp.charges.size
    const none = await pay('late')
    assert.deepEqual([none.status, none.body.error.code], [503, 'unavailable'])
    const list = await world.call('GET', '/api/v1/payments?reference=late')
    assert.equal(list.body.data.items?.length ?? 0, 0, 'it is in no list')
    psp.without = []
    const made = await pay('late')
    assert.equal(made.body.data.status, 'PENDING')
    assert.equal(psp.charges.size, before + 1)
  })

  it('kept the contract throughout', () => assert.deepEqual(server.faults, []))
})
