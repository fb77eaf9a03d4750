import { currencyDecimals } from '../../../core/values/currency.ts'

/** Alerts about the operator's own bank accounts `b`, the live ones, with the connector account `c` that names them. */

const foundMax = 1_000

const live = `bank_accounts b join connector_accounts c on c.id = b.connector_account_id`
const isLive = `b.environment = 'live' and b.active`

const decimals = (table: string) =>
  `case ${table}.currency ${Object.entries(currencyDecimals)
    .filter(([, places]) => places !== 2)
    .map(([currency, places]) => `when '${currency}' then ${places} `)
    .join('')} else 2 end`

/** Minor units of the currency of the account, or of another table, as decimal text. */
const amount = (minor: string, table = 'b') =>
  `round((${minor}) / power(10::numeric, ${decimals(table)}), ${decimals(table)})::text`

const today = `(gateway_now() at time zone b.time_zone)::date`

/** The last weekday whose next weekday is over: its statement is due. Public holidays count as weekdays. */
const dueDay = `${today} - (array[4, 4, 2, 2, 2, 2, 3])[extract(isodow from ${today})::int]`
const lastDay = `(select max(s.to_day) from bank_statements s where s.bank_account_id = b.id)`

/** A gap stays in the list of days for a month. */
const gapDays = `d.state = 'open' and d.gap_minor <> 0 and d.day > ${today} - 31`

/** Lines of an account that have waited longer than a day. */
const waitingLines = `bank_line_states s join bank_lines l on l.id = s.bank_line_id
  where s.state = 'in_suspense' and s.bank_account_id = b.id and l.seen_at < gateway_now() - interval '1 day'`

export const bankFindings = {
  statement_missing: {
    find: `select null::uuid, null::uuid, null::uuid, b.id::text as object, 'statement missing ' || b.id || ' ' || ${lastDay} as subject,
        jsonb_build_object('account', c.name, 'last_day', ${lastDay}, 'missing_day', ${dueDay}) as facts
      from ${live} where ${isLive} and ${lastDay} < ${dueDay} limit ${foundMax}`,
    gone: `not exists (select from bank_accounts b where b.id = a.object::uuid and ${isLive} and ${lastDay} < ${dueDay})`,
  },
  statement_gap: {
    find: `select null::uuid, null::uuid, null::uuid, b.id::text as object,
        'statement gap ' || b.id || ' ' || g.day || ' ' || g.gap_minor as subject,
        jsonb_build_object('account', c.name, 'day', g.day, 'amount', ${amount('g.gap_minor')}, 'currency', b.currency) as facts
      from ${live} cross join lateral (select d.day, d.gap_minor from bank_days d
        where d.bank_account_id = b.id and ${gapDays} order by d.day limit 1) g where ${isLive} limit ${foundMax}`,
    gone: `not exists (select from bank_accounts b join bank_days d on d.bank_account_id = b.id
      where b.id = a.object::uuid and ${isLive} and ${gapDays} and d.day = (a.facts ->> 'day')::date)`,
  },
  lines_waiting: {
    find: `select null::uuid, null::uuid, null::uuid, b.id::text as object, 'lines waiting ' || b.id || ' ' || w.first as subject,
        jsonb_build_object('account', c.name, 'lines', w.lines, 'credits', ${amount('w.credits')}, 'debits', ${amount('w.debits')},
          'currency', b.currency) as facts
      from ${live} cross join lateral (select count(*) as lines, min(l.id::text) as first,
          coalesce(sum(l.amount_minor) filter (where l.sign = 'C'), 0) as credits,
          coalesce(sum(l.amount_minor) filter (where l.sign = 'D'), 0) as debits from ${waitingLines}) w
      where ${isLive} and w.lines > 0 limit ${foundMax}`,
    gone: `not exists (select from bank_accounts b where b.id = a.object::uuid and ${isLive} and exists (select from ${waitingLines}))`,
  },
} as const

/** The rows of a file that was refused within the last hour. A reason of a reader is up to 2,000 characters. */
export const fileRefused = `select null::uuid, null::uuid, null::uuid, 'file ' || f.id as object, 'file refused ' || f.id as subject,
    jsonb_build_object('file', f.name, 'reason', left(f.refusal, 300)) as facts
  from bank_files f where f.environment = 'live' and f.state = 'refused' and f.received_at > gateway_now() - interval '1 hour'
  order by f.received_at desc limit ${foundMax}`

/** Money of providers within the last hour that no order and no list of lines took. */
export const incomingMoney = `select null::uuid, null::uuid, null::uuid, 'incoming ' || m.id as object, 'incoming ' || m.id as subject,
    jsonb_build_object('account', c.name, 'payment', m.provider_id, 'amount', ${amount('m.amount_minor', 'm')}, 'currency', m.currency) as facts
  from incoming_money m join connector_accounts c on c.id = m.connector_account_id
  where c.environment = 'live' and m.taken_at is null and m.received_at > gateway_now() - interval '1 hour'
  order by m.received_at desc limit ${foundMax}`
