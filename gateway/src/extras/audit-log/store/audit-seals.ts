import { createHash } from 'node:crypto'
import type { Db } from '../../../core/platform/database/database.ts'

/** The chain of entries without a merchant. A merchant's chain has the merchant's id. */
export const operatorChain = 'operator'

/** Key of the advisory lock: one process at a time seals. */
const sealingLock = 7_210_442_923

/** Audit rows are kept for ever by default. An operator may drop months that are older than this. */
const auditKeptAtLeast = '13 months'

/** The hash before the first seal of a chain. */
const nothing = Buffer.alloc(32)

/** The end of a chain. `number` 0: it has no seal yet. */
export interface ChainHead {
  chain: string
  number: bigint
  hash: Buffer
}

interface Sealable {
  auditId: string
  /** ISO 8601, UTC, milliseconds. */
  createdAt: string
  rowHash: Buffer
}

const isoOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The hash of the next seal after `before`. */
export function sealHash(before: Pick<ChainHead, 'number' | 'hash'>, row: Sealable): Buffer {
  const place = `${before.number + 1n}|${row.auditId}|${row.createdAt}|`
  return createHash('sha256').update(before.hash).update(place).update(row.rowHash).digest()
}

/** Inside a transaction: true for the one process that may seal now. */
export async function lockSealing(tx: Db): Promise<boolean> {
  const locked = await tx.query<{ mine: boolean }>({
    name: 'lock-sealing',
    text: 'select pg_try_advisory_xact_lock($1) as mine',
    values: [sealingLock],
  })
  return locked.rows[0]?.mine ?? false
}

/**
 * Seals waiting rows, oldest first, at most `limit`, and removes them from the queue. Needs `lockSealing`. A row that
 * disappeared before its seal stays in the queue, so that the proof reports it. Returns the number, and the ends of the
 * chains.
 */
export async function sealPending(tx: Db, limit: number): Promise<{ sealed: number; heads: readonly ChainHead[] }> {
  const waiting = await tx.query<{ chain: string; audit_id: string; created_at: string; row_hash: Buffer }>({
    name: 'find-unsealed',
    text: `select coalesce(a.merchant_id::text, '${operatorChain}') as chain, p.audit_id,
        ${isoOf('p.audit_created_at')} as created_at, audit_row_hash(a) as row_hash
      from audit_pending p join audit_log a on a.id = p.audit_id and a.created_at = p.audit_created_at
      order by p.queued_at, p.audit_id limit $1`,
    values: [limit],
  })
  const heads = await readHeads(tx, [...new Set(waiting.rows.map(({ chain }) => chain))])
  const seals = waiting.rows.map((row) => {
    const before = heads.get(row.chain) ?? { chain: row.chain, number: 0n, hash: nothing }
    const sealable = { auditId: row.audit_id, createdAt: row.created_at, rowHash: row.row_hash }
    const seal = { ...sealable, chain: row.chain, number: before.number + 1n, hash: sealHash(before, sealable) }
    heads.set(row.chain, seal)
    return seal
  })
  if (seals.length === 0) return { sealed: 0, heads: [] }
  await tx.query({
    name: 'insert-audit-seals',
    text: `insert into audit_seals (chain, number, audit_id, audit_created_at, row_hash, hash)
      select * from unnest($1::text[], $2::bigint[], $3::uuid[], $4::timestamptz[], $5::bytea[], $6::bytea[])`,
    values: [
      seals.map((seal) => seal.chain),
      seals.map((seal) => String(seal.number)),
      seals.map((seal) => seal.auditId),
      seals.map((seal) => seal.createdAt),
      seals.map((seal) => seal.rowHash),
      seals.map((seal) => seal.hash),
    ],
  })
  await tx.query({
    name: 'delete-sealed-from-queue',
    text: 'delete from audit_pending where audit_id = any ($1::uuid[])',
    values: [seals.map((seal) => seal.auditId)],
  })
  return { sealed: seals.length, heads: [...heads.values()] }
}

async function readHeads(db: Db, chains: readonly string[]): Promise<Map<string, ChainHead>> {
  const found = await db.query<ChainHead>({
    name: 'read-chain-heads',
    text: `select s.chain, s.number, s.hash from unnest($1::text[]) as c (chain) cross join lateral (
        select chain, number, hash from audit_seals where chain = c.chain order by number desc limit 1) s`,
    values: [chains],
  })
  return new Map(found.rows.map((head) => [head.chain, head]))
}

