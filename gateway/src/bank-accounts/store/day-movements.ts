import type { Db } from '../../platform/database/database.ts'

/** What an account's days are computed from. Days are `2030-06-14` in the account's time zone. */
export interface MovementScope {
  bankAccountId: string
  timeZone: string
  /** The settlement account in the ledger. Null: nothing was booked yet. */
  settlement: bigint | null
  /** Nothing before it counts: its balance was said, or no statement is from before. */
  firstDay: string
  /** Whether transfers without a line from before the first day are in the balance that was said. */
  hasOpening: boolean
}

/** Kinds that put money into a settlement account, and kinds that take it out. */
const incoming = `'payin', 'suspense', 'return'`
const outgoing = `'payout', 'late_payout', 'reversal', 'suspense_returned', 'suspense_reversed'`

/** Transfers `x` of the settlement account `s` that no line brought about. The index has the same words. */
export const withoutLine = (settlement: string) => `(case when x.kind in (${incoming}) then x.debit_account
      else x.credit_account end) = ${settlement} and x.bank_line_id is null and x.kind in (${incoming}, ${outgoing})`

export const signed = (settlement: string) =>
  `case when x.debit_account = ${settlement} then x.amount_minor else -x.amount_minor end`
const signedLine = `case l.sign when 'C' then l.amount_minor else -l.amount_minor end`
export const localDay = (instant: string, zone: string) => `(${instant} at time zone ${zone})::date`
export const beginOf = (day: string, zone: string) => `(${day}::timestamp at time zone ${zone})`

/** A confirmation comes before its line by fewer days than this. */
const linkedWithinDays = 62

export interface MovementRow {
  what: 'line' | 'posted' | 'unposted' | 'manual' | 'elsewhere' | 'unlinked'
  /** Of the line, or on which a transfer without a line was booked. */
  day: string
  /** The day of the line that proves a transfer. */
  proven_day: string | null
  minor: bigint
  n: number
}

/**
 * Money that a report or a notice brought, with the day of the statement's line of the same movement: announced on one of the
 * days or shortly before, or proven on one of them. Each part by an index of its own: a condition over both walks all lines.
 */
const announcedMoney = `select l.booking_day, ${signedLine}, b.booking_day, l.bank_account_id
        from bank_lines l join bank_line_states s on s.bank_line_id = l.id left join bank_lines b on b.id = s.adopted_by
        where l.bank_account_id = $1 and l.announced and l.booking_day between $5::date - ${linkedWithinDays} and $6
          and s.standing in ('announced', 'adopted') and s.state = 'applied'
        union all
        select l.booking_day, ${signedLine}, b.booking_day, l.bank_account_id
        from bank_lines b join bank_line_states s on s.adopted_by = b.id join bank_lines l on l.id = s.bank_line_id
        where b.bank_account_id = $1 and b.booking_day between $5 and $6 and l.announced
          and s.standing = 'adopted' and s.state = 'applied' and l.booking_day not between $5::date - ${linkedWithinDays} and $6`

/** Parts of a statement's line count on its day. What a notice brought waits for a statement from its own day on. */
const announcedMovements = `select 'posted', l.booking_day::text, null, sum(${signed('$3::bigint')})::bigint, count(*)::int
        from bank_lines l join bank_line_states s on s.adopted_by = l.id and s.standing = 'part'
          join ledger_transfers x on x.bank_line_id = s.bank_line_id and $3::bigint in (x.debit_account, x.credit_account)
        where l.bank_account_id = $1 and l.booking_day between $5 and $6 group by l.booking_day
      union all
      select 'unposted', l.booking_day::text, null, sum(case p.sign when 'C' then p.amount_minor else -p.amount_minor end)::bigint, count(*)::int
        from bank_line_states s join bank_lines p on p.id = s.bank_line_id join bank_lines l on l.id = s.adopted_by
        where s.state = 'new' and s.standing = 'part' and s.bank_account_id = $1 and l.booking_day between $5 and $6
        group by l.booking_day
      union all
      select 'unlinked', l.booking_day::text, null, sum(${signedLine})::bigint, count(*)::int
        from bank_line_states s join bank_lines l on l.id = s.bank_line_id
        where s.standing = 'announced' and s.state = 'applied' and s.bank_account_id = $1 and l.booking_day <= $6
        group by l.booking_day
      union all
`

