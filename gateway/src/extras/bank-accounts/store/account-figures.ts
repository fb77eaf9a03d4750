import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'

/** How an own account stands. Amounts are minor units as text, days `2030-06-14`. */
export interface AccountFiguresRow {
  id: string
  /** The newest closing balance that the bank says, and its day. Null: no statement says one. */
  closing_minor: string | null
  closing_day: string | null
  /** What the ledger holds at the bank. Null: too many transfers since sums were stored. */
  ledger_minor: string | null
  /** Signed lines in the closing balance that the ledger does not hold, less those that it holds and that came later. */
  one_sided_minor: string
  waiting_lines: number
  waiting_in_minor: string
  waiting_out_minor: string
  last_file: { name: string; received_by: string; received_at: string } | null
  /** Who last said whether lines pay orders by themselves. */
  automatic_set: { actor: string; second: string | null; to: boolean; at: string } | null
}

/** Transfers since the last stored sums that one request adds up: sums are stored every minute. */
const transfersAddedMax = 200_000

const signed = `case l.sign when 'C' then l.amount_minor else -l.amount_minor end`
const sumOf = (condition: string) =>
  `(select coalesce(sum(${signed}), 0) from bank_lines l where l.bank_account_id = b.id and ${condition})`
const instant = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Lines of all own accounts that wait for a person, by environment; an environment without any is missing. */
export async function countLinesInSuspense(db: Db): Promise<readonly { environment: Environment; lines: number }[]> {
  const found = await db.query<{ environment: Environment; lines: number }>({
    name: 'count-bank-lines-in-suspense',
    text: `select b.environment, sum(w.lines)::int as lines from bank_accounts b
      cross join lateral (select count(*) as lines from bank_line_states s
        where s.bank_account_id = b.id and s.state = 'in_suspense') w
      group by b.environment having sum(w.lines) > 0`,
  })
  return found.rows
}

/** How the accounts with these ids stand, in the order of the ids. */
export async function readAccountFigures(db: Db, ids: readonly string[]): Promise<readonly AccountFiguresRow[]> {
  const found = await db.query<AccountFiguresRow>({
    name: 'read-bank-account-figures',
    // The ledger owes what the bank holds: money at the bank is the settlement account below zero. An opening balance holds
    // the lines before the first day.
    text: `with fresh as materialized (select debit_account, credit_account, amount_minor from ledger_transfers
          where id > (select transfer_id from ledger_sums_upto) order by id limit ${transfersAddedMax}),
        b as (select b.*, coalesce(b.ledger_from, (b.created_at at time zone b.time_zone)::date) as first_day, a.id as settlement
          from bank_accounts b left join ledger_accounts a on a.connector_account_id = b.connector_account_id
            and a.kind = 'settlement' and a.currency = b.currency
          where b.id = any ($1::uuid[]))
      select b.id, c.closing_minor::text, c.to_day::text as closing_day,
        case when (select count(*) from fresh) < ${transfersAddedMax} then
          (-coalesce((select sum_minor from ledger_sums s where s.account_id = b.settlement), 0)
            - coalesce((select sum(case when f.credit_account = b.settlement then f.amount_minor else -f.amount_minor end)
              from fresh f where b.settlement in (f.credit_account, f.debit_account)), 0))::text end as ledger_minor,
        (case when b.opening_minor is null then ${sumOf('l.booking_day < b.first_day')} else 0 end + ${sumOf(`l.booking_day >= b.first_day and l.id in (
            select n.bank_line_id from bank_line_states n where n.state = 'new' and n.bank_account_id = b.id)`)}
          - ${sumOf('l.booking_day > c.to_day')})::text as one_sided_minor,
        w.lines as waiting_lines, w.minor_in::text as waiting_in_minor, w.minor_out::text as waiting_out_minor,
        (select jsonb_build_object('name', f.name, 'received_by', f.received_by, 'received_at', ${instant('f.received_at')})
          from bank_statements s join bank_files f on f.id = s.bank_file_id where s.bank_account_id = b.id
          order by f.received_at desc, f.id desc limit 1) as last_file,
        (select jsonb_build_object('actor', g.actor, 'second', g.detail ->> 'second', 'at', ${instant('g.created_at')},
            'to', g.detail -> 'automatic')
          from audit_log g where g.object_id = b.id::text and g.action = 'bank_account.set' and g.result = 'done'
            and g.detail ? 'automatic' order by g.created_at desc, g.id desc limit 1) as automatic_set
      from b left join lateral (select s.closing_minor, s.to_day from bank_statements s
          where s.bank_account_id = b.id and s.closing_minor is not null
          order by s.to_day desc, length(s.page) desc nulls last, s.page desc nulls last, s.id desc limit 1) c on true
        cross join lateral (select count(*)::int as lines,
            coalesce(sum(l.amount_minor) filter (where l.sign = 'C'), 0) as minor_in,
            coalesce(sum(l.amount_minor) filter (where l.sign = 'D'), 0) as minor_out
          from bank_line_states s join bank_lines l on l.id = s.bank_line_id
          where s.bank_account_id = b.id and s.state = 'in_suspense') w
      order by array_position($1::uuid[], b.id)`,
    values: [ids],
  })
  return found.rows
}
