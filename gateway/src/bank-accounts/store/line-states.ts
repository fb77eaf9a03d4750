import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { LineClass, LineStanding, LineState } from '../rules/line-classes.ts'
import type { References } from '../statements/statement.ts'

/** A line with its account. Amounts are minor units, days `2030-06-14`. */
export interface LineRow {
  id: string
  bank_account_id: string
  connector_account_id: string
  environment: Environment
  currency: CurrencyCode
  time_zone: string
  automatic: boolean
  auto_from: number
  propose_from: number
  /** Its day is before the account's first one. */
  is_before: boolean
  /** Of real money, and its day is later than tomorrow: nothing books it before. */
  is_ahead: boolean
  state: LineState
  booking_day: string
  /** When the first file with it was stored. */
  seen_at: Date
  sign: 'C' | 'D'
  amount_minor: bigint
  reversal: boolean
  is_single: boolean
  refs: References
  text: string
  party_name: string | null
  party_document: string | null
  party_account: string | null
  bank_code: string | null
  class: LineClass | null
  transaction_id: string | null
  counter_line_id: string | null
  /** 0, and 2 more for each correction. */
  judgement: number
  standing: LineStanding
  /** What the account had counted when the line was read: see `noteStatementChange`. */
  statement_changes: number
}

/** A day from which on lines wait until it comes: tomorrow in the time zone of a bank account. Its alias in SQL. */
export const tomorrowOf = (account: string) => `((gateway_now() at time zone ${account}.time_zone)::date + 1)`

/** A line of real money of a day that has not come is stored and counts for nothing yet. */
export const isAhead = (line: string, account: string) =>
  `(${account}.environment = 'live' and ${line}.booking_day > ${tomorrowOf(account)})`

/** The day of a line is before the account's first one in the ledger. */
export const isBefore = (line: string, account: string) =>
  `${line}.booking_day < coalesce(${account}.ledger_from, (${account}.created_at at time zone ${account}.time_zone)::date)`

const columns = `l.id, l.bank_account_id, b.connector_account_id, b.environment, b.currency, b.time_zone, b.automatic,
  b.auto_from, b.propose_from,
  ${isBefore('l', 'b')} as is_before,
  ${isAhead('l', 'b')} as is_ahead, s.state, l.booking_day::text, l.seen_at, l.sign, l.amount_minor, l.reversal, l.is_single, l.refs, l.text, l.party_name,
  l.party_document, l.party_account, l.bank_code, s.class, s.transaction_id, s.counter_line_id,
  s.judgement, s.standing, b.statement_changes`

const joins = `bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id`

/** After so long a line is judged again that could not be booked. */
const retryAfter = '1 minute'
/** Lines of one round that could not be booked before. They leave the others their place. */
const retriedMax = 20

const isFresh = (state: string) => `${state}.state = 'new' and ${state}.judged_at is null`
const isToRetry = (state: string) =>
  `${state}.state = 'new' and ${state}.judged_at < gateway_now() - interval '${retryAfter}'`

/**
 * Lines of one account that nothing has judged and whose day has come, oldest first, and some that could not be booked
 * before. Another account at each call, by chance.
 */
export async function readNewLines(db: Db, limit: number): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-new-bank-lines',
    // The limit makes the server look for one line of each account, and not for all.
    text: `with account as materialized (
        select a.id from bank_accounts a cross join lateral (
          select 1 from bank_line_states n join bank_lines o on o.id = n.bank_line_id
          where n.bank_account_id = a.id and (${isFresh('n')} or ${isToRetry('n')}) and not ${isAhead('o', 'a')} limit 1) n
        order by random() limit 1),
      fresh as materialized (
        select s.bank_line_id from ${joins} where s.bank_account_id = (select id from account) and ${isFresh('s')}
          and not ${isAhead('l', 'b')} order by s.bank_line_id limit $1),
      -- Only where few lines are new: else every one of them would be looked at.
      retried as materialized (
        select s.bank_line_id from ${joins} where (select count(*) from fresh) < $1
          and s.bank_account_id = (select id from account) and ${isToRetry('s')} and not ${isAhead('l', 'b')}
        order by s.judged_at, s.bank_line_id limit ${retriedMax})
      select ${columns} from ${joins} where s.bank_line_id in (
        select bank_line_id from fresh union all select bank_line_id from retried) order by s.bank_line_id`,
    values: [limit],
  })
  return found.rows
}

