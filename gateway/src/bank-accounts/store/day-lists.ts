import type { Db } from '../../platform/database/database.ts'
import { beginOf, localDay, type MovementScope, signed, withoutLine } from './day-movements.ts'

export interface DayLineRow {
  id: string
  day: string
  sign: 'C' | 'D'
  amount_minor: bigint
  bank_ref: string | null
  text: string
  party_name: string | null
  state: string
}

const lineColumns = `l.id, l.booking_day::text as day, l.sign, l.amount_minor, l.refs ->> 'bankRef' as bank_ref, l.text,
  l.party_name, s.state`
const lineTables = 'bank_line_states s join bank_lines l on l.id = s.bank_line_id'

interface ListOfDay {
  bankAccountId: string
  day: string
  /** The last row of the page before. */
  after: string | null
  limit: number
}

/** Lines up to a day that are not in the ledger, by id. */
export async function readUnpostedLines(db: Db, wanted: ListOfDay): Promise<readonly DayLineRow[]> {
  const found = await db.query<DayLineRow>({
    name: 'read-unposted-bank-lines',
    text: `select ${lineColumns} from ${lineTables}
      where s.state = 'new' and s.standing <> 'announced' and s.bank_account_id = $1 and l.booking_day <= $2 and l.amount_minor > 0
        and ($3::uuid is null or l.id > $3) order by l.id limit $4`,
    values: [wanted.bankAccountId, wanted.day, wanted.after, wanted.limit],
  })
  return found.rows
}

/** Lines of a day that nobody has claimed, by id. */
export async function readWaitingOfDay(db: Db, wanted: ListOfDay): Promise<readonly DayLineRow[]> {
  const found = await db.query<DayLineRow>({
    name: 'read-waiting-bank-lines-of-day',
    text: `select ${lineColumns} from bank_lines l join bank_line_states s on s.bank_line_id = l.id
      where l.bank_account_id = $1 and l.booking_day = $2 and s.state in ('in_suspense', 'returning')
        and ($3::uuid is null or l.id > $3) order by l.id limit $4`,
    values: [wanted.bankAccountId, wanted.day, wanted.after, wanted.limit],
  })
  return found.rows
}

/** How many lines of each day nobody has claimed. */
export async function countWaitingByDay(
  db: Db,
  wanted: { bankAccountId: string; from: string; to: string },
): Promise<ReadonlyMap<string, number>> {
  const found = await db.query<{ day: string; n: number }>({
    name: 'count-waiting-bank-lines-by-day',
    text: `select l.booking_day::text as day, count(*)::int as n from bank_lines l
        join bank_line_states s on s.bank_line_id = l.id
      where l.bank_account_id = $1 and l.booking_day between $2 and $3 and s.state in ('in_suspense', 'returning')
      group by l.booking_day`,
    values: [wanted.bankAccountId, wanted.from, wanted.to],
  })
  return new Map(found.rows.map(({ day, n }) => [day, n]))
}

/** Days around a difference in which a line could explain it. */
const nearDays = 10

/** Lines of an amount near a day, the nearest first. */
export async function readLinesOfAmount(
  db: Db,
  wanted: { bankAccountId: string; day: string; amountMinor: bigint; limit: number },
): Promise<readonly DayLineRow[]> {
  const found = await db.query<DayLineRow>({
    name: 'read-bank-lines-of-amount',
    text: `select ${lineColumns} from bank_lines l join bank_line_states s on s.bank_line_id = l.id
      where l.bank_account_id = $1 and l.booking_day between $2::date - ${nearDays} and $2::date + ${nearDays}
        and l.amount_minor = $3 order by abs(l.booking_day - $2::date), l.id limit $4`,
    values: [wanted.bankAccountId, wanted.day, wanted.amountMinor, wanted.limit],
  })
  return found.rows
}

export interface DayConfirmationRow {
  id: bigint
  kind: string
  transaction_id: string | null
  reference: string | null
  minor: bigint
  day: string
  proven_day: string | null
}

/** Transfers up to a day that no line up to the day proves, by id. */
export async function readConfirmationsOfDay(
  db: Db,
  scope: MovementScope,
  wanted: { day: string; after: bigint | null; limit: number },
): Promise<readonly DayConfirmationRow[]> {
  const found = await db.query<DayConfirmationRow>({
    name: 'read-confirmations-of-bank-day',
    text: `select * from (select x.id, x.kind, x.transaction_id, t.reference, ${signed('$2::bigint')} as minor,
        ${localDay('x.created_at', '$1')}::text as day, l.booking_day::text as proven_day
      from ledger_transfers x left join transactions t on t.id = x.transaction_id
        left join bank_line_states s on s.transfer_id = x.id left join bank_lines l on l.id = s.bank_line_id
      where ${withoutLine('$2::bigint')} and x.created_at < ${beginOf('($4::date + 1)', '$1')}
        and not ($5::boolean and x.created_at < ${beginOf('$3::date', '$1')})
        and (l.booking_day is null or l.booking_day > $4::date)
      union all
      select x.id, x.kind, x.transaction_id, t.reference, case p.sign when 'C' then p.amount_minor else -p.amount_minor end,
        p.booking_day::text, l.booking_day::text
      from bank_line_states s join bank_lines p on p.id = s.bank_line_id
        join ledger_transfers x on x.bank_line_id = p.id and x.kind in ('payin', 'suspense')
        left join transactions t on t.id = x.transaction_id left join bank_lines l on l.id = s.adopted_by
      where s.bank_account_id = $8 and p.announced and s.standing in ('announced', 'adopted') and s.state = 'applied'
        and p.booking_day <= $4::date and (l.booking_day is null or l.booking_day > $4::date)) c
      where c.id > $6 order by c.id limit $7`,
    values: [
      scope.timeZone,
      scope.settlement,
      scope.firstDay,
      wanted.day,
      scope.hasOpening,
      wanted.after ?? 0n,
      wanted.limit,
      scope.bankAccountId,
    ],
  })
  return found.rows
}
