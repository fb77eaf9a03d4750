/** Rows per `find`: more accounts than an operator has. */
const foundMax = 1_000
/** Days that are looked at. An account that has had no statement for longer is reported by its last one. */
const lookedDays = 45

const accountFacts = `'bank_account_id', b.id, 'account', concat_ws(' ', coalesce(b.bank_name, b.holder), b.currency),
  'currency', b.currency, 'environment', b.environment`

/** The day of now in the account's time zone. */
const today = '(gateway_now() at time zone b.time_zone)::date'

/**
 * Two business days are over since the account's last statement: that of the first one is missing. One that says a day to
 * come is no proof of the days before.
 */
const missing = `bank_accounts b
    cross join lateral (select coalesce((select max(s.to_day) from bank_statements s
        where s.bank_account_id = b.id and s.kind = 'booked' and s.to_day <= ${today}),
      case when b.opening_minor is not null then b.ledger_from - 1 end) as day) last
    cross join lateral (select min(d.day)::date as first_day, count(*) as days
      from generate_series(greatest(last.day, ${today} - ${lookedDays}) + 1, ${today} - 1, interval '1 day') as d(day)
      where extract(isodow from d.day) < 6
        and not exists (select from bank_holidays h where h.country = b.country and h.day = d.day::date)) over
  where b.active and last.day is not null and over.days >= 2`

const dayBefore = `left join bank_days p on p.bank_account_id = d.bank_account_id and p.day = d.day - 1`

/** Days of a statement that does not add up or join, which changed the difference. */
const gaps = `bank_days d join bank_accounts b on b.id = d.bank_account_id ${dayBefore}
  where d.state = 'open' and 'statement_open' = any (d.reasons)
    and (p.state is null or p.difference_minor is distinct from d.difference_minor or not 'statement_open' = any (p.reasons))`

/** The first day since when an account differs, though its statements are relied on. */
const openDays = `(select d.bank_account_id, min(d.day) as day from bank_days d
    where d.state = 'open' and d.reasons && array['difference', 'late_confirmations'] and not 'statement_open' = any (d.reasons)
    group by d.bank_account_id) o
  join bank_days d on d.bank_account_id = o.bank_account_id and d.day = o.day
  join bank_accounts b on b.id = d.bank_account_id`

/** Money that came in may find its order by itself for this long. A debit that nobody knows of is told at once. */
const unclaimedHours = 24

/** Lines of live accounts that a person must look at, by account, direction and day. */
const unclaimed = `bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id
  where s.state = 'in_suspense' and b.environment = 'live'
    and (l.sign = 'D' or l.seen_at < gateway_now() - interval '${unclaimedHours} hours')`

const unclaimedKey = `b.id || ' ' || l.sign || ' ' || l.booking_day`

/** Calendar days after which a statement of the movement's days must have come. */
const confirmedWithinDays = 4

/** Announced money that completed an order, and that statements of its days came without; or no statement came. */
const unconfirmed = `bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id
  where s.standing = 'announced' and s.state = 'applied'
    and not exists (select from ledger_transfers x join bank_line_states k on k.transfer_id = x.id where x.bank_line_id = l.id)
    and (exists (select from bank_statements t where t.bank_account_id = b.id and t.kind = 'booked'
        and t.to_day >= l.booking_day + ${confirmedWithinDays}) or ${today} > l.booking_day + ${confirmedWithinDays} + 1)`

const unconfirmedKey = `b.id || ' ' || l.booking_day`

/** What a day adds to the difference, in minor units. */
const change = 'coalesce(d.difference_minor, 0) - coalesce(p.difference_minor, 0)'

/** Conditions about own bank accounts, as `lastingFindings` has them. */
export const bankFindings = {
  statement_missing: {
    find: `select null::uuid, null::uuid, null::uuid, b.id::text as object, 'statement missing ' || b.id || ' ' || last.day as subject,
        jsonb_build_object(${accountFacts}, 'day', over.first_day) as facts from ${missing} limit ${foundMax}`,
    gone: `not exists (select from ${missing} and b.id = a.object::uuid)`,
  },
  statement_gap: {
    find: `select null::uuid, null::uuid, null::uuid, b.id || ' ' || d.day as object,
        'statement gap ' || b.id || ' ' || d.day || ' ' || ${change} as subject,
        jsonb_build_object(${accountFacts}, 'day', d.day, 'minor', (${change})::text, 'lines', coalesce((
          select string_agg(x.booking_day || ' ' || x.id, ', ') from (
            select l.booking_day, l.id from bank_lines l where l.bank_account_id = b.id
              and l.booking_day between d.day - 10 and d.day + 10 and l.amount_minor = abs(${change})
            order by abs(l.booking_day - d.day), l.id limit 3) x), '')) as facts
      from ${gaps} order by d.day limit ${foundMax}`,
    gone: `not exists (select from ${gaps} and b.id || ' ' || d.day = a.object)`,
  },
  day_open: {
    find: `select null::uuid, null::uuid, null::uuid, b.id::text as object, 'day open ' || b.id || ' ' || d.day as subject,
        jsonb_build_object(${accountFacts}, 'day', d.day, 'minor', coalesce(d.difference_minor, 0)::text,
          'late', d.late_minor::text) as facts
      from ${openDays} limit ${foundMax}`,
    gone: `not exists (select from ${openDays} where b.id = a.object::uuid)`,
  },
  lines_waiting: {
    find: `select null::uuid, null::uuid, null::uuid, ${unclaimedKey} as object,
        'lines waiting ' || ${unclaimedKey} as subject,
        jsonb_build_object(${accountFacts}, 'day', l.booking_day, 'sign', l.sign, 'minor', sum(l.amount_minor)::text,
          'lines', count(*)) as facts
      from ${unclaimed} group by b.id, l.sign, l.booking_day order by l.booking_day, b.id, l.sign limit ${foundMax}`,
    gone: `not exists (select from ${unclaimed} and ${unclaimedKey} = a.object)`,
  },
  announced_unconfirmed: {
    find: `select null::uuid, null::uuid, null::uuid, ${unconfirmedKey} as object,
        'announced unconfirmed ' || ${unconfirmedKey} as subject,
        jsonb_build_object(${accountFacts}, 'day', l.booking_day, 'minor', sum(l.amount_minor)::text, 'lines', count(*)) as facts
      from ${unconfirmed} group by b.id, l.booking_day order by l.booking_day, b.id limit ${foundMax}`,
    gone: `not exists (select from ${unconfirmed} and ${unconfirmedKey} = a.object)`,
  },
} as const
