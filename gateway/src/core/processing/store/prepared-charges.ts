import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'

/** A charge that its provider is asked for, before its merchant is told the code. */
export interface PreparedCharge {
  id: string
  point_id: string
  environment: Environment
  reference: string
  content_hash: Buffer
  connector_account_id: string
  sequence: bigint
  expired_at: Date
}

const columns = 'id, point_id, environment, reference, content_hash, connector_account_id, sequence, expired_at'

/** Charges without a code that one point may have at a time. */
const preparedMax = 500

/**
 * `ours`: the row, new or of an earlier try, and the right to call its provider until the lease ends. `held`: another
 * request calls about it. `full`: the point has too many.
 */
export type PreparedOrNot = { kind: 'ours'; row: PreparedCharge } | { kind: 'held' | 'full' }

/** Writes the row of a charge, or takes over the one of its reference. */
export async function prepareCharge(db: Db, wanted: PreparedCharge, leaseMs: number): Promise<PreparedOrNot> {
  const found = await db.query<PreparedCharge & { is_ours: boolean }>({
    name: 'prepare-charge',
    text: `insert into prepared_charges as c (${columns}, called_until, called_by)
      select $1, $2, $3, $4, $5, $6, $7, $8, gateway_now() + $9 * interval '1 millisecond', $10
      where exists (select from prepared_charges where point_id = $2 and reference = $4 and abandoned_at is null)
        or (select count(*) from (select from prepared_charges where point_id = $2 and abandoned_at is null
          limit ${preparedMax}) own) < ${preparedMax}
      on conflict (point_id, reference) where abandoned_at is null do update
        set called_until = case when c.called_until <= gateway_now() then excluded.called_until else c.called_until end,
          called_by = case when c.called_until <= gateway_now() then excluded.called_by else c.called_by end
      returning ${columns}, called_by = $10 as is_ours`,
    values: [
      wanted.id,
      wanted.point_id,
      wanted.environment,
      wanted.reference,
      wanted.content_hash,
      wanted.connector_account_id,
      wanted.sequence,
      wanted.expired_at,
      leaseMs,
      randomUUID(),
    ],
  })
  const [row] = found.rows
  if (!row) return { kind: 'full' }
  const { is_ours: isOurs, ...charge } = row
  return isOurs ? { kind: 'ours', row: charge } : { kind: 'held' }
}

/** The charge was told, or nothing of it is left at its provider. */
export async function deleteCharge(db: Db, id: string): Promise<void> {
  await db.query({ name: 'delete-prepared-charge', text: 'delete from prepared_charges where id = $1', values: [id] })
}

/** Ends the right to call. An abandoned charge is cancelled next, and its reference is free. */
export async function leaveCharge(db: Db, id: string, how: { abandoned: boolean }): Promise<void> {
  await db.query({
    name: 'leave-prepared-charge',
    text: `update prepared_charges set called_until = gateway_now(),
        abandoned_at = case when $2 then coalesce(abandoned_at, gateway_now()) else abandoned_at end
      where id = $1`,
    values: [id, how.abandoned],
  })
}

/** Minutes for which a charge waits for its merchant to ask again. */
export const preparedMinutes = 15

/** An abandoned charge that is to be cancelled; `is_told`: it became a transaction, and its row only stayed. */
export interface AbandonedCharge extends PreparedCharge {
  is_told: boolean
  tries: number
}

/** Charges whose time is over, with the right to call about them. The pause between tries grows to an hour. */
export async function claimAbandoned(
  db: Db,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<readonly AbandonedCharge[]> {
  const found = await db.query<AbandonedCharge>({
    name: 'claim-abandoned-charges',
    text: `update prepared_charges c set abandoned_at = coalesce(c.abandoned_at, gateway_now()), tries = c.tries + 1,
        called_until = gateway_now() + greatest($2 * interval '1 millisecond',
          least(interval '1 hour', c.tries * c.tries * interval '10 seconds'))
      from (select id from prepared_charges
        where called_until <= gateway_now()
          and (abandoned_at is not null or created_at < gateway_now() - interval '${preparedMinutes} minutes')
        order by called_until limit $1 for update skip locked) due
      where c.id = due.id
      returning c.id, c.point_id, c.environment, c.reference, c.content_hash, c.connector_account_id, c.sequence,
        c.expired_at, c.tries, exists (select from transactions t where t.id = c.id) as is_told`,
    values: [limit, leaseMs],
  })
  return found.rows
}
