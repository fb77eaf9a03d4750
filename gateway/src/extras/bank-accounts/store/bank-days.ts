import type { TransferKind } from '../../../core/ledger/rules/ledger.ts'
import type { Db } from '../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { TransactionType } from '../../../core/values/status.ts'

/** Transfers that one round reads. */
const transfersPerRound = 100_000
/** After this time no open transaction holds an earlier id: statements end after 15 s. */
const settledSeconds = 60
/** Days that are judged again and again. A statement may come that late. */
export const judgedDays = 62

export type DayState = 'proven' | 'explained' | 'open' | 'unknown'

/** A day of an own account. Balances are those of its end, in minor units. */
export interface BankDayRow {
  bank_account_id: string
  currency: CurrencyCode
  /** `2030-06-14` */
  day: string
  bank_minor: bigint | null
  ledger_minor: bigint
  unposted: number
  unposted_minor: bigint
  unproven: number
  unproven_minor: bigint
  waiting: number
  gap_minor: bigint | null
  state: DayState
  judged_at: Date
}

const firstDay = `coalesce(b.ledger_from, (b.created_at at time zone b.time_zone)::date)`

/**
 * Transfers on settlements of own accounts in a range of ids, signed: into the account is positive. A line's transfers are of
 * its day.
 */
function entries(range: string): string {
  const side = (account: string, sign: string) => `select x.id, b.id as bank_account_id,
      x.bank_line_id is null and x.kind <> 'opening' as is_manual, ${sign}x.amount_minor as minor,
      case when x.kind = 'opening' then ${firstDay} when x.bank_line_id is null then (x.created_at at time zone b.time_zone)::date
        else (select l.booking_day from bank_lines l where l.id = x.bank_line_id) end as day
    from ledger_transfers x join ledger_accounts a on a.id = x.${account} and a.kind = 'settlement'
      join bank_accounts b on b.connector_account_id = a.connector_account_id and b.currency = a.currency
        and b.kind = 'bank' where ${range}`
  return `${side('debit_account', '')} union all ${side('credit_account', '-')}`
}

/** Transfers of the account `$1` that the sums do not hold yet. */
const recentOf = 'x.id > (select transfer_id from bank_days_upto) and b.id = $1'

const signed = `case l.sign when 'C' then l.amount_minor else -l.amount_minor end`

/** The statement that covers a day `s.day` of the account `s.id`. Of several of the same days the one with most lines is the last. */
const coveringStatement = `(select t.closing_minor, t.to_day from bank_statements t
    where t.bank_account_id = s.id and t.from_day <= s.day and t.to_day >= s.day and t.closing_minor is not null
    order by t.to_day, length(t.page) desc nulls last, t.page desc nulls last, t.booked_entries desc, t.id desc limit 1)`

/** What the next statement after a day `s.day` of the account `s.id` begins with. */
const nextOpening = `(select t.opening_minor from bank_statements t where t.bank_account_id = s.id and t.from_day > s.day
    and t.opening_minor is not null order by t.from_day, length(t.page), t.page, t.id desc limit 1)`

/**
 * Takes settled transfers into the sums of days: one page. Returns whether more wait; undefined if another process is at it.
 * The lock lasts until the transaction ends.
 */
export async function takeTransfers(tx: Db): Promise<boolean | undefined> {
  const found = await tx.query<{ transfer_id: bigint; seen_id: bigint; settled: boolean; last: bigint }>({
    name: 'lock-bank-days-upto',
    text: `select transfer_id, seen_id, seen_at < statement_timestamp() - interval '${settledSeconds} seconds' as settled,
        (select coalesce(max(id), 0) from ledger_transfers) as last
      from bank_days_upto for update skip locked`,
  })
  const [upTo] = found.rows
  if (!upTo) return undefined
  if (!upTo.settled) return false
  const pageEnd = upTo.transfer_id + BigInt(transfersPerRound)
  const end = pageEnd < upTo.seen_id ? pageEnd : upTo.seen_id
  await tx.query({
    name: 'take-bank-day-moves',
    text: `with page as materialized (${entries('x.id > $1 and x.id <= $2')}),
      manual as (insert into bank_manual_moves (transfer_id, bank_account_id, day, moved_minor)
        select id, bank_account_id, day, minor from page where is_manual)
      insert into bank_day_moves (bank_account_id, day, moved_minor)
      select bank_account_id, day, sum(minor) from page where not is_manual group by 1, 2 order by 1, 2
      on conflict (bank_account_id, day) do update set moved_minor = bank_day_moves.moved_minor + excluded.moved_minor`,
    values: [upTo.transfer_id, end],
  })
  const more = end < upTo.seen_id
  await tx.query({
    name: 'move-bank-days-upto',
    text: `update bank_days_upto set transfer_id = $1, seen_id = case when $2 then seen_id else $3 end,
      seen_at = case when $2 then seen_at else statement_timestamp() end`,
    values: [end, more, upTo.last],
  })
  return more
}

