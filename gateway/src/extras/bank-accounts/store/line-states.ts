import type { BankField, References } from '@pasarela/bank-statements'
import type { Db } from '../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Environment } from '../../../core/values/environment.ts'
import type { LineClass, LineState } from '../rules/line-classes.ts'
import { type BankAccountRow, isAutomatic } from './bank-accounts.ts'

/** A line with its account. Amounts are minor units, days `2030-06-14`. */
export interface LineRow {
  id: string
  bank_account_id: string
  account_kind: BankAccountRow['kind']
  connector_account_id: string
  environment: Environment
  currency: CurrencyCode
  time_zone: string
  automatic: boolean
  /** Its day is before the account's first one. */
  is_before: boolean
  /** Its day has not come in the account's zone. */
  is_future: boolean
  seen_at: Date
  state: LineState
  booking_day: string
  sign: 'C' | 'D'
  amount_minor: bigint
  reversal: boolean
  is_single: boolean
  /** What the entry holds can be read in two ways. */
  in_doubt: boolean
  /** Fields that no payer can have typed. */
  bank_fields: BankField[]
  refs: References
  text: string
  party_name: string | null
  party_document: string | null
  party_account: string | null
  bank_code: string | null
  return_code: string | null
}

/** Money of a provider counts whatever its day. */
const isBefore = `b.kind = 'bank' and l.booking_day < coalesce(b.ledger_from, (b.created_at at time zone b.time_zone)::date)`

/** Of a line `l`, its account `b` and its state `s`. */
export const lineColumns = `l.id, l.bank_account_id, b.kind as account_kind, b.connector_account_id, b.environment, b.currency, b.time_zone,
  ${isAutomatic} as automatic,
  ${isBefore} as is_before,
  l.booking_day > (gateway_now() at time zone b.time_zone)::date as is_future, l.seen_at,
  s.state, l.booking_day::text, l.sign, l.amount_minor, l.reversal, l.is_single, l.in_doubt, l.bank_fields, l.refs, l.text, l.party_name,
  l.party_document, l.party_account, l.bank_code, l.return_code`

export const lineJoins = `bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id`

/** Lines of one account that nothing has judged, oldest first. Another account at each call, by chance. */
export async function readNewLines(db: Db, limit: number): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-new-bank-lines',
    text: `select ${lineColumns} from ${lineJoins}
      where s.state = 'new' and s.bank_account_id = (select a.id from bank_accounts a where exists (
        select from bank_line_states n where n.state = 'new' and n.bank_account_id = a.id) order by random() limit 1)
      order by s.bank_line_id limit $1`,
    values: [limit],
  })
  return found.rows
}

/** Receipts of the last days that operators wrote by hand. */
const receiptDays = 31
const receiptsMax = 2_000

/** Marks waiting lines by whose number an operator has confirmed money since they were judged. */
export async function markConfirmedLines(db: Db): Promise<void> {
  await db.query({
    name: 'mark-confirmed-bank-lines',
    // An uncommitted receipt may be older than the last look: lines of its minute are looked at again a few times.
    text: `update bank_line_states s set judge_again = true from (
        select array[reference_key(bank_reference)] as keys, created_at from bank_receipts
        where created_at > gateway_now() - interval '${receiptDays} days' order by created_at desc limit ${receiptsMax}) r
      where s.state = 'in_suspense' and not s.judge_again and s.numbers @> r.keys
        and (s.judged_at < r.created_at or (s.judged_at < r.created_at + interval '1 minute'
          and s.judged_at < gateway_now() - interval '10 seconds'))`,
  })
}

/** Marks the waiting lines of an account that name an order: one of its statements may have become sound. */
export async function markNamedLines(tx: Db, bankAccountId: string): Promise<void> {
  await tx.query({
    name: 'mark-named-bank-lines',
    text: `update bank_line_states s set judge_again = true from (select bank_line_id from bank_line_states
        where bank_account_id = $1 and state = 'in_suspense' and names_order and not judge_again
        order by bank_line_id for update) w
      where s.bank_line_id = w.bank_line_id`,
    values: [bankAccountId],
  })
}

/** Marked lines of one account in suspense. */
export async function readMarkedLines(db: Db, limit: number): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-marked-bank-lines',
    text: `select ${lineColumns} from ${lineJoins}
      where s.state = 'in_suspense' and s.judge_again and s.bank_account_id = (select a.id from bank_accounts a
        where exists (select from bank_line_states w where w.state = 'in_suspense' and w.judge_again and w.bank_account_id = a.id)
        order by random() limit 1)
      order by s.bank_line_id limit $1`,
    values: [limit],
  })
  return found.rows
}

