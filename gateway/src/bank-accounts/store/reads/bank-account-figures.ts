import type { Db } from '../../../platform/database/database.ts'
import type { Environment } from '../../../values/environment.ts'

/** Transfers since the last stored sums that one request adds up. Verify stores sums every minute. */
const transfersAddedMax = 200_000

/** What is known of one account. Amounts are minor units, days `2030-06-14`. */
export interface AccountFiguresRow {
  bank_account_id: string
  /** Money at the bank by the ledger. Null: too many transfers since the last stored sums. */
  ledger_minor: string | null
  /** Credits that nobody has claimed. */
  suspense_minor: string | null
  /** Debits that nobody has claimed. */
  unexplained_minor: string | null
  waiting_lines: number
  /** The booking day of the oldest waiting line. */
  oldest_waiting_day: string | null
  /** Days in the calendar that are not proven, and the first of them. */
  open_days: number
  oldest_open_day: string | null
  last_to_day: string | null
  last_closing_minor: string | null
  last_received_at: Date | null
}

/** The figures of accounts: what the ledger says, what waits, and the newest statement. */
export async function readAccountFigures(db: Db, ids: readonly string[]): Promise<readonly AccountFiguresRow[]> {
  const found = await db.query<AccountFiguresRow>({
    name: 'read-bank-account-figures',
    text: `with own as (
        select b.id as bank_account_id, a.id, a.kind
        from bank_accounts b join ledger_accounts a on a.connector_account_id = b.connector_account_id
          and a.currency = b.currency and a.environment = b.environment
        where b.id = any ($1::uuid[]) and a.kind in ('settlement', 'suspense', 'unexplained')),
      fresh as materialized (
        select debit_account, credit_account, amount_minor from ledger_transfers
        where id > (select transfer_id from ledger_sums_upto) order by id limit ${transfersAddedMax}),
      added as (
        select account, sum(minor) as minor from (
          select credit_account as account, amount_minor as minor from fresh
          union all select debit_account, -amount_minor from fresh) x
        where account in (select id from own) group by account),
      sums as (
        select o.bank_account_id, o.kind, sum(coalesce(s.sum_minor, 0) + coalesce(d.minor, 0)) as minor
        from own o left join ledger_sums s on s.account_id = o.id left join added d on d.account = o.id
        group by o.bank_account_id, o.kind),
      whole as (select count(*) < ${transfersAddedMax} as yes from fresh)
      select b.id as bank_account_id,
        case when w.yes then coalesce(-(select minor from sums where bank_account_id = b.id and kind = 'settlement'), 0)
          end::text as ledger_minor,
        case when w.yes then coalesce((select minor from sums where bank_account_id = b.id and kind = 'suspense'), 0)
          end::text as suspense_minor,
        case when w.yes then coalesce(-(select minor from sums where bank_account_id = b.id and kind = 'unexplained'), 0)
          end::text as unexplained_minor,
        (select count(*)::int from bank_line_states n where n.bank_account_id = b.id and n.state = 'in_suspense')
          as waiting_lines,
        (select min(l.booking_day)::text from bank_line_states n join bank_lines l on l.id = n.bank_line_id
          where n.bank_account_id = b.id and n.state = 'in_suspense') as oldest_waiting_day,
        (select count(*)::int from bank_days d where d.bank_account_id = b.id and d.state = 'open') as open_days,
        (select min(d.day)::text from bank_days d where d.bank_account_id = b.id and d.state = 'open') as oldest_open_day,
        last.to_day::text as last_to_day, last.closing_minor::text as last_closing_minor,
        last.received_at as last_received_at
      from bank_accounts b cross join whole w
      left join lateral (
        select s.to_day, s.closing_minor, f.received_at from bank_statements s join bank_files f on f.id = s.bank_file_id
        where s.bank_account_id = b.id and s.kind = 'booked' order by s.to_day desc, s.from_day desc, s.id desc limit 1) last on true
      where b.id = any ($1::uuid[])`,
    values: [ids],
  })
  return found.rows
}

/** How many lines of each environment wait for a person, up to `max` of each. */
export async function countWaitingLines(db: Db, max: number): Promise<Readonly<Record<Environment, number>>> {
  const found = await db.query<Record<Environment, number>>({
    name: 'count-waiting-bank-lines',
    text: `select
      (select count(*)::int from (select from bank_line_states s join bank_accounts b on b.id = s.bank_account_id
        where s.state = 'in_suspense' and b.environment = 'live' limit $1) l) as live,
      (select count(*)::int from (select from bank_line_states s join bank_accounts b on b.id = s.bank_account_id
        where s.state = 'in_suspense' and b.environment = 'test' limit $1) t) as test`,
    values: [max],
  })
  return found.rows[0] ?? { live: 0, test: 0 }
}