/** Only what changed is written. */
const storeJudged = `insert into bank_days (bank_account_id, day, bank_minor, ledger_minor, unposted, unposted_minor, unproven, unproven_minor,
        waiting, gap_minor, state)
      select id, day, bank, ledger, unposted, unposted_minor, unproven, unproven_minor, waiting, gap,
        case when bank is null then 'unknown' when bank = ledger and unposted = 0 and unproven = 0 then 'proven'
          when left_over = 0 then 'explained' else 'open' end from judged order by id, day
      on conflict (bank_account_id, day) do update set bank_minor = excluded.bank_minor, ledger_minor = excluded.ledger_minor,
        unposted = excluded.unposted, unposted_minor = excluded.unposted_minor, unproven = excluded.unproven,
        unproven_minor = excluded.unproven_minor, waiting = excluded.waiting, gap_minor = excluded.gap_minor,
        state = excluded.state, judged_at = excluded.judged_at
      where (bank_days.bank_minor, bank_days.ledger_minor, bank_days.unposted, bank_days.unposted_minor, bank_days.unproven,
          bank_days.unproven_minor, bank_days.waiting, bank_days.gap_minor, bank_days.state)
        is distinct from (excluded.bank_minor, excluded.ledger_minor, excluded.unposted, excluded.unposted_minor,
          excluded.unproven, excluded.unproven_minor, excluded.waiting, excluded.gap_minor, excluded.state)`

/**
 * Judges the last days of each account with statements and stores what changed: in one statement, so that lines and ledger
 * are of one instant. The bank's balance is the closing one of a statement that covers the day, less what it holds of
 * later days, else the opening one of the next statement.
 */
export async function checkDays(db: Db): Promise<void> {
  await db.query({
    name: 'check-bank-days',
    text: `with recent as materialized (${entries('x.id > (select transfer_id from bank_days_upto)')}),
      account as materialized (
        select b.id, least((gateway_now() at time zone b.time_zone)::date, (select max(s.to_day) from bank_statements s
            where s.bank_account_id = b.id)) as last_day, ${firstDay} as first_day
        from bank_accounts b where exists (select from bank_statements s where s.bank_account_id = b.id)),
      window_of as (select id, greatest(first_day, last_day - ${judgedDays - 1}) as since, last_day from account),
      manual as (select m.bank_account_id, coalesce(l.booking_day, m.day) as day, m.minor,
          s.bank_line_id is null and m.day >= a.first_day as unproven
        from (select transfer_id, bank_account_id, day, moved_minor as minor from bank_manual_moves
          union all select id, bank_account_id, day, minor from recent where is_manual) m join account a on a.id = m.bank_account_id
          left join bank_line_states s on s.transfer_id = m.transfer_id left join bank_lines l on l.id = s.bank_line_id),
      part as (
        select bank_account_id, day, moved_minor as ledger, 0 as unposted, 0::bigint as unposted_minor, 0 as unproven,
          0::bigint as unproven_minor from bank_day_moves
        union all select bank_account_id, day, minor, 0, 0, 0, 0 from recent where not is_manual
        union all select bank_account_id, day, minor, 0, 0, unproven::int, case when unproven then minor else 0 end from manual
        union all select s.bank_account_id, l.booking_day, 0, 1, ${signed}, 0, 0
          from bank_line_states s join bank_lines l on l.id = s.bank_line_id join account a on a.id = s.bank_account_id
          where s.state = 'new' and l.booking_day >= a.first_day and l.amount_minor > 0),
      moved as (
        select w.id, greatest(p.day, w.since) as day, sum(ledger) as ledger, sum(unposted) as unposted,
          sum(unposted_minor) as unposted_minor, sum(unproven) as unproven, sum(unproven_minor) as unproven_minor
        from window_of w join part p on p.bank_account_id = w.id group by 1, 2),
      waiting as (select s.bank_account_id, l.booking_day as day, count(*) as lines from (
            select bank_account_id, bank_line_id from bank_line_states where state = 'in_suspense'
            union all select bank_account_id, bank_line_id from bank_line_states where state = 'to_return') s
          join bank_lines l on l.id = s.bank_line_id group by 1, 2),
      summed as (
        select w.id, d.day, sum(coalesce(m.ledger, 0)) over past as ledger, sum(coalesce(m.unposted, 0)) over past as unposted,
          sum(coalesce(m.unposted_minor, 0)) over past as unposted_minor, sum(coalesce(m.unproven, 0)) over past as unproven,
          sum(coalesce(m.unproven_minor, 0)) over past as unproven_minor, coalesce(q.lines, 0) as waiting
        from window_of w cross join lateral (
            select each::date as day from generate_series(w.since::timestamp, w.last_day::timestamp, interval '1 day') each) d
          left join moved m on m.id = w.id and m.day = d.day left join waiting q on q.bank_account_id = w.id and q.day = d.day
        window past as (partition by w.id order by d.day)),
      covered as materialized (select s.id, s.day, t.closing_minor, t.to_day from summed s cross join lateral ${coveringStatement} t),
      -- Lines of one day are read once, however many days the statement covers.
      booked as materialized (select c.id, of_day.*
        from (select id, min(day) as since, max(to_day) as until from covered where to_day > day group by id) c
          -- Lateral: a join would read the lines of all accounts.
          cross join lateral (select l.booking_day as day, sum(${signed}) as minor from bank_lines l
            where l.bank_account_id = c.id and l.booking_day > c.since and l.booking_day <= c.until group by 1) of_day),
      later as (select c.id, c.day, sum(k.minor) as minor
        from covered c join booked k on k.id = c.id and k.day > c.day and k.day <= c.to_day group by 1, 2),
      said as (select s.*, coalesce(c.closing_minor - coalesce(k.minor, 0), ${nextOpening}) as bank
        from summed s left join covered c on (c.id, c.day) = (s.id, s.day) left join later k on (k.id, k.day) = (s.id, s.day)),
      rest as (select *, bank - ledger - unposted_minor + unproven_minor as left_over from said),
      judged as (select r.*, g.gap from rest r left join (
          select id, day, left_over - lag(left_over) over (partition by id order by day) as gap from rest where bank is not null) g
        on (g.id, g.day) = (r.id, r.day))
      ${storeJudged}`,
  })
}

