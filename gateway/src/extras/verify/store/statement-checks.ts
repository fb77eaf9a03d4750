import type { Db } from '../../../core/platform/database/database.ts'
import type { ViolationRow } from './transaction-checks.ts'

/** Statements whose lines one query adds up. */
const statementsPerQuery = 20

/**
 * Compares each stored bank statement with its lines: their number, the sums of both signs, and the balances. All
 * statements, or those of files that were read since an instant.
 */
export async function checkStatements(
  db: Db,
  since: Date | undefined,
): Promise<{ checked: number; violations: ViolationRow[] }> {
  const violations: ViolationRow[] = []
  let checked = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db.query<{ id: string; faults: string[] }>({
      name: 'check-bank-statements',
      text: `with page as (
          select s.* from bank_statements s join bank_files f on f.id = s.bank_file_id
          where s.id > $1 and ($2::timestamptz is null or f.read_at >= $2) order by s.id limit ${statementsPerQuery})
        select p.id, array_remove(array[
            case when l.entries <> p.booked_entries then p.booked_entries || ' booked entries, and ' || l.entries || ' lines' end,
            case when l.credit <> p.credit_minor then 'credits of ' || p.credit_minor || ', lines of ' || l.credit end,
            case when l.debit <> p.debit_minor then 'debits of ' || p.debit_minor || ', lines of ' || l.debit end,
            case when l.elsewhere > 0 then l.elsewhere || ' lines of another account or of other days' end,
            -- A balance that the reader computed says nothing by itself and agrees by its making.
            case when case when p.opening_minor is null or p.closing_minor is null then p.adds_up is not null
                else coalesce(p.adds_up, true) <> (p.opening_minor + p.credit_minor - p.debit_minor = p.closing_minor) end
              then concat('opening ', p.opening_minor, ' and closing ', p.closing_minor, ' are not what was read') end
          ], null) as faults
        from page p cross join lateral (
          select count(*) as entries, coalesce(sum(b.amount_minor) filter (where b.sign = 'C'), 0) as credit,
            coalesce(sum(b.amount_minor) filter (where b.sign = 'D'), 0) as debit,
            count(*) filter (where b.bank_account_id <> p.bank_account_id
              or b.booking_day not between p.from_day and p.to_day) as elsewhere
          from bank_line_sightings g join bank_lines b on b.id = g.bank_line_id where g.bank_statement_id = p.id
        ) l order by p.id`,
      values: [after, since ?? null],
    })
    checked += page.rows.length
    violations.push(
      ...page.rows.flatMap(({ id, faults }) => faults.map((what) => ({ id, what: `bank statement: ${what}` }))),
    )
    const last = page.rows.at(-1)
    if (!last || page.rows.length < statementsPerQuery) return { checked, violations }
    after = last.id
  }
}
