import type { Db } from '../../../core/platform/database/database.ts'
import { deletedRowsMax } from '../../../core/platform/database/old-rows.ts'
import {
  type UseState,
  undecidedSeconds,
  type VelocityCounts,
  type VelocityKind,
  type VelocityLimits,
} from '../rules/card-velocity.ts'

/** A key by which a card pay-in is counted. */
export interface CardKey {
  kind: VelocityKind
  hash: Buffer
}

/**
 * Locks keys until the end of the transaction; false at once where another session holds one. Waiting for a lock
 * would occupy a pooled connection.
 */
export async function tryLockCardKeys(tx: Db, pointId: string, keys: readonly CardKey[]): Promise<boolean> {
  if (keys.length === 0) return true
  const found = await tx.query<{ held: boolean }>({
    name: 'try-lock-card-keys',
    text: `select bool_and(pg_try_advisory_xact_lock(hashtextextended($1::text || kind || encode(hash, 'hex'), 7))) as held
      from unnest($2::text[], $3::bytea[]) as k(kind, hash)`,
    values: [pointId, keys.map(({ kind }) => kind), keys.map(({ hash }) => hash)],
  })
  return found.rows[0]?.held ?? false
}

export interface CardPolicy {
  fingerprints: boolean
  /** By kind; other kinds use the defaults. */
  limits: ReadonlyMap<VelocityKind, VelocityLimits>
}

export async function readCardPolicy(db: Db, pointId: string): Promise<CardPolicy> {
  const found = await db.query<{
    fingerprints: boolean
    kind: VelocityKind | null
    attempts_hour: number | null
    declines_hour: number | null
    attempts_day: number | null
    declines_day: number | null
  }>({
    name: 'read-card-policy',
    text: `select p.card_fingerprints as fingerprints, l.kind, l.attempts_hour, l.declines_hour, l.attempts_day, l.declines_day
      from points p left join card_limits l on l.point_id = p.id where p.id = $1`,
    values: [pointId],
  })
  const limits = new Map<VelocityKind, VelocityLimits>()
  for (const row of found.rows) {
    if (row.kind === null) continue
    limits.set(row.kind, {
      attemptsHour: row.attempts_hour,
      declinesHour: row.declines_hour,
      attemptsDay: row.attempts_day,
      declinesDay: row.declines_day,
    })
  }
  return { fingerprints: found.rows[0]?.fingerprints ?? false, limits }
}

/** A key with its limits. Counting stops at the limit and is left out without one. */
export type LimitedKey = CardKey & { limits: VelocityLimits }

/** SQL that counts uses of key `k` up to `most`. Null `most` = no limit: reads nothing. */
function counted(most: string, condition: string): string {
  return `(select count(*)::int from (select from card_uses u
    where u.point_id = $1 and u.kind = k.kind and u.key_hash = k.hash and ${condition} limit coalesce(${most}, 0)) x)`
}

function since(seconds: string): string {
  return `u.created_at > gateway_now() - ${seconds} * interval '1 second'`
}

const attempts = (most: string, seconds: number) => counted(most, since(String(seconds)))
const declines = (most: string, seconds: number) =>
  `${counted(most, `u.state = 'declined' and ${since(String(seconds))}`)} + ${counted(most, `u.state = 'in_flight' and ${since(String(undecidedSeconds))}`)}`

/** Counts of uses with these keys in the last hour and day, up to their limits. */
export async function countCardUses(
  tx: Db,
  pointId: string,
  keys: readonly LimitedKey[],
): Promise<ReadonlyMap<VelocityKind, VelocityCounts>> {
  const found = await tx.query<{ kind: VelocityKind } & VelocityCounts>({
    name: 'count-card-uses',
    text: `select k.kind, ${attempts('k.attempts_hour', 3_600)} as "attemptsHour",
        ${attempts('k.attempts_day', 86_400)} as "attemptsDay",
        ${declines('k.declines_hour', 3_600)} as "declinesHour", ${declines('k.declines_day', 86_400)} as "declinesDay"
      from unnest($2::text[], $3::bytea[], $4::int[], $5::int[], $6::int[], $7::int[])
        as k(kind, hash, attempts_hour, attempts_day, declines_hour, declines_day)`,
    values: [
      pointId,
      keys.map(({ kind }) => kind),
      keys.map(({ hash }) => hash),
      keys.map(({ limits }) => limits.attemptsHour),
      keys.map(({ limits }) => limits.attemptsDay),
      keys.map(({ limits }) => limits.declinesHour),
      keys.map(({ limits }) => limits.declinesDay),
    ],
  })
  return new Map(found.rows.map((row) => [row.kind, row]))
}

/** Records one use. Repetitions of a reference count once per key. */
export async function insertCardUses(
  tx: Db,
  use: { pointId: string; reference: string; keys: readonly CardKey[] },
): Promise<void> {
  await tx.query({
    name: 'insert-card-uses',
    text: `insert into card_uses (point_id, reference, kind, key_hash)
      select $1, $2, kind, hash from unnest($3::text[], $4::bytea[]) as k(kind, hash) on conflict do nothing`,
    values: [use.pointId, use.reference, use.keys.map(({ kind }) => kind), use.keys.map(({ hash }) => hash)],
  })
}

export interface SettledUse {
  pointId: string
  reference: string
  state: UseState
}

/**
 * Records the results of uses, in the commit that changes their pay-ins and after all other locks. Only that commit
 * changes the rows of these references.
 */
export async function saveUseStates(tx: Db, settled: readonly SettledUse[]): Promise<void> {
  if (settled.length === 0) return
  await tx.query({
    name: 'settle-card-uses',
    text: `update card_uses u set state = s.state from unnest($1::uuid[], $2::text[], $3::text[]) as s(point_id, reference, state)
      where u.point_id = s.point_id and u.reference = s.reference and u.state <> s.state`,
    values: [
      settled.map(({ pointId }) => pointId),
      settled.map(({ reference }) => reference),
      settled.map(({ state }) => state),
    ],
  })
}

export async function saveCardLimits(
  tx: Db,
  setting: { pointId: string; kind: VelocityKind; limits: VelocityLimits },
): Promise<void> {
  const { pointId, kind, limits } = setting
  await tx.query({
    name: 'save-card-limits',
    text: `insert into card_limits (point_id, kind, attempts_hour, declines_hour, attempts_day, declines_day)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (point_id, kind) do update set attempts_hour = excluded.attempts_hour,
        declines_hour = excluded.declines_hour, attempts_day = excluded.attempts_day, declines_day = excluded.declines_day`,
    values: [pointId, kind, limits.attemptsHour, limits.declinesHour, limits.attemptsDay, limits.declinesDay],
  })
}

export async function saveCardFingerprints(tx: Db, pointId: string, enabled: boolean): Promise<void> {
  await tx.query({
    name: 'save-card-fingerprints',
    text: 'update points set card_fingerprints = $2 where id = $1',
    values: [pointId, enabled],
  })
}

/** Deletes uses older than two days: the longest window is a day, and the clock may be moved. */
export async function deleteOldCardUses(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-old-card-uses',
    text: `delete from card_uses where ctid in (
      select ctid from card_uses where created_at < gateway_now() - interval '2 days' limit ${deletedRowsMax})`,
  })
  return deleted.rowCount ?? 0
}
