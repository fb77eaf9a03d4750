import type pg from 'pg'
import { type ClaimedDelivery, claimDeliveries } from '../src/callbacks/store/callback-claims.ts'
import { writeDeliveryResults } from '../src/callbacks/store/callback-results.ts'
import { percentile } from './latencies.ts'
import { machineMs } from './machine-clock.ts'
import { idAt, insertDue, type Shops } from './shops.ts'

/** Rows of one statement while the tables are filled. */
const rowsPerInsert = 500_000

export interface ClaimTimes {
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Rows of one claim on average. */
  rows: number
}

/**
 * Delivered rows over all points but the noisy one, and rows that are due behind it while it is paused. Indexes and
 * foreign keys are made afterwards. Returns how long it took, in seconds.
 */
export async function fillTables(client: pg.Client, shops: Shops, sizes: { delivered: number; paused: number }) {
  const startedMs = machineMs()
  const pointIds = shops.merchants.map(({ pointId }) => pointId)
  const noisyId = shops.noisy.merchant.pointId
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`)
  await client.query(`update callback_endpoints set status = 'paused' where point_id = $1`, [noisyId])
  const makeIndexes = await dropIndexes(client)
  for (let done = 0; done < sizes.delivered; done += rowsPerInsert) {
    const upTo = Math.min(done + rowsPerInsert, sizes.delivered)
    await insertRows(client, { pointIds, from: done + 1, upTo, state: 'delivered' })
  }
  await insertRows(client, { pointIds: [noisyId], from: 1, upTo: sizes.paused, state: 'pending' })
  await makeIndexes()
  await client.query('analyze callback_events; analyze callback_deliveries')
  return (machineMs() - startedMs) / 1_000
}

interface Rows {
  pointIds: readonly string[]
  from: number
  upTo: number
  state: 'delivered' | 'pending'
}

/** One a millisecond since the end of 2025. */
const createdMs = '1767000000000 + n'

/** The events of rows that no claim reads carry a short text: only their number matters, for the depth of the index. */
async function insertRows(client: pg.Client, { pointIds, from, upTo, state }: Rows): Promise<void> {
  await client.query(
    `with made as (
      insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key, created_at)
      select ${idAt(createdMs)}, ($1::uuid[])[1 + n % $5::int], ${idAt(createdMs)}, 1, 'COMPLETED', '{}', n, now()
      from generate_series($2::int, $3::int) n
      returning id, point_id, transaction_id)
    insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger, state, attempts,
      next_attempt_at, delivered_at, created_at)
    select id, point_id, transaction_id, 1, 'auto', $4, 1, now(), case when $4 = 'delivered' then now() end, now()
    from made`,
    [pointIds, from, upTo, state, pointIds.length],
  )
}

/** Drops every index and foreign key of the two tables; the answer makes them again. */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const constraints = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid in ('callback_events'::regclass, 'callback_deliveries'::regclass) and contype in ('f', 'u', 'p')
    order by array_position('{f,u,p}', contype::text)`,
  )
  const dropped = constraints.rows
  for (const { table, name } of dropped) await client.query(`alter table ${table} drop constraint ${name}`)
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('callback_events', 'callback_deliveries')`,
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes.rows) await client.query(definition)
    for (const { table, name, definition } of dropped.toReversed()) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}

/** Times of `claims` claims, each of `rows` rows that became due just before; their results are written in between. */
export async function claimTimes(
  shops: Shops,
  { claims, rows }: { claims: number; rows: number },
): Promise<ClaimTimes> {
  const { world, merchants } = shops
  const ids = merchants.map(({ pointId }) => pointId)
  const tookMs: number[] = []
  let claimed = 0
  for (let round = 0; round < claims; round++) {
    const pointIds = Array.from({ length: rows }, (_, index) => ids[(round + index) % ids.length] ?? '')
    await insertDue(shops.world.database.owner, pointIds, 1)
    const order = { limit: 64, owner: 'bench', leaseMs: 60_000, restingPointIds: [] }
    const startedMs = machineMs()
    const deliveries = await claimDeliveries(world.database.engine, {
      ...order,
      afterPointId: pointIds.at(-1) ?? '',
    })
    tookMs.push(machineMs() - startedMs)
    claimed += deliveries.length
    await writeDeliveryResults(world.database.engine, deliveries.map(asDelivered))
  }
  tookMs.sort((a, b) => a - b)
  return {
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
    maxMs: tookMs.at(-1) ?? 0,
    rows: claimed / claims,
  }
}

export function asDelivered({ deliveryId, pointId, fence, attempt, claimedAt, url }: ClaimedDelivery) {
  return {
    ...({ deliveryId, pointId, fence, attempt, state: 'delivered', delayMs: 0, free: false, counts: true } as const),
    observation: null,
    inbox: null,
    record: {
      ...{ startedAt: claimedAt, url, status: 200, error: null, errorCode: null, firstByteMs: 1, totalMs: 1 },
      responseBody: null,
      sentBodySha256: null,
    },
  }
}
