import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { BankDayState, DayEnd, OpenReason } from '../rules/bank-day.ts'

export interface BankDayRow {
  bank_account_id: string
  /** `2030-06-14` */
  day: string
  /** Minor units. */
  bank_minor: bigint | null
  ledger_minor: bigint
  unposted_minor: bigint
  unproven_minor: bigint
  difference_minor: bigint | null
  late_minor: bigint
  state: BankDayState
  reasons: OpenReason[]
  computed_at: Date
}

const columns = `bank_account_id, day::text, bank_minor, ledger_minor, unposted_minor, unproven_minor, difference_minor,
  late_minor, state, reasons, computed_at`

/** More days than a page shows. */
const listedMax = 400

/** The days of an account from one to another, the first one first. */
export async function readBankDays(
  db: Db,
  wanted: { bankAccountId: string; from: string; to: string },
): Promise<readonly BankDayRow[]> {
  const found = await db.query<BankDayRow>({
    name: 'read-bank-days',
    text: `select ${columns} from bank_days where bank_account_id = $1 and day between $2 and $3
      order by day limit ${listedMax}`,
    values: [wanted.bankAccountId, wanted.from, wanted.to],
  })
  return found.rows
}

export async function saveBankDays(
  tx: Db,
  { bankAccountId, ends, now }: { bankAccountId: string; ends: readonly DayEnd[]; now: Date },
): Promise<void> {
  if (ends.length === 0) return
  await tx.query({
    name: 'save-bank-days',
    text: `insert into bank_days (bank_account_id, day, bank_minor, ledger_minor, unposted_minor, unproven_minor,
        difference_minor, late_minor, state, reasons, computed_at)
      select $1, day, bank_minor, ledger_minor, unposted_minor, unproven_minor, difference_minor, late_minor, state,
        reasons, $3
      from jsonb_to_recordset($2::jsonb) as r (day date, bank_minor bigint, ledger_minor bigint, unposted_minor bigint,
        unproven_minor bigint, difference_minor bigint, late_minor bigint, state text, reasons text[])
      on conflict (bank_account_id, day) do update set (bank_minor, ledger_minor, unposted_minor, unproven_minor,
        difference_minor, late_minor, state, reasons, computed_at) = (excluded.bank_minor, excluded.ledger_minor,
        excluded.unposted_minor, excluded.unproven_minor, excluded.difference_minor, excluded.late_minor,
        excluded.state, excluded.reasons, excluded.computed_at)`,
    values: [bankAccountId, JSON.stringify(ends.map(recordOf)), now],
  })
}

function recordOf(end: DayEnd): Record<string, unknown> {
  return {
    day: end.day,
    bank_minor: end.bankMinor?.toString() ?? null,
    ledger_minor: end.ledgerMinor.toString(),
    unposted_minor: end.unpostedMinor.toString(),
    unproven_minor: end.unprovenMinor.toString(),
    difference_minor: end.differenceMinor?.toString() ?? null,
    late_minor: end.lateMinor.toString(),
    state: end.state,
    reasons: end.reasons,
  }
}

/** Days before the account's first one, from when it had another. */
export async function deleteBankDaysBefore(tx: Db, bankAccountId: string, day: string): Promise<void> {
  await tx.query({
    name: 'delete-bank-days-before',
    text: 'delete from bank_days where bank_account_id = $1 and day < $2',
    values: [bankAccountId, day],
  })
}

/** An account whose days are computed. Days are in its time zone. */
export interface ProvenAccountRow {
  id: string
  environment: Environment
  country: string
  currency: CurrencyCode
  time_zone: string
  /** Its settlement account in the ledger. Null: nothing was booked yet. */
  settlement: bigint | null
  opening_minor: bigint | null
  /** The first day that is proven. */
  first_day: string
  yesterday: string
  /** The last day to compute: yesterday, or today where a statement says its closing balance already. */
  until: string
  looked_at: Date | null
  stale_from: string | null
  /** The last day that is computed. */
  last_day: string | null
}

const firstDay = `case when b.opening_minor is not null then b.ledger_from
  else greatest(coalesce(b.ledger_from, (b.created_at at time zone b.time_zone)::date),
    (select min(s.from_day) from bank_statements s where s.bank_account_id = b.id and s.kind = 'booked')) end`

const today = '(coalesce($1::timestamptz, gateway_now()) at time zone b.time_zone)::date'

const accountColumns = `b.id, b.environment, b.country, b.currency, b.time_zone, b.opening_minor,
  (select a.id from ledger_accounts a where a.environment = b.environment and a.currency = b.currency
    and a.kind = 'settlement' and a.point_id is null and a.connector_account_id = b.connector_account_id) as settlement,
  (${firstDay})::text as first_day, (${today} - 1)::text as yesterday,
  greatest(${today} - 1, least(${today}, (select max(s.to_day) from bank_statements s
    where s.bank_account_id = b.id and s.kind = 'booked' and s.closing_minor is not null)))::text as until,
  nullif(p.looked_at, '-infinity') as looked_at, p.stale_from::text,
  (select max(d.day) from bank_days d where d.bank_account_id = b.id)::text as last_day`

