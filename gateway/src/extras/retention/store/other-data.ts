import type { Db } from '../../../core/platform/database/database.ts'
import type { Counts } from './transactions.ts'

/** Rows per table and step. */
const stepMax = 1_000

/** A session ends after half a day. A month leaves time to investigate past sessions. */
const deadSessionDays = 30

/** Old personal data that belongs to no transaction. `$1` = the horizon. */
interface OtherColumn {
  name: string
  table: string
  where: string
  /** Undefined: the rows are deleted. */
  set?: string
}

const removedAddress = `'removed-' || x.id || '@removed.invalid'`

const otherData: readonly OtherColumn[] = [
  {
    name: 'provider_notifications.body',
    table: 'provider_notifications',
    where: `x.received_at < $1 and x.state <> 'received' and length(x.body) > 0`,
    set: `body = '', headers = '{}'`,
  },
  {
    name: 'incoming_money.sender',
    table: 'incoming_money',
    where: `x.received_at < $1 and coalesce(x.reference, x.sender_name, x.sender_document) is not null`,
    set: 'reference = null, sender_name = null, sender_document = null',
  },
  {
    name: 'audit_log.origin',
    table: 'audit_log',
    where: 'x.created_at < $1 and x.origin is not null',
    set: 'origin = null, origin_salt = null',
  },
  {
    name: 'request_log.address',
    table: 'request_log',
    where: 'x.created_at < $1 and x.address is not null',
    set: 'address = null',
  },
  {
    name: 'invitations.email',
    table: 'invitations',
    where: `x.expires_at < $1 and x.email not like '%@removed.invalid'`,
    set: `email = ${removedAddress}`,
  },
  {
    name: 'users.email',
    table: 'users',
    where: `x.disabled_at < $1 and x.email not like '%@removed.invalid'`,
    set: `email = ${removedAddress}, name = '(removed)', totp_box = null, totp_confirmed_at = null,
      password_hash = repeat('-', 20), alert_mails = '{}'`,
  },
  {
    name: 'known_addresses',
    table: 'known_addresses',
    where: 'x.user_id in (select id from users where disabled_at < $1)',
  },
  {
    name: 'sessions',
    table: 'sessions',
    where: `x.last_seen_at < statement_timestamp() - interval '${deadSessionDays} days' and $1::timestamptz is not null`,
  },
]

/** How many rows still hold old data, by column. */
export async function countOther(db: Db, horizon: Date): Promise<Counts> {
  const counts: Record<string, number> = {}
  for (const { name, table, where } of otherData) {
    const found = await db.query<{ n: bigint }>({
      text: `select count(*) as n from ${table} x where ${where}`,
      values: [horizon],
    })
    counts[name] = Number(found.rows[0]?.n ?? 0n)
  }
  return counts
}

/** One step over all tables. `more`: some table has further rows. */
export async function removeOther(tx: Db, horizon: Date): Promise<{ counts: Counts; more: boolean }> {
  const counts: Record<string, number> = {}
  for (const { name, table, where, set } of otherData) {
    // The outer statement repeats the condition, so that it reads old partitions and pages only.
    const some = `${where} and (x.tableoid, x.ctid) in (
      select x.tableoid, x.ctid from ${table} x where ${where} limit ${stepMax})`
    const removed = await tx.query({
      text: set ? `update ${table} x set ${set} where ${some}` : `delete from ${table} x where ${some}`,
      values: [horizon],
    })
    counts[name] = removed.rowCount ?? 0
  }
  return { counts, more: Object.values(counts).some((n) => n >= stepMax) }
}