export interface SealRow {
  chain: string
  number: bigint
  audit_id: string
  created_at: string
  /** `2026-11`, the month of the sealed row, UTC. */
  month: string
  row_hash: Buffer
  hash: Buffer
  /** Null: the row no longer exists. */
  row_chain: string | null
  /** Hash of the row's current content. */
  row_hash_now: Buffer
}

/** Seals with their rows, ordered by chain and number, after a position; of one chain or all. */
export async function readSeals(
  db: Db,
  wanted: { chain: string | null; after: { chain: string; number: bigint }; limit: number },
): Promise<readonly SealRow[]> {
  const found = await db.query<SealRow>({
    name: wanted.chain === null ? 'read-seals' : 'read-seals-of-chain',
    text: `select s.chain, s.number, s.audit_id, ${isoOf('s.audit_created_at')} as created_at,
        to_char(s.audit_created_at at time zone 'UTC', 'YYYY-MM') as month, s.row_hash, s.hash,
        case when a.id is not null then coalesce(a.merchant_id::text, '${operatorChain}') end as row_chain,
        audit_row_hash(a) as row_hash_now
      from audit_seals s left join audit_log a on a.id = s.audit_id and a.created_at = s.audit_created_at
      where ${wanted.chain === null ? '(s.chain, s.number) > ($1, $2)' : 's.chain = $1 and s.number > $2'}
      order by s.chain, s.number limit $3`,
    values: [wanted.chain ?? wanted.after.chain, String(wanted.after.number), wanted.limit],
  })
  return found.rows
}

/** Whether a month's rows may be missing: the month is old enough, and none of its rows exists. */
export async function isMonthDropped(db: Db, month: string): Promise<boolean> {
  const found = await db.query<{ dropped: boolean }>({
    name: 'is-audit-month-dropped',
    text: `select ($1 || '-01T00:00:00Z')::timestamptz + interval '1 month'
          <= gateway_now() - interval '${auditKeptAtLeast}'
        and not exists (select from audit_log where created_at >= ($1 || '-01T00:00:00Z')::timestamptz
          and created_at < ($1 || '-01T00:00:00Z')::timestamptz + interval '1 month') as dropped`,
    values: [month],
  })
  return found.rows[0]?.dropped ?? false
}

export interface LogPositionRow {
  id: string
  created_at: Date
  /** Sealed, or in the queue. */
  known: boolean
}

/** Rows of the log ordered by time, and whether each is sealed or queued; of one merchant or all. */
export async function readLogPositions(
  db: Db,
  wanted: { merchantId: string | null; after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<readonly LogPositionRow[]> {
  const after = wanted.after ?? { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  const found = await db.query<LogPositionRow>({
    name: wanted.merchantId === null ? 'read-log-places' : 'read-log-places-of-merchant',
    text: `select a.id, a.created_at, exists (select from audit_seals s where s.audit_id = a.id)
        or exists (select from audit_pending p where p.audit_id = a.id) as known
      from audit_log a where (a.created_at, a.id) > ($1::timestamptz, $2::uuid)
        and ${wanted.merchantId === null ? '$4::uuid is null' : 'a.merchant_id = $4'}
      order by a.created_at, a.id limit $3`,
    values: [after.createdAt, after.id, wanted.limit, wanted.merchantId],
  })
  return found.rows
}

/** Sealing runs every few seconds. An entry that waits longer than this is a break. */
const waitingMinutesMax = 5

/** Rows that wait too long or disappeared before their seal; at most `limit`. */
export async function readStuckPending(
  db: Db,
  wanted: { merchantId: string | null; limit: number },
): Promise<readonly { audit_id: string; there: boolean }[]> {
  const found = await db.query<{ audit_id: string; there: boolean }>({
    name: 'read-stuck-pending',
    text: `select p.audit_id, a.id is not null as there
      from audit_pending p left join audit_log a on a.id = p.audit_id and a.created_at = p.audit_created_at
      where p.queued_at < statement_timestamp() - interval '${waitingMinutesMax} minutes'
        and ($1::uuid is null or a.merchant_id = $1) order by p.queued_at limit $2`,
    values: [wanted.merchantId, wanted.limit],
  })
  return found.rows
}
