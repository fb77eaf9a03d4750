import type { VelocityCounts, VelocityKind, VelocityLimits } from '../domain/card-velocity.ts'
import type { Db } from './database.ts'

/** One way in which a card pay-in is counted. */
export interface CardKey {
  kind: VelocityKind
  hash: Buffer
}

/** Whoever tries the same card, address or e-mail at this moment waits; in one order, so that nobody waits in a circle. */
export async function lockCardKeys(tx: Db, pointId: string, keys: readonly CardKey[]): Promise<void> {
  await tx.query({
    name: 'lock-card-keys',
    text: `select pg_advisory_xact_lock(k.lock) from (
        select distinct hashtextextended($1::text || kind || encode(hash, 'hex'), 7) as lock
        from unnest($2::text[], $3::bytea[]) as x(kind, hash) order by 1) k`,
    values: [pointId, keys.map(({ kind }) => kind), keys.map(({ hash }) => hash)],
  })
}

export interface CardPolicy {
  fingerprints: boolean
  /** By kind; kinds without a line follow the defaults. */
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

/** No limit is as high as this: counting further would only cost. */
const countMax = 1_000_000

/** What was tried with these keys in the last hour and day; a decline is a card pay-in that ended in ERROR. */
export async function countCardUses(
  tx: Db,
  pointId: string,
  keys: readonly CardKey[],
): Promise<ReadonlyMap<VelocityKind, VelocityCounts>> {
  const found = await tx.query<{
    kind: VelocityKind
    attempts_hour: number
    declines_hour: number
    attempts_day: number
    declines_day: number
  }>({
    name: 'count-card-uses',
    text: `select k.kind,
        count(u.reference) filter (where u.created_at > gateway_now() - interval '1 hour')::int as attempts_hour,
        count(t.id) filter (where u.created_at > gateway_now() - interval '1 hour')::int as declines_hour,
        count(u.reference)::int as attempts_day, count(t.id)::int as declines_day
      from unnest($2::text[], $3::bytea[]) as k(kind, hash)
      left join lateral (select reference, created_at from card_uses u
        where u.point_id = $1 and u.kind = k.kind and u.key_hash = k.hash
          and u.created_at > gateway_now() - interval '1 day' limit ${countMax}) u on true
      left join transactions t on t.point_id = $1 and t.pay_type = 'payin' and t.reference = u.reference
        and t.status = 'ERROR'
      group by k.kind`,
    values: [pointId, keys.map(({ kind }) => kind), keys.map(({ hash }) => hash)],
  })
  return new Map(
    found.rows.map((row) => [
      row.kind,
      {
        attemptsHour: row.attempts_hour,
        declinesHour: row.declines_hour,
        attemptsDay: row.attempts_day,
        declinesDay: row.declines_day,
      },
    ]),
  )
}

/** Notes one try. The same reference counts once, however often it is sent. */
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

/** What is older than the longest window counts for nothing. Two days leave room for a moved clock. */
export async function deleteOldCardUses(db: Db): Promise<void> {
  await db.query({
    name: 'delete-old-card-uses',
    text: `delete from card_uses where created_at < gateway_now() - interval '2 days'`,
  })
}
