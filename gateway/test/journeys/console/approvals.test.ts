import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { type Answer, openWorld, type Wire } from '../../support/world.ts'

const account = '2850590940090418135201'

describe('approvals by people', () => {
  const world = openWorld()
  let olga: ConsoleClient
  let pedro: ConsoleClient
  let references = 0
  before(async () => {
    const { owner, operations } = world.demo.people
    olga = world.visitor()
    await olga.signIn(owner)
    await olga.stepUp({ password: owner.password })
    pedro = world.visitor()
    await pedro.signIn(operations)
    await pedro.stepUp({ password: operations.password })
    const point = world.demo.auth_point_id
    await world.facts(
      'point',
      'limits',
      '--point',
      point,
      '--currency',
      'ARS',
      '--by',
      'ana',
      '--approval-above',
      '1000',
    )
  })
  const at = (path: string) => `/console/points/${world.demo.auth_point_id}/${path}`
  const payout = (amount: number) => ({
    service_code: 'BT_AR',
    amount,
    reference: `approval-${++references}`,
    account_type: 'CBU',
    account,
    account_beneficiary: 'Ana Paz',
    account_doc_id: '20267565393',
  })
  const byPerson = async (client: ConsoleClient, amount = 2000): Promise<string> => {
    const answer = await client.call('POST', at('payments/payout_hth'), { body: payout(amount) })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const byKey = async (key: string, amount = 2000): Promise<string> => {
    const answer = await world.call('POST', '/api/v1/payments/payout_hth', { key, body: payout(amount) })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const keyBy = async (client: ConsoleClient, ...scopes: string[]): Promise<Wire> => {
    const answer = await client.call('POST', at('keys'), { body: { name: `of ${scopes.join()}`, scopes } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const decide = async (client: ConsoleClient, id: string, word = 'approve'): Promise<Answer> =>
    await client.call('POST', at(`payments/${id}/${word}`), { body: {} })
  const decideByKey = async (key: string, id: string): Promise<Answer> =>
    await world.call('POST', `/api/v1/payments/${id}/approve`, { key })
  const list = async (client: ConsoleClient, query = ''): Promise<Wire> =>
    (await client.call('GET', at(`approvals${query}`))).body.data
  const entryOf = async (client: ConsoleClient, id: string): Promise<Wire> =>
    (await list(client)).items.find((each: Wire) => each.transaction_id === id)
  const refused = (answer: Answer, status: number, code: string) =>
    assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

  it('show what one needs to decide: to whom, how much against what was, by whom, until when', async () => {
    const id = await byPerson(olga, 3000.5)
    const before = await entryOf(pedro, id)
    assert.equal(before.to_account.count, 0)
    assert.equal(before.to_account.last_paid_at, null)
    for (const amount of [100, 300]) await byKey(world.demo.api_key, amount)
    const entry = await entryOf(pedro, id)
    assert.deepEqual(
      [entry.amount, entry.currency, entry.account, entry.beneficiary, entry.document],
      ['3000.50', 'ARS', account, 'Ana Paz', '20267565393'],
    )
    assert.deepEqual(entry.created_by, { kind: 'person', key_id: null, name: 'Olga Prado' })
    assert.ok(new Date(entry.lapses_at) > new Date(entry.created_at))
    const { last_paid_at: lastPaid, ...sums } = entry.to_account
    assert.deepEqual(sums, { count: 2, total: '400.00', average: '200.00' })
    assert.ok(lastPaid)
    assert.deepEqual(entry.last_30_days, { count: 2, total: '400.00', average: '200.00' })
    assert.equal(entry.may_decide, true)
    assert.equal((await entryOf(olga, id)).may_decide, false)
    const reader = await world.member({ role: 'read_only' })
    assert.ok(await entryOf(reader, id))
    refused(await decide(reader, id), 403, 'role_missing')
  })

  it('need a proof to be there, and leave the person’s name in history and audit log', async () => {
    const id = await byKey(world.demo.api_key)
    const fresh = await world.member({ role: 'operations' })
    refused(await decide(fresh, id), 403, 'step_up_required')
    const answer = await decide(pedro, id)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.data.status, 'COMPLETED')
    const history = await world.db.query(
      `select detail from transaction_history where transaction_id = $1 and source = 'approver'`,
      [id],
    )
    assert.match(history.rows[0].detail, /^person Pedro Lima <operations@/)
    const audit = await world.db.query('select actor, user_id, origin from audit_log where object_id = $1', [id])
    assert.match(audit.rows[0].actor, /^Pedro Lima </)
    assert.ok(audit.rows[0].user_id && audit.rows[0].origin)
    refused(await decide(pedro, id), 409, 'not_in_this_state')
    const rejected = await decide(pedro, await byKey(world.demo.api_key), 'reject')
    assert.equal(rejected.body.data.reason, 'rejected_by_approver')
  })

  it('are not given by the person who made the payout, nor by one who made a key of the line that did', async () => {
    const own = await byPerson(olga)
    for (const word of ['approve', 'reject']) refused(await decide(olga, own, word), 403, 'second_person_required')
    const key = await keyBy(olga, 'payouts', 'read')
    const first = await byKey(key.api_key)
    refused(await decide(olga, first), 403, 'second_person_required')
    // The operator rotates Olga's key: the line is still hers.
    const rotated = await world.facts('key', 'rotate', '--key', key.key_id, '--overlap', '1h')
    const second = await byKey(rotated['api_key'] ?? '')
    refused(await decide(olga, second), 403, 'second_person_required')
    assert.equal((await entryOf(olga, second)).may_decide, false)
    for (const id of [own, first, second]) assert.equal((await decide(pedro, id)).body.data.status, 'COMPLETED')
  })

  it('are not given by a key whose maker made the payout, themselves or by another key', async () => {
    const approving = await keyBy(olga, 'approve_payouts', 'read')
    const paying = await keyBy(olga, 'payouts', 'read')
    const own = await byPerson(olga)
    refused(await decideByKey(approving.api_key, own), 403, 'second_person_required')
    const byOwnKey = await byKey(paying.api_key)
    refused(await decideByKey(approving.api_key, byOwnKey), 403, 'second_person_required')
    const byPedro = await byPerson(pedro)
    assert.equal((await decideByKey(approving.api_key, byPedro)).body.data.status, 'COMPLETED')
    for (const id of [own, byOwnKey]) assert.equal((await decide(pedro, id)).body.data.status, 'COMPLETED')
  })

  it('are not given by somebody whose role was taken or who was disabled a moment ago', async () => {
    const id = await byPerson(olga)
    const email = 'leaving@pasarela.example'
    const leaving = await world.member({ role: 'operations', email })
    await leaving.stepUp({ password: world.demo.people.owner.password })
    await world.db.query(`update users set role = 'read_only' where email = $1`, [email])
    refused(await decide(leaving, id), 403, 'role_missing')
    await world.db.query(`update users set role = 'operations', disabled_at = statement_timestamp() where email = $1`, [
      email,
    ])
    refused(await decide(leaving, id), 401, 'not_signed_in')
    assert.equal((await decide(pedro, id, 'reject')).status, 200)
  })

  it('are listed page by page, the one that lapses first in front', async () => {
    const made: string[] = []
    for (let each = 0; each < 3; each++) made.push(await byPerson(olga, 1500 + each))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(pedro, `?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map((each: Wire) => each.transaction_id))
      assert.ok(seen.length < 1_000, 'the pages end')
      cursor = page.next_cursor
    }
    assert.deepEqual(
      seen.filter((id) => made.includes(id)),
      made,
    )
    assert.equal(new Set(seen).size, seen.length)
    const wrong = await pedro.call('GET', at('approvals?cursor=abc'))
    refused(wrong, 422, 'invalid_format')
  })
})
