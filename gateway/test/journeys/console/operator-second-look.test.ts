import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Operators } from '../../support/people.ts'
import { type Answer, eventually, openWorld } from '../../support/world.ts'

const proposals = '/console/operator/proposals'

describe('what changed between the word of one operator and that of another', () => {
  const world = openWorld()
  let people: Operators
  let live = ''
  let key = ''
  let references = 0
  before(async () => {
    people = await world.operators()
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    live = point['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payins,read', '--name', 'shop']
    key = (await world.facts('key', 'create', '--point', live, ...scopes))['api_key'] ?? ''
    const account = ['--service', 'BT_AR', '--number', '2850590940090418135201', '--beneficiary', 'S']
    await world.facts('account', 'add', ...account, '--by', 'ANA', '--note', 'opened', '--break-glass')
  })

  const payin = async (): Promise<string> =>
    await eventually(async () => {
      const body = {
        service_code: 'BT_AR',
        amount: 50,
        reference: `second-look-${++references}`,
        payer_doc_id: '20267565393',
      }
      const answer = await world.call('POST', '/api/v1/payments/payin_hth', { key, body })
      return answer.status === 200 ? answer.body.data.transaction_id : undefined
    }, 'the deposit account is known')
  const arrives = async (id: string, total: string) => {
    const line = ['--bank-reference', `LINE ${++references}`, '--note', 'statement', '--by', 'ANA', '--break-glass']
    await world.facts('confirm', '--transaction', id, '--amount', total, ...line)
  }
  const rowOf = async (id: string) =>
    (
      await world.db.query('select status, suspense_minor::int, credited_minor::int from transactions where id = $1', [
        id,
      ])
    ).rows[0]
  const refused = (answer: Answer, status: number, code: string) =>
    assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

  it('money that came to suspense meanwhile is not moved by a word about what was there before', async () => {
    const id = await payin()
    await arrives(id, '20')
    assert.equal((await rowOf(id)).suspense_minor, 2000)
    for (const action of ['suspense_return', 'suspense_accept']) {
      const proposal = { action, transaction_id: id, evidence: 'sent back 20' }
      const { proposal_id: first } = await people.propose(proposal)
      const { suspense_minor: before } = await rowOf(id)
      await arrives(id, String(before / 100 + 10))
      refused(await people.decide(first, 'do'), 409, 'not_in_this_state')
      assert.equal((await rowOf(id)).suspense_minor, before + 1000)
      const seen = (await people.luis.call('GET', `${proposals}/${first}`)).body.data
      assert.match(seen.foreseen.blocked, /Other money waits/)
      assert.equal((await people.decide(first, 'refuse')).status, 200)
    }
    const { proposal_id: again } = await people.propose({
      action: 'suspense_accept',
      transaction_id: id,
      evidence: 'all 40',
    })
    assert.equal((await people.decide(again, 'do')).status, 200)
    assert.deepEqual(await rowOf(id), { status: 'COMPLETED', suspense_minor: 0, credited_minor: 4000 })
  })

  it('money moves with the second word, not with the first', async () => {
    const fund = { action: 'fund', point_id: live, input: { currency: 'ARS', amount: '10' }, evidence: 'wire 7' }
    const { proposal_id: id } = await people.propose(fund)
    const moved = async () => (await world.db.query(`select from ledger_transfers where kind = 'funding'`)).rowCount
    assert.equal(await moved(), 0)
    assert.equal((await people.decide(id, 'do')).status, 200)
    assert.equal(await moved(), 1)
  })

  it('a card number is kept in no field of a proposal', async () => {
    const id = await payin()
    for (const field of ['bank_reference', 'sender_document']) {
      const input = { amount: '50', bank_reference: 'A 1', [field]: '4111 1111 1111 1111' }
      const body = { action: 'confirm', transaction_id: id, input, evidence: 'seen' }
      refused(await people.ana.call('POST', proposals, { body }), 422, 'invalid_format')
    }
    assert.equal((await world.db.query(`select from proposals where input::text like '%4111%'`)).rowCount, 0)
  })
})
