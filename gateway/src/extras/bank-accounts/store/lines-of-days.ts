import type { Db } from '../../../core/platform/database/database.ts'

/** A line behind a day, as a list shows it. */
export interface LineOfDayRow {
  id: string
  /** `2030-06-14` */
  day: string
  sign: 'C' | 'D'
  amount_minor: bigint
  text: string
  bank_ref: string | null
}

/** `unposted`: lines up to the day that are not in the ledger yet. `waiting`: lines of the day that nobody has claimed. */
export async function listLinesOfDay(
  db: Db,
  {
    bankAccountId,
    day,
    which,
    limit,
  }: { bankAccountId: string; day: string; which: 'unposted' | 'waiting'; limit: number },
): Promise<readonly LineOfDayRow[]> {
  const { state, days } =
    which === 'unposted' ? { state: 'new', days: '<=' } : { state: `in_suspense', 'to_return`, days: '=' }
  const found = await db.query<LineOfDayRow>({
    name: `list-${which}-lines-of-bank-day`,
    text: `select l.id, l.booking_day::text as day, l.sign, l.amount_minor, l.text, l.refs ->> 'bankRef' as bank_ref
      from bank_line_states s join bank_lines l on l.id = s.bank_line_id
      where s.bank_account_id = $1 and s.state in ('${state}') and l.booking_day ${days} $2::date
      order by l.booking_day desc, l.id desc limit $3`,
    values: [bankAccountId, day, limit],
  })
  return found.rows
}