/** Lines that nobody has claimed and that may be the one by whose number an operator confirms money. */
export async function readLinesByNumber(db: Db, bankReference: string, limit: number): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-bank-lines-by-number',
    text: `select ${lineColumns} from ${lineJoins}
      where (s.state = 'in_suspense' and s.numbers @> array[reference_key($1)]
        or s.state = 'to_return' and s.numbers @> array[reference_key($1)])
      order by s.bank_account_id, s.bank_line_id limit $2`,
    values: [bankReference, limit],
  })
  return found.rows
}

/** Lines that are to be returned, and by whose number an operator has confirmed money since that was decided. */
export async function readConfirmedReturns(db: Db, limit: number): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-confirmed-returns',
    text: `with receipt as materialized (select reference_key(bank_reference) as number, created_at from bank_receipts
        where created_at > gateway_now() - interval '${receiptDays} days' order by created_at desc limit ${receiptsMax})
      select ${lineColumns} from ${lineJoins} where s.bank_line_id in (select w.bank_line_id from bank_line_states w
          cross join unnest(w.numbers) as own(number) join receipt r on r.number = own.number
        where w.state = 'to_return' and w.judged_at < r.created_at + interval '1 minute')
      order by s.bank_account_id, s.bank_line_id limit $1`,
    values: [limit],
  })
  return found.rows
}

export async function readLine(db: Db, id: string): Promise<LineRow | undefined> {
  const found = await db.query<LineRow>({
    name: 'read-bank-line',
    text: `select ${lineColumns} from ${lineJoins} where s.bank_line_id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** Whether the line still waits. */
export async function markLeft(tx: Db, id: string, now: Date): Promise<boolean> {
  const marked = await tx.query({
    name: 'mark-left-bank-line',
    text: `update bank_line_states set left_at = $2 where bank_line_id = $1 and state in ('in_suspense', 'to_return')`,
    values: [id, now],
  })
  return marked.rowCount === 1
}

/** In which statements lines stand. */
export async function readSightings(
  db: Db,
  lineIds: readonly string[],
): Promise<readonly { bank_line_id: string; bank_statement_id: string }[]> {
  const found = await db.query<{ bank_line_id: string; bank_statement_id: string }>({
    name: 'read-bank-line-sightings',
    text: 'select bank_line_id, bank_statement_id from bank_line_sightings where bank_line_id = any ($1::uuid[])',
    values: [lineIds],
  })
  return found.rows
}

export async function insertNewStates(tx: Db, bankAccountId: string, lineIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'insert-bank-line-states',
    text: `insert into bank_line_states (bank_line_id, bank_account_id, state) select id, $1, 'new' from unnest($2::uuid[]) as id`,
    values: [bankAccountId, lineIds],
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
  /** The line names an order or a payout of ours. */
  namesOrder: boolean
  /** What an operator may confirm it by. */
  numbers: readonly string[]
}

/**
 * Returns the lines that were still in the state before, and on the same side of the account's first day. In the order of the
 * ids, so that two rounds do not block each other.
 */
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
  const saved = await tx.query<{ bank_line_id: string }>({
    name: 'save-bank-line-states',
    text: `update bank_line_states s set state = n.state, class = n.class, transaction_id = n.transaction_id,
        transfer_id = n.transfer_id, evidence = n.evidence, judged_at = $9, judge_again = false,
        names_order = n.names_order, numbers = array(select jsonb_array_elements_text(n.numbers))
      from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::jsonb[], $7::boolean[], $8::jsonb[])
        as n(bank_line_id, state, class, transaction_id, transfer_id, evidence, names_order, numbers)
        join bank_lines l on l.id = n.bank_line_id join bank_accounts b on b.id = l.bank_account_id
      where s.bank_line_id = n.bank_line_id
        and (s.state <> 'new' or (n.state = 'closed') = ((${isBefore}) or l.amount_minor = 0))
      returning s.bank_line_id`,
    values: [
      free.map(({ lineId }) => lineId),
      free.map(({ state }) => state),
      free.map((each) => each.class),
      free.map(({ transactionId }) => transactionId),
      free.map(({ transferId }) => transferId),
      free.map(({ evidence }) => (evidence === null ? null : JSON.stringify(evidence))),
      free.map(({ namesOrder }) => namesOrder),
      free.map(({ numbers }) => JSON.stringify(numbers)),
      now,
    ],
  })
  return new Set(saved.rows.map((row) => row.bank_line_id))
}