/** Remembers that lines could not be booked: they are judged again after the others. */
export async function postponeLines(db: Db, lineIds: readonly string[], now: Date): Promise<void> {
  await db.query({
    name: 'postpone-bank-lines',
    text: `update bank_line_states s set judged_at = $2, judged_at_change = b.statement_changes
      from bank_accounts b where b.id = s.bank_account_id and s.bank_line_id = any ($1::uuid[])`,
    values: [lineIds, now],
  })
}

/** How long a waiting line rests: a tenth of its age when it was judged last, within these bounds. */
const rest = { min: '1 minute', max: '10 minutes' } as const
/** Orders are looked for by amount up to 31 days after their end. An older line needs a person. */
const judgedDays = 45

/** It has rested, or a statement may take effect since it was judged. */
const isDue = (
  state: string,
  line: string,
  account: string,
) => `${line}.seen_at > $1::timestamptz - interval '${judgedDays} days'
  and (${state}.judged_at_change < ${account}.statement_changes
    or ${state}.judged_at < $1::timestamptz - least(greatest((${state}.judged_at - ${line}.seen_at) / 10,
      interval '${rest.min}'), interval '${rest.max}'))`

/** Lines of one account in a state, first those that were judged longest ago. */
const dueLines = (state: 'in_suspense' | 'expected') => `select ${columns} from ${joins}
  where s.state = '${state}' and ${isDue('s', 'l', 'b')} and s.bank_account_id = (select a.id from bank_accounts a
    where exists (select from bank_line_states w join bank_lines o on o.id = w.bank_line_id
      where w.state = '${state}' and w.bank_account_id = a.id and ${isDue('w', 'o', 'a')}) order by random() limit 1)
  order by s.judged_at, s.bank_line_id limit $2`

/** Lines of one account in suspense that are to be judged again, first those that were judged longest ago. */
export async function readWaitingLines(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<readonly LineRow[]> {
  const name = 'read-waiting-bank-lines'
  return (await db.query<LineRow>({ name, text: dueLines('in_suspense'), values: [now, limit] })).rows
}

/** Lines of one account that only reports and notices hold and that are to be judged again. */
export async function readExpectedLines(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<readonly LineRow[]> {
  const name = 'read-expected-bank-lines'
  return (await db.query<LineRow>({ name, text: dueLines('expected'), values: [now, limit] })).rows
}

/** Lines by id. */
export async function readLines(db: Db, ids: readonly string[]): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-bank-lines',
    text: `select ${columns} from ${joins} where s.bank_line_id = any ($1::uuid[]) order by s.bank_line_id`,
    values: [ids],
  })
  return found.rows
}

/** Lines that nobody has claimed, the oldest first. */
export async function listWaitingLines(
  db: Db,
  { bankAccountId, limit }: { bankAccountId: string | null; limit: number },
): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'list-waiting-bank-lines',
    text: `select ${columns} from ${joins}
      where s.state = 'in_suspense' and ($1::uuid is null or s.bank_account_id = $1) order by l.booking_day, l.id limit $2`,
    values: [bankAccountId, limit],
  })
  return found.rows
}

/** Other lines of an account that nobody has claimed, with the amounts given. */
export async function readRivals(
  db: Db,
  wanted: { bankAccountId: string; amounts: readonly bigint[]; without: readonly string[]; limit: number },
): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-rival-bank-lines',
    text: `select ${columns} from ${joins}
      where s.bank_account_id = $1 and s.state in ('new', 'in_suspense') and s.standing in ('booked', 'part') and l.amount_minor = any ($2::bigint[])
        and l.id <> all ($3::uuid[]) order by l.id limit $4`,
    values: [wanted.bankAccountId, wanted.amounts, wanted.without, wanted.limit],
  })
  return found.rows
}