/**
 * All that moved on the days from one to another, and the lines up to `linesTo`, by day. `manual`: transfers without a
 * line, and the day of the own line that proves them; `elsewhere`: the line is of another own account. `unlinked`: those
 * that no line proves, from the first day on.
 */
export async function readMovements(
  db: Db,
  scope: MovementScope,
  days: { from: string; to: string; linesTo: string },
): Promise<readonly MovementRow[]> {
  const found = await db.query<MovementRow>({
    name: 'read-bank-day-movements',
    text: `with manual as materialized (
        select ${localDay('x.created_at', '$2')} as day, ${signed('$3::bigint')} as minor, l.booking_day, l.bank_account_id
        from ledger_transfers x left join bank_line_states s on s.transfer_id = x.id left join bank_lines l on l.id = s.bank_line_id
        where ${withoutLine('$3::bigint')}
          and x.created_at >= case when $8::boolean then greatest(${beginOf('$4::date', '$2')}, ${beginOf(`($5::date - ${linkedWithinDays})`, '$2')})
            else ${beginOf(`($5::date - ${linkedWithinDays})`, '$2')} end
          and x.created_at < ${beginOf('($6::date + 1)', '$2')}
        union all
        select ${localDay('x.created_at', '$2')}, ${signed('$3::bigint')}, l.booking_day, l.bank_account_id
        from bank_lines l join bank_line_states s on s.bank_line_id = l.id join ledger_transfers x on x.id = s.transfer_id
        where l.bank_account_id = $1 and l.booking_day between $5 and $6 and $3::bigint in (x.debit_account, x.credit_account)
          and (x.created_at < ${beginOf(`($5::date - ${linkedWithinDays})`, '$2')} or x.created_at >= ${beginOf('($6::date + 1)', '$2')})
          and not ($8::boolean and x.created_at < ${beginOf('$4::date', '$2')}) and x.bank_line_id is null
        union all
        ${announcedMoney})
      select 'line' as what, l.booking_day::text as day, null as proven_day, sum(${signedLine})::bigint as minor, count(*)::int as n
        from bank_lines l where l.bank_account_id = $1 and not l.announced and l.booking_day between $5 and $7 group by l.booking_day
      union all
      select 'posted', l.booking_day::text, null, sum(${signed('$3::bigint')})::bigint, count(*)::int
        from bank_lines l join ledger_transfers x on x.bank_line_id = l.id and $3::bigint in (x.debit_account, x.credit_account)
        where l.bank_account_id = $1 and not l.announced and l.booking_day between $5 and $6 group by l.booking_day
      union all
      ${announcedMovements}      select 'unposted', l.booking_day::text, null, sum(${signedLine})::bigint, count(*)::int
        from bank_line_states s join bank_lines l on l.id = s.bank_line_id
        where s.state = 'new' and s.standing = 'booked' and s.bank_account_id = $1 and l.booking_day between $5 and $6 and l.amount_minor > 0
        group by l.booking_day
      union all
      select case when bank_account_id <> $1 then 'elsewhere' else 'manual' end, day::text, booking_day::text,
        sum(minor)::bigint, count(*)::int from manual group by 1, day, booking_day
      union all
      select 'unlinked', ${localDay('x.created_at', '$2')}::text, null, sum(${signed('$3::bigint')})::bigint, count(*)::int
        from ledger_transfers x where ${withoutLine('$3::bigint')} and x.created_at < ${beginOf('($6::date + 1)', '$2')}
          and not ($8::boolean and x.created_at < ${beginOf('$4::date', '$2')})
          and not exists (select from bank_line_states s where s.transfer_id = x.id) group by 2`,
    values: [
      scope.bankAccountId,
      scope.timeZone,
      scope.settlement,
      scope.firstDay,
      days.from,
      days.to,
      days.linesTo,
      scope.hasOpening,
    ],
  })
  return found.rows
}