/** Accounts with a statement, those first that were looked at longest ago. */
export async function listAccountsToProve(db: Db, { limit }: { limit: number }): Promise<readonly { id: string }[]> {
  const found = await db.query<{ id: string }>({
    name: 'list-bank-accounts-to-prove',
    text: `select b.id from bank_accounts b left join bank_day_progress p on p.bank_account_id = b.id
      where exists (select from bank_statements s where s.bank_account_id = b.id and s.kind = 'booked')
      order by p.looked_at nulls first, b.id limit $1`,
    values: [limit],
  })
  return found.rows
}

/** Accounts with computed days, or with days that were computed since an instant, by id. */
export async function listAccountsWithDays(
  db: Db,
  wanted: { since: Date | null; after: string; limit: number },
): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'list-bank-accounts-with-days',
    text: `select b.id from bank_accounts b where b.id > $2 and exists (select from bank_days d
        where d.bank_account_id = b.id and ($1::timestamptz is null or d.computed_at >= $1)) order by b.id limit $3`,
    values: [wanted.since, wanted.after, wanted.limit],
  })
  return found.rows.map(({ id }) => id)
}

/** Locks how far an account is computed. Undefined: another process computes it. */
export async function lockDayProgress(tx: Db, bankAccountId: string): Promise<boolean> {
  await tx.query({
    name: 'begin-bank-day-progress',
    text: `insert into bank_day_progress (bank_account_id, looked_at) values ($1, '-infinity') on conflict do nothing`,
    values: [bankAccountId],
  })
  const locked = await tx.query({
    name: 'lock-bank-day-progress',
    text: 'select 1 from bank_day_progress where bank_account_id = $1 for update skip locked',
    values: [bankAccountId],
  })
  return locked.rowCount === 1
}

/** `now`: the database's clock if left out. */
export async function readAccountToProve(
  tx: Db,
  bankAccountId: string,
  now?: Date,
): Promise<ProvenAccountRow | undefined> {
  const found = await tx.query<ProvenAccountRow>({
    name: 'read-bank-account-to-prove',
    text: `select ${accountColumns} from bank_accounts b left join bank_day_progress p on p.bank_account_id = b.id
      where b.id = $2`,
    values: [now ?? null, bankAccountId],
  })
  return found.rows[0]
}

export async function saveDayProgress(
  tx: Db,
  progress: { bankAccountId: string; lookedAt: Date; staleFrom: string | null },
): Promise<void> {
  await tx.query({
    name: 'save-bank-day-progress',
    text: 'update bank_day_progress set looked_at = $2, stale_from = $3 where bank_account_id = $1',
    values: [progress.bankAccountId, progress.lookedAt, progress.staleFrom],
  })
}

/** The days from this one on are computed again in the next round. */
export async function markDaysStale(tx: Db, bankAccountId: string, day: string): Promise<void> {
  await tx.query({
    name: 'mark-bank-days-stale',
    text: `insert into bank_day_progress (bank_account_id, looked_at, stale_from) values ($1, '-infinity', $2)
      on conflict (bank_account_id) do update set stale_from = least(bank_day_progress.stale_from, excluded.stale_from)`,
    values: [bankAccountId, day],
  })
}

/** Said once. */
export async function saveOpening(
  tx: Db,
  bankAccountId: string,
  { ledgerFrom, openingMinor }: { ledgerFrom: string; openingMinor: bigint },
): Promise<void> {
  await tx.query({
    name: 'save-bank-account-opening',
    text: 'update bank_accounts set ledger_from = $2, opening_minor = $3 where id = $1',
    values: [bankAccountId, ledgerFrom, openingMinor],
  })
}

/** Nothing has judged it, and it is from before the day; or it was closed as such, and is of the day or later. */
const isMovedByOpening = `(s.state = 'new' and l.booking_day < $2
  or s.state = 'closed' and s.standing in ('booked', 'announced', 'part') and l.booking_day >= $2 and l.amount_minor > 0)`

/**
 * The account's first day is another one: lines that nothing has judged, from before it, count no more, and lines with
 * money that were closed because the account began later are judged after all. Locks them in the order of the ids, as
 * every round does.
 */
export async function closeAndReopenLines(
  tx: Db,
  bankAccountId: string,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  await tx.query({
    name: 'close-and-reopen-bank-lines',
    text: `with moved as materialized (
        select s.bank_line_id, l.booking_day < $2 as is_before
        from bank_line_states s join bank_lines l on l.id = s.bank_line_id
        where s.bank_account_id = $1 and ${isMovedByOpening} order by s.bank_line_id for update of s)
      update bank_line_states s set state = case when m.is_before then 'closed' else 'new' end,
        judged_at = case when m.is_before then $3::timestamptz end
      from moved m where s.bank_line_id = m.bank_line_id`,
    values: [bankAccountId, day, now],
  })
}

/** A day that two people closed is shown so at once. */
export async function markDayClosed(tx: Db, bankAccountId: string, day: string): Promise<void> {
  await tx.query({
    name: 'mark-bank-day-closed',
    text: `update bank_days set state = 'closed_manually' where bank_account_id = $1 and day = $2 and state = 'open'`,
    values: [bankAccountId, day],
  })
}
