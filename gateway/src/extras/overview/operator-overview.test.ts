import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { aConnectorAccount } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { uuidFrom } from '../../core/platform/ids.ts'
import { volumeRange } from './operator-overview.ts'
import { readBusiestMerchants, readVolumes } from './store/reads/operator-overview.ts'

const world = await setUp({ after })
const range = volumeRange({ now: new Date('2026-11-21T02:30:00Z'), day: new Date('2026-11-21T00:00:00Z') })

it('adds today up beside yesterday to this time, counts each of 24 whole hours, and names the busiest merchants', async () => {
  const { pointId } = await aPoint(world)
  const accountId = await aConnectorAccount(world)
  let made = 0
  const payin = async (at: string, minor: number, isPaid = true) => {
    const id = uuidFrom(new Date(at)).slice(0, -12) + String(++made).padStart(12, '0')
    const amounts = isPaid ? [minor, minor, 'COMPLETED', 'paid'] : [null, 0, 'PENDING', 'awaiting_payment']
    await world.database.owner.query(
      `insert into transactions (id, reference, pay_token, sequence, point_id, connector_account_id, created_at, updated_at,
          expired_at, amount_minor, credited_minor, received_minor, status, reason, environment, pay_type, service_code,
          currency, suspense_minor, instructions, details, content_hash)
        values ($1, $2, lpad($2, 22, '0'), $3, $4, $5, $6, $6, $6, $7, $8, $9, $10, $11, 'test', 'payin', 'BT_AR',
          'ARS', 0, '{}', '{}', sha256('x'))`,
      [id, String(made), made, pointId, accountId, at, minor, ...amounts],
    )
  }
  await payin('2026-11-20T01:59:00Z', 100)
  await payin('2026-11-20T02:29:00Z', 200)
  await payin('2026-11-20T02:31:00Z', 400)
  await payin('2026-11-20T23:10:00Z', 800)
  await payin('2026-11-21T01:10:00Z', 1_600)
  await payin('2026-11-21T02:10:00Z', 3_200, false)
  const rows = await readVolumes(world.database.engine, range)
  const told = rows.map(({ status, transactions, sum_minor, before, before_minor }) => {
    return [status, transactions, sum_minor, before, before_minor]
  })
  assert.deepEqual(told, [
    ['COMPLETED', 1, '1600', 2, '300'],
    ['PENDING', 1, '3200', 0, '0'],
  ])
  assert.deepEqual(rows[0]?.by_hour, [2, ...Array(20).fill(0), 1, 0, 1])
  assert.equal(rows[0]?.read, 5)
  const [busiest] = await readBusiestMerchants(world.database.engine, { since: range.today, limit: 1 })
  assert.deepEqual([busiest?.payins, busiest?.payouts, busiest?.ended, busiest?.completed], [2, 0, 1, 1])
})