/** What the ledger holds for the beginning of a day: its transfers of earlier days. */
export async function ledgerBefore(tx: Db, bankAccountId: string, day: string): Promise<bigint> {
  const found = await tx.query<{ minor: string }>({
    name: 'sum-ledger-before-bank-day',
    text: `select coalesce(sum(minor), 0)::text as minor from (
        select day, moved_minor as minor from bank_day_moves where bank_account_id = $1
        union all select coalesce(l.booking_day, m.day), m.moved_minor from bank_manual_moves m
          left join bank_line_states s on s.transfer_id = m.transfer_id left join bank_lines l on l.id = s.bank_line_id
          where m.bank_account_id = $1
        union all select day, minor from (${entries(recentOf)}) r) all_of
      where day < $2::date`,
    values: [bankAccountId, day],
  })
  return BigInt(found.rows[0]?.minor ?? '0')
}

/** What the bank says the account held when a day began; null: no statement says it. */
export async function bankBefore(db: Db, bankAccountId: string, day: string): Promise<bigint | null> {
  const found = await db.query<{ bank: string | null }>({
    name: 'find-bank-balance-before-day',
    text: `select coalesce((select t.closing_minor - (select coalesce(sum(${signed}), 0) from bank_lines l
          where l.bank_account_id = s.id and l.booking_day > s.day and l.booking_day <= t.to_day)
        from ${coveringStatement} t), ${nextOpening})::text as bank from (select $1::uuid as id, $2::date - 1 as day) s`,
    values: [bankAccountId, day],
  })
  const text = found.rows[0]?.bank ?? null
  return text === null ? null : BigInt(text)
}

/** The judged days of an account in a range, the oldest first. */
export async function listDays(
  db: Db,
  { bankAccountId, from, to }: { bankAccountId: string; from: string; to: string },
): Promise<readonly BankDayRow[]> {
  const found = await db.query<BankDayRow>({
    name: 'list-bank-days',
    text: `select d.bank_account_id, b.currency, d.day::text, d.bank_minor, d.ledger_minor, d.unposted, d.unposted_minor,
        d.unproven, d.unproven_minor, d.waiting, d.gap_minor, d.state, d.judged_at
      from bank_days d join bank_accounts b on b.id = d.bank_account_id
      where d.bank_account_id = $1 and d.day between $2::date and $3::date order by d.day limit ${judgedDays * 2}`,
    values: [bankAccountId, from, to],
  })
  return found.rows
}

/** Money of an account up to a day that no line proves, the newest first. */
export interface UnprovenRow {
  transaction_id: string | null
  pay_type: TransactionType | null
  reference: string | null
  kind: TransferKind
  day: string
  /** Into the account is positive. */
  moved_minor: bigint
}

export async function listUnproven(
  db: Db,
  { bankAccountId, day, limit }: { bankAccountId: string; day: string; limit: number },
): Promise<readonly UnprovenRow[]> {
  const found = await db.query<UnprovenRow>({
    name: 'list-unproven-bank-moves',
    text: `select x.transaction_id, t.pay_type, t.reference, x.kind, m.day::text, m.moved_minor
      from (select transfer_id, day, moved_minor from bank_manual_moves where bank_account_id = $1
          union all select id, day, minor from (${entries(recentOf)}) r where is_manual) m
        join bank_accounts b on b.id = $1 join ledger_transfers x on x.id = m.transfer_id
        left join transactions t on t.id = x.transaction_id
      where m.day <= $2::date and m.day >= ${firstDay}
        and not exists (select from bank_line_states s where s.transfer_id = m.transfer_id)
      order by m.day desc, m.transfer_id desc limit $3`,
    values: [bankAccountId, day, limit],
  })
  return found.rows
}
