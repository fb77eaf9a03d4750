import type { Db } from '../../../platform/database/database.ts'
import type { CurrencyCode } from '../../../values/currency.ts'

/** What a proposal names. Exactly one of the last three may be set; none: the account itself. */
export interface SubjectRow {
  /** The id by which it was asked for. */
  id: string
  bank_account_id: string
  bank_name: string | null
  holder: string
  currency: CurrencyCode
  /** Of a line. */
  amount_minor: bigint | null
  sign: 'C' | 'D' | null
  booking_day: string | null
  /** Of a payment file. */
  number: number | null
  /** Of a statement: its last day. */
  statement_day: string | null
}

/** Bank accounts, lines, payment files and statements by id. Unknown ids are left out. */
export async function readSubjects(db: Db, ids: readonly string[]): Promise<readonly SubjectRow[]> {
  const found = await db.query<SubjectRow>({
    name: 'read-proposal-subjects',
    text: `with named as (
        select id, id as bank_account_id, null::bigint as amount_minor, null::text as sign, null::date as booking_day,
          null::int as number, null::date as statement_day
        from bank_accounts where id = any ($1::uuid[])
        union all select id, bank_account_id, amount_minor, sign, booking_day, null, null
        from bank_lines where id = any ($1::uuid[])
        union all select id, bank_account_id, total_minor, null, null, number, null
        from payment_batches where id = any ($1::uuid[])
        union all select id, bank_account_id, null, null, null, null, to_day
        from bank_statements where id = any ($1::uuid[]))
      select n.id, n.bank_account_id, b.bank_name, b.holder, b.currency, n.amount_minor, n.sign, n.booking_day::text,
        n.number, n.statement_day::text
      from named n join bank_accounts b on b.id = n.bank_account_id`,
    values: [ids],
  })
  return found.rows
}