/** What the ledger holds from before the first day, by transfers whose lines come on it or later, or never. */
export async function readUnprovenBefore(db: Db, scope: MovementScope): Promise<bigint> {
  const found = await db.query<{ minor: bigint }>({
    name: 'read-unproven-before-bank-days',
    text: `select coalesce(sum(${signed('$2::bigint')}), 0)::bigint as minor
      from ledger_transfers x left join bank_line_states s on s.transfer_id = x.id left join bank_lines l on l.id = s.bank_line_id
      where ${withoutLine('$2::bigint')} and x.created_at < ${beginOf('$3::date', '$1')}
        and (l.booking_day is null or l.booking_day >= $3::date)`,
    values: [scope.timeZone, scope.settlement, scope.firstDay],
  })
  return found.rows[0]?.minor ?? 0n
}

/** The ledger's balance where a day begins: lines of days before it, and transfers without a line from before it. */
export async function readLedgerBefore(db: Db, scope: MovementScope, day: string): Promise<bigint> {
  const found = await db.query<{ minor: bigint }>({
    name: 'read-ledger-before-bank-day',
    text: `select (select coalesce(sum(${signed('$3::bigint')}), 0) from bank_lines l
          join ledger_transfers x on x.bank_line_id = l.id and $3::bigint in (x.debit_account, x.credit_account)
          where l.bank_account_id = $1 and l.booking_day < $4::date)::bigint
        + (select coalesce(sum(${signed('$3::bigint')}), 0) from ledger_transfers x
          left join bank_line_states s on s.transfer_id = x.id left join bank_lines l on l.id = s.bank_line_id
          where ${withoutLine('$3::bigint')} and x.created_at < ${beginOf('$4::date', '$2')}
            and (l.id is null or l.bank_account_id = $1 or l.booking_day >= $4::date))::bigint as minor`,
    values: [scope.bankAccountId, scope.timeZone, scope.settlement, day],
  })
  return found.rows[0]?.minor ?? 0n
}

/** The first day that something changed since an instant. Null: nothing did. */
export async function readChangedDay(db: Db, scope: MovementScope, since: Date): Promise<string | null> {
  const found = await db.query<{ day: string | null }>({
    name: 'read-changed-bank-day',
    text: `select least(
        (select min(l.booking_day) from bank_line_states s join bank_lines l on l.id = s.bank_line_id
          where s.judged_at > $4 and s.bank_account_id = $1),
        (select min(b.booking_day) from bank_line_states s join bank_lines b on b.id = s.adopted_by
          where s.judged_at > $4 and s.bank_account_id = $1),
        (select min(least(s.from_day, (select max(p.to_day) + 1 from bank_statements p
            where p.kind = 'booked' and p.bank_account_id = $1 and p.to_day < s.from_day)))
          from bank_files f cross join lateral (
            select s.from_day from bank_statements s
            where s.bank_file_id = f.id and s.kind = 'booked' and s.bank_account_id = $1 offset 0) s where f.read_at > $4),
        (select min(${localDay('x.created_at', '$2')}) from ledger_transfers x
          where ${withoutLine('$3::bigint')} and x.created_at > $4),
        (select min(${localDay('x.created_at', '$2')}) from bank_line_states s join ledger_transfers x on x.id = s.transfer_id
          where s.judged_at > $4 and s.transfer_id is not null and $3::bigint in (x.debit_account, x.credit_account)))::text as day`,
    values: [scope.bankAccountId, scope.timeZone, scope.settlement, since],
  })
  return found.rows[0]?.day ?? null
}