/** In which statements lines stand. */
export async function readSightings(
  db: Db,
  lineIds: readonly string[],
): Promise<readonly { bank_line_id: string; bank_statement_id: string }[]> {
  const found = await db.query<{ bank_line_id: string; bank_statement_id: string }>({
    name: 'read-bank-line-sightings',
    // A part is as sound as the statement that holds the whole.
    text: `select g.bank_line_id, g.bank_statement_id from bank_line_sightings g
        join bank_line_states s on s.bank_line_id = g.bank_line_id
        where g.bank_line_id = any ($1::uuid[]) and s.standing <> 'part'
      union all
      select s.bank_line_id, g.bank_statement_id from bank_line_states s
        join bank_line_sightings g on g.bank_line_id = s.adopted_by
        where s.bank_line_id = any ($1::uuid[]) and s.standing = 'part'`,
    values: [lineIds],
  })
  return found.rows
}

export async function insertNewStates(
  tx: Db,
  { bankAccountId, lineIds, announced }: { bankAccountId: string; lineIds: readonly string[]; announced: boolean },
): Promise<void> {
  await tx.query({
    name: 'insert-bank-line-states',
    text: `insert into bank_line_states (bank_line_id, bank_account_id, state, standing)
      select id, $1, 'new', $3 from unnest($2::uuid[]) as id`,
    values: [bankAccountId, lineIds, announced ? 'announced' : 'booked'],
  })
}

/** The state that a line takes. */
export interface NewLineState {
  lineId: string
  /** The state that the decision was made about. */
  from: LineState
  state: Exclude<LineState, 'new'>
  class: LineClass | null
  transactionId: string | null
  transferId: bigint | null
  evidence: object | null
  /** What the account had counted when the decision was made. */
  atChange: number
  /** Of a funding or a withdrawal. */
  pointId?: string
  counterLineId?: string
  lineRuleId?: string
  paymentBatchId?: string
  /** Of a line that is corrected. */
  judgement?: number
}

/** Returns the lines that were still in the state before. In the order of the ids, so that two rounds do not block each other. */
export async function saveLineStates(tx: Db, states: readonly NewLineState[], now: Date): Promise<ReadonlySet<string>> {
  const rows = [...states].sort((one, other) => (one.lineId < other.lineId ? -1 : 1))
  const locked = await tx.query<{ bank_line_id: string; state: LineState }>({
    name: 'lock-bank-line-states',
    text: `select bank_line_id, state from bank_line_states where bank_line_id = any ($1::uuid[])
      order by bank_line_id for update`,
    values: [rows.map(({ lineId }) => lineId)],
  })
  const before = new Map(locked.rows.map((row) => [row.bank_line_id, row.state]))
  const free = rows.filter(({ lineId, from }) => before.get(lineId) === from)
  await tx.query({
    name: 'save-bank-line-states',
    text: `update bank_line_states s set state = n.state, class = n.class, transaction_id = n.transaction_id,
        transfer_id = n.transfer_id, evidence = n.evidence, judged_at = $7, point_id = n.point_id,
        counter_line_id = n.counter_line_id, line_rule_id = n.line_rule_id, payment_batch_id = n.payment_batch_id,
        judgement = coalesce(n.judgement, s.judgement), judged_at_change = n.at_change
      from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::jsonb[], $8::uuid[], $9::uuid[],
          $10::uuid[], $11::uuid[], $12::smallint[], $13::int[])
        as n(bank_line_id, state, class, transaction_id, transfer_id, evidence, point_id, counter_line_id, line_rule_id,
          payment_batch_id, judgement, at_change)
      where s.bank_line_id = n.bank_line_id`,
    values: [
      free.map(({ lineId }) => lineId),
      free.map(({ state }) => state),
      free.map((each) => each.class),
      free.map(({ transactionId }) => transactionId),
      free.map(({ transferId }) => transferId),
      free.map(({ evidence }) => (evidence === null ? null : JSON.stringify(evidence))),
      now,
      free.map(({ pointId }) => pointId ?? null),
      free.map(({ counterLineId }) => counterLineId ?? null),
      free.map(({ lineRuleId }) => lineRuleId ?? null),
      free.map(({ paymentBatchId }) => paymentBatchId ?? null),
      free.map(({ judgement }) => judgement ?? null),
      free.map(({ atChange }) => atChange),
    ],
  })
  return new Set(free.map(({ lineId }) => lineId))
}
