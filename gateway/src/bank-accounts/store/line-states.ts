import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { References } from '../statements/statement.ts'

/** What happened with a line: see migration 0038. */
export type LineState = 'new' | 'in_suspense' | 'applied' | 'linked' | 'closed'
export type LineClass = 'payin' | 'payout' | 'payout_return'

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
  state: LineState
  booking_day: string
  sign: 'C' | 'D'
  amount_minor: bigint
  reversal: boolean
  is_single: boolean
  refs: References
  text: string
  party_name: string | null
  party_document: string | null
  party_account: string | null
}

const columns = `l.id, l.bank_account_id, b.connector_account_id, b.environment, b.currency, b.time_zone, b.automatic,
  b.auto_from, b.propose_from,
  l.booking_day < coalesce(b.ledger_from, (b.created_at at time zone b.time_zone)::date) as is_before,
  s.state, l.booking_day::text, l.sign, l.amount_minor, l.reversal, l.is_single, l.refs, l.text, l.party_name,
  l.party_document, l.party_account`

const joins = `bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id`

/** Lines of one account that nothing has judged, oldest first. Another account at each call, by chance. */
export async function readNewLines(db: Db, limit: number): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-new-bank-lines',
    text: `select ${columns} from ${joins}
      where s.state = 'new' and s.bank_account_id = (select a.id from bank_accounts a where exists (
        select from bank_line_states n where n.state = 'new' and n.bank_account_id = a.id) order by random() limit 1)
      order by s.bank_line_id limit $1`,
    values: [limit],
  })
  return found.rows
}

/** How long a waiting line rests: a tenth of its age when it was judged last, within these bounds. */
const rest = { min: '1 minute', max: '10 minutes' } as const
/** Orders are looked for by amount up to 31 days after their end. An older line needs a person. */
const judgedDays = 45

const isDue = (state: string, line: string) => `${line}.seen_at > $1::timestamptz - interval '${judgedDays} days'
  and ${state}.judged_at < $1::timestamptz - least(greatest((${state}.judged_at - ${line}.seen_at) / 10,
    interval '${rest.min}'), interval '${rest.max}')`

/** Lines of one account in suspense that are to be judged again, first those that were judged longest ago. */
export async function readWaitingLines(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<readonly LineRow[]> {
  const found = await db.query<LineRow>({
    name: 'read-waiting-bank-lines',
    text: `select ${columns} from ${joins}
      where s.state = 'in_suspense' and ${isDue('s', 'l')} and s.bank_account_id = (select a.id from bank_accounts a
        where exists (select from bank_line_states w join bank_lines o on o.id = w.bank_line_id
          where w.state = 'in_suspense' and w.bank_account_id = a.id and ${isDue('w', 'o')}) order by random() limit 1)
      order by s.judged_at, s.bank_line_id limit $2`,
    values: [now, limit],
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
      where s.bank_account_id = $1 and s.state in ('new', 'in_suspense') and l.amount_minor = any ($2::bigint[])
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
        transfer_id = n.transfer_id, evidence = n.evidence, judged_at = $7
      from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::jsonb[])
        as n(bank_line_id, state, class, transaction_id, transfer_id, evidence)
      where s.bank_line_id = n.bank_line_id`,
    values: [
      free.map(({ lineId }) => lineId),
      free.map(({ state }) => state),
      free.map((each) => each.class),
      free.map(({ transactionId }) => transactionId),
      free.map(({ transferId }) => transferId),
      free.map(({ evidence }) => (evidence === null ? null : JSON.stringify(evidence))),
      now,
    ],
  })
  return new Set(free.map(({ lineId }) => lineId))
}
