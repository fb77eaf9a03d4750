import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { overviewReader } from '../../src/overview/get-overview.ts'
import { overviewData } from '../../src/overview/http/overview-data.ts'
import { readOperatorOverview } from '../../src/overview/operator-overview.ts'
import { readSuspenseSums } from '../../src/review/store/reads/operator-ledger.ts'
import type { Caller } from '../../src/values/caller.ts'
import type { Environment } from '../../src/values/environment.ts'
import { aConnectorAccount } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })

interface Place {
  pointId: string
  merchantId: string
  environment: Environment
  accountId: string
}

describe('the figures of one environment beside a busy other one', () => {
  let live: Place
  let busy: Place
  before(async () => {
    busy = await aPlace('test')
    live = await aPlace('live', busy.merchantId)
    await pay(busy, 40)
    await pay(live, 3)
  })

  it('a cap on the rows of a day is of the environment: test rows displace no live ones', async () => {
    const limits = { volumeRows: 10, failingEndpoints: 20 }
    const { volumes, volumesAtLeast } = await readOperatorOverview(world, 'live', limits)
    assert.deepEqual(
      volumes.map(({ environment, transactions, sum_minor: sum }) => [environment, transactions, sum]),
      [['live', 3, '3000']],
    )
    assert.equal(volumesAtLeast, false)
  })

  it('says “at least” where the cap is reached, and only there', async () => {
    for (const [volumeRows, counted, atLeast] of [
      [10, 10, true],
      [40, 40, true],
      [41, 40, false],
    ] as const) {
      const { volumes, volumesAtLeast } = await readOperatorOverview(world, 'test', {
        volumeRows,
        failingEndpoints: 20,
      })
      assert.deepEqual([volumes[0]?.transactions, volumesAtLeast], [counted, atLeast], `${volumeRows} rows`)
    }
  })

  it('leaves out what was created before the day', async () => {
    await pay(live, 2, '2 days')
    const { volumes } = await readOperatorOverview(world, 'live')
    assert.equal(volumes[0]?.transactions, 3)
  })

  it('says that more points have failing callbacks than it names', async () => {
    const points = [busy, await aPlace('test'), await aPlace('test')]
    for (const { pointId } of points) {
      await world.database.owner.query(
        `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, failing_since, opens,
          recovering) values ($1, now(), 9, 9, 9, now(), 0, false)`,
        [pointId],
      )
    }
    for (const [failingEndpoints, more] of [
      [2, true],
      [3, false],
    ] as const) {
      const read = await readOperatorOverview(world, 'test', { volumeRows: 10, failingEndpoints })
      assert.deepEqual([read.failingEndpoints.length, read.failingEndpointsMore], [failingEndpoints, more])
    }
  })

  it('money in suspense is added up by environment', async () => {
    await world.database.owner.query('update transactions set suspense_minor = 7')
    const sums = await readSuspenseSums(world.database.engine, 10)
    assert.deepEqual(
      sums.map(({ environment, transactions }) => [environment, transactions]),
      [
        ['live', 5],
        ['test', 10],
      ],
    )
  })

  it('a merchant’s overview counts what is under review at its point, however much is at others', async () => {
    await pay(busy, 2_100, '3 days')
    await world.database.owner.query(`update transactions set needs_operator = 'a contradiction'
      where point_id = '${busy.pointId}' or id in (select id from transactions where point_id = '${live.pointId}' limit 2)`)
    const { pointId, merchantId, environment } = live
    const caller = { point: { pointId, merchantId, environment } } as Caller
    const { review } = overviewData(await overviewReader(world)(caller, 7), 'day').waiting
    assert.equal(review.count, 2)
    assert.ok(review.oldest)
  })
})

async function aPlace(environment: Environment, ofMerchant?: string): Promise<Place> {
  const made = await aPoint(world, { environment, ...(ofMerchant && { merchantId: ofMerchant }) })
  const { pointId } = made
  return {
    pointId,
    merchantId: ofMerchant ?? made.merchantId,
    environment,
    accountId: await aConnectorAccount(world, environment),
  }
}

/** Pay-ins of 10.00 that were created so long ago. */
async function pay({ pointId, environment, accountId }: Place, count: number, ago = '0 s'): Promise<void> {
  await world.database.owner.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency, status,
      reason, connector_account_id, sequence, instructions, details, content_hash, pay_token, created_at, updated_at, expired_at)
    select gen_random_uuid(), $1, $2, 'payin', 'BT_AR', gen_random_uuid()::text, 1000, 'ARS', 'PENDING', 'awaiting_payment', $3,
      n, '{}', '{}', sha256(n::text::bytea), substr(md5(random()::text), 1, 22), now() - $5::interval, now(), now()
    from generate_series(1, $4::int) n`,
    [pointId, environment, accountId, count, ago],
  )
}
