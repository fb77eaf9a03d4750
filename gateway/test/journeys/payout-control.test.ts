import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually, openWorld } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

describe('payouts under control', () => {
  const world = openWorld()
  let approver = ''
  let references = 0
  before(async () => {
    approver = await key('approve_payouts,read')
  })

  const key = async (scopes: string) => {
    const made = await world.facts(
      'key',
      'create',
      '--point',
      world.demo.auth_point_id,
      '--scopes',
      scopes,
      '--name',
      'k',
    )
    return made['api_key'] ?? ''
  }
  const limits = async (...options: string[]) =>
    await world.facts(
      'point',
      'limits',
      '--point',
      world.demo.auth_point_id,
      '--currency',
      'ARS',
      '--by',
      'ana',
      ...options,
    )
  const payout = async (amount: number, more: object = {}, credentials: object = {}) =>
    await world.call('POST', '/api/v1/payments/payout_hth', {
      ...credentials,
      body: {
        service_code: 'BT_AR',
        amount,
        reference: `control-${++references}`,
        account_type: 'CBU',
        account: '2850590940090418135201',
        ...more,
      },
    })
  const decide = async (id: string, word: 'approve' | 'reject', more: { key?: string; body?: object } = {}) =>
    await world.call('POST', `/api/v1/payments/${id}/${word}`, { key: approver, ...more })
  const read = async (id: string) => (await world.call('GET', `/api/v1/payments/${id}`)).body.data
  const reserved = async () =>
    (await world.call('GET', '/api/v1/balances')).body.data.balances.find(
      (each: { currency: string }) => each.currency === 'ARS',
    ).reserved
  const executed = async (id: string) => (await world.bank('GET', '/control/summary')).summary[id]?.executed ?? 0

  it('are refused above the limit for one, and above the limit of the day, with the limit in the answer', async () => {
    await limits('--single', '100', '--daily', '150')
    const single = await payout(100.01)
    assert.equal(single.status, 422)
    assert.deepEqual(
      single.body.errors.map((each: { code: string; param: string }) => [each.code, each.param]),
      [['amount_too_large', 'amount']],
    )
    assert.match(single.body.errors[0].message, /100\.00 ARS/)
    assert.equal((await payout(100)).body.data.status, 'COMPLETED')
    const daily = await payout(50.01)
    assert.equal(daily.body.errors[0].code, 'daily_limit_exceeded')
    assert.match(daily.body.errors[0].message, /150\.00 ARS/)
    const failed = await payout(7.77)
    assert.equal(failed.status, 200)
    assert.equal((await payout(42.23)).body.data.status, 'COMPLETED')
    assert.equal((await payout(0.01)).body.errors[0].code, 'daily_limit_exceeded')
    await limits()
    assert.equal((await payout(500)).body.data.status, 'COMPLETED')
  })

  it('do not count against the day when they failed', async () => {
    await limits('--daily', '2500')
    const before = (
      await world.db.query(
        `select coalesce(sum(amount_minor), 0)::int as minor from transactions where pay_type = 'payout' and status <> 'ERROR'`,
      )
    ).rows[0].minor
    await limits('--daily', String((before + 80_000) / 100))
    assert.equal((await payout(777.02)).body.data.status, 'ERROR')
    assert.equal((await payout(777.03)).body.data.status, 'ERROR')
    assert.equal((await payout(800)).body.data.status, 'COMPLETED')
    assert.equal((await payout(0.01)).body.errors[0].code, 'daily_limit_exceeded')
    await limits()
  })

  it('wait for a second key above the threshold: reserved, not sent, and sent once it agrees', async () => {
    await limits('--approval-above', '1000')
    assert.equal((await payout(1000)).body.data.status, 'COMPLETED')
    const waiting = await payout(1000.01, { reference: 'big' })
    const id = waiting.body.data.transaction_id
    assert.equal(waiting.body.data.status, 'PENDING')
    assert.equal((await read(id)).reason, 'awaiting_approval')
    assert.equal(await reserved(), 1000.01)
    assert.equal(await executed(id), 0)
    const again = await payout(1000.01, { reference: 'big' })
    assert.deepEqual([again.body.data.transaction_id, again.headers.get('idempotent-replayed')], [id, 'true'])
    const leaky = await decide(id, 'approve', { body: { note: 'paid with card4111 1111 1111 1111 12/30' } })
    assert.deepEqual([leaky.status, leaky.body.errors[0].param], [422, 'note'])
    const approved = await decide(id, 'approve', { body: { note: 'seen the invoice' } })
    assert.equal(approved.status, 200, JSON.stringify(approved.body))
    assert.equal(approved.body.data.status, 'COMPLETED')
    assert.equal(await executed(id), 1)
    assert.equal(await reserved(), 0)
    const told = (await read(id)).history.map(
      (each: { reason: string; source: string }) => `${each.source} ${each.reason}`,
    )
    assert.deepEqual(told, ['api awaiting_approval', 'approver submitted', 'connector paid'])
    const audit = await world.db.query(`select actor, action, detail from audit_log where object_id = $1`, [id])
    assert.equal(audit.rows.length, 1)
    assert.equal(audit.rows[0].action, 'payout.approve')
    assert.equal(audit.rows[0].detail.note, 'seen the invoice')
  })

  it('that are refused are ERROR, their funds free again, and a callback says so', async () => {
    const id = (await payout(2000)).body.data.transaction_id
    const refused = await decide(id, 'reject')
    assert.deepEqual([refused.body.data.status, refused.body.data.reason], ['ERROR', 'rejected_by_approver'])
    assert.equal(await reserved(), 0)
    assert.equal(await executed(id), 0)
    assert.equal((await decide(id, 'approve')).body.error.code, 'not_in_this_state')
    await eventually(async () => {
      const inbox = (await world.call('GET', '/api/v1/test/inbox?limit=100')).body.data.messages
      return inbox.some((each: { body: string }) => each.body.includes(id) && each.body.includes('"ERROR"'))
        ? true
        : undefined
    }, 'the callback of the refusal')
  })

  it('are not decided by the key that made them, nor by what it became, nor without the scope', async () => {
    const both = await key('payouts,approve_payouts,read')
    const id = (await payout(3000, {}, { key: both })).body.data.transaction_id
    const own = await decide(id, 'approve', { key: both })
    assert.equal(own.status, 403)
    assert.match(own.body.error.message, /another key than the one that created it/)
    const keyId = both.split('_')[2] ?? ''
    const rotated = await world.facts('key', 'rotate', '--key', keyId, '--overlap', '1h')
    assert.equal((await decide(id, 'approve', { key: rotated['api_key'] ?? '' })).status, 403)
    assert.equal((await decide(id, 'approve', { key: world.demo.api_key })).body.error.code, 'scope_missing')
    assert.equal((await decide('00000000-0000-4000-8000-000000000000', 'approve')).status, 404)
    assert.equal((await decide(id, 'approve')).body.data.status, 'COMPLETED')
  })

  it('are not decided by an older key of the line that made them, while it still works, nor by a later one', async () => {
    const rotated = async (from: string) =>
      (await world.facts('key', 'rotate', '--key', from.split('_')[2] ?? '', '--overlap', '7d'))['api_key'] ?? ''
    const first = await key('payouts,approve_payouts,read')
    const second = await rotated(first)
    const third = await rotated(second)
    const id = (await payout(3000, {}, { key: second })).body.data.transaction_id
    for (const same of [first, second, third]) {
      for (const word of ['approve', 'reject'] as const) {
        const answer = await decide(id, word, { key: same })
        assert.equal(answer.body.error?.code, 'scope_missing', JSON.stringify(answer.body))
      }
    }
    assert.equal((await decide(id, 'approve')).body.data.status, 'COMPLETED')
  })

  it('are not decided by a key that was revoked a moment ago', async () => {
    const short = await key('approve_payouts')
    const id = (await payout(3000)).body.data.transaction_id
    assert.equal((await decide('00000000-0000-4000-8000-000000000000', 'approve', { key: short })).status, 404)
    await world.facts('key', 'revoke', '--key', short.split('_')[2] ?? '')
    assert.equal((await decide(id, 'approve', { key: short })).status, 401)
    assert.equal((await read(id)).reason, 'awaiting_approval')
    await decide(id, 'reject')
  })

  it('are sent once, however many agree at the same moment, in two processes', async () => {
    const other = await world.anotherGateway()
    const id = (await payout(4000)).body.data.transaction_id
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, turn) =>
        callApi(turn % 2 ? other.url : world.url, approver, {
          method: 'POST',
          path: `/api/v1/payments/${id}/${turn % 5 === 4 ? 'reject' : 'approve'}`,
        }),
      ),
    )
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
    assert.equal(answers.filter((answer) => answer.body.error?.code === 'not_in_this_state').length, 19)
    const { status } = await read(id)
    assert.equal(await executed(id), status === 'COMPLETED' ? 1 : 0)
  })

  it('end after 72 hours without a word', async () => {
    const id = (await payout(5000)).body.data.transaction_id
    const waits = await world.db.query(
      `select round(extract(epoch from approval_until - created_at) / 3600)::int as hours from transactions where id = $1`,
      [id],
    )
    assert.equal(waits.rows[0].hours, 72)
    await world.db.query('update transactions set approval_until = gateway_now() where id = $1', [id])
    const ended = await eventually(async () => {
      const found = await read(id)
      return found.status === 'ERROR' ? found : undefined
    }, 'the approval ends')
    assert.equal(ended.reason, 'approval_expired')
    assert.equal(await reserved(), 0)
    await limits()
  })
})
