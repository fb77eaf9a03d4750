import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { aConnectorAccount } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { readConnectorHealth } from './connector-health.ts'

const world = await setUp({ after })

describe('how provider accounts fared', () => {
  const db = new pg.Client({ connectionString: world.url })
  let accountId = ''
  before(async () => {
    await db.connect()
    const { pointId } = await aPoint(world)
    accountId = await aConnectorAccount(world)
    let made = 0
    /** An attempt that many hours ago, whose result came after that many milliseconds. */
    const attempt = async (payType: string, outcome: string, hoursAgo: number, ms: number) => {
      const place = ++made
      const at = `now() - interval '${hoursAgo} hours'`
      const id = `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '70008000' || lpad('${place}', 12, '0'))::uuid`
      await db.query(
        `with made as (insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor,
            currency, status, reason, suspense_minor, connector_account_id, sequence, instructions, details, content_hash,
            pay_token, created_at, updated_at, expired_at)
          select ${id}, $1, 'test', $3::text, 'BT_AR', 'ref-${place}', 1000, 'ARS', 'COMPLETED', 'paid', 0, $2, $4, '{}', '{}',
            sha256('${place}'), case when $3 = 'payin' then lpad('${place}', 22, '0') end, ${at}, ${at}, case when $3 = 'payin' then now() end returning id, created_at)
        insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number, key, state,
          calls, outcome, sent_at, created_at, updated_at)
        select id, id, $1, 'test', $2, 'submit', 1, '${place}', 'closed', 1, $5, created_at, created_at,
          created_at + $6::float8 * interval '1 millisecond' from made`,
        [pointId, accountId, payType, place, outcome, ms],
      )
    }
    for (let n = 1; n <= 21; n++) await attempt('payout', 'completed', 0.01, n * 100)
    await attempt('payin', 'completed', 0.01, 3_600_000)
    await attempt('payout', 'rejected', 72, 9000)
    await attempt('payout', 'unknown', 72, 50_000)
    await attempt('payin', 'expire', 72, 50_000)
    await attempt('payout', 'completed', 24 * 9, 50_000)
  })
  after(async () => await db.end())

  const ofAccount = async () => {
    const found = (await readConnectorHealth(world)).find(({ account }) => account.id === accountId)
    assert.ok(found)
    return found
  }

  it('counts seven days by result, with days without attempts and without what is older', async () => {
    const { days } = await ofAccount()
    assert.equal(days.length, 7)
    const sum = (name: 'attempts' | 'succeeded' | 'failed' | 'unknown') =>
      days.reduce((total, day) => total + day[name], 0)
    assert.deepEqual([sum('attempts'), sum('succeeded'), sum('failed'), sum('unknown')], [25, 22, 1, 1])
    const threeDaysAgo = new Date(Date.now() - 72 * 3_600_000).toISOString().slice(0, 10)
    const { attempts, succeeded } = days.find(({ day }) => day === threeDaysAgo) ?? {}
    assert.deepEqual([attempts, succeeded], [3, 0])
    assert.ok(days.some((day) => day.attempts === 0))
  })

  it('times payouts from sending to result, of a day and of the week, and no pay-ins and no unknown results', async () => {
    const { times } = await ofAccount()
    assert.deepEqual(
      [times?.day_half_ms, times?.day_most_ms].map((ms) => Math.round(ms ?? 0)),
      [1100, 2000],
    )
    assert.deepEqual(
      [times?.all_half_ms, times?.all_most_ms].map((ms) => Math.round(ms ?? 0)),
      [1150, 2095],
    )
  })
})
