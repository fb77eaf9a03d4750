import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { LineClass, LineStanding, LineState } from '../rules/line-classes.ts'
import type { StatementWait } from '../rules/statement-soundness.ts'
import type { References } from '../statements/statement.ts'

/** A line as operators see it. Amounts are minor units, days `2030-06-14`. */
export interface ShownLineRow {
  id: string
  bank_account_id: string
  bank_name: string | null
  holder: string
  connector_account_id: string
  environment: Environment
  currency: CurrencyCode
  state: LineState
  standing: LineStanding
  /** The statement's line that is the same movement, or that it is a part of. */
  adopted_by: string | null
  class: LineClass | null
  booking_day: string
  value_day: string
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
  return_code: string | null
  seen_at: Date
  judged_at: Date | null
  transaction_id: string | null
  point_id: string | null
  counter_line_id: string | null
  line_rule_id: string | null
  payment_batch_id: string | null
  /** Why it was applied or linked: `{"rule", "score", "reasons"}`. */
  evidence: { rule?: string; score?: number; reasons?: string[] } | null
  candidates: number
  best_score: number | null
  /** The open proposal about it. */
  proposal_id: string | null
  /** Of a line that waits: why its statements take no effect without a person. Read beside the row. */
  waits_for?: StatementWait | null
}

const columns = `l.id, l.bank_account_id, b.bank_name, b.holder, b.connector_account_id, b.environment, b.currency, s.state,
  s.standing, s.adopted_by, s.class, l.booking_day::text, l.value_day::text, l.sign, l.amount_minor, l.reversal, l.is_single, l.refs, l.text,
  l.party_name, l.party_document, l.party_account, l.bank_code, l.return_code, l.seen_at, s.judged_at, s.transaction_id,
  s.point_id, s.counter_line_id, s.line_rule_id, s.payment_batch_id, s.evidence,
  (select count(*)::int from bank_line_candidates c where c.bank_line_id = l.id) as candidates,
  (select max(c.score)::int from bank_line_candidates c where c.bank_line_id = l.id) as best_score,
  (select p.id from proposals p where p.state = 'open' and p.input ->> 'line_id' = l.id::text order by p.id limit 1)
    as proposal_id`

const joins = `bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id`

export interface LineFilters {
  bankAccountId: string | null
  /** Null: both. */
  environment: Environment | null
  /** Null: all. */
  states: readonly LineState[] | null
  /** Keyset pagination: read before this line. */
  before: string | null
  limit: number
}

/** Lines that came last first. */
export async function readShownLines(db: Db, filters: LineFilters): Promise<readonly ShownLineRow[]> {
  const found = await db.query<ShownLineRow>({
    name: 'read-shown-bank-lines',
    text: `select ${columns} from ${joins}
      where ($1::uuid is null or s.bank_account_id = $1) and ($2::text[] is null or s.state = any ($2))
        and ($3::uuid is null or s.bank_line_id < $3) and ($5::text is null or b.environment = $5)
      order by s.bank_line_id desc limit $4`,
    values: [filters.bankAccountId, filters.states, filters.before, filters.limit, filters.environment],
  })
  return found.rows
}

export async function readShownLine(db: Db, id: string): Promise<ShownLineRow | undefined> {
  const found = await db.query<ShownLineRow>({
    name: 'read-shown-bank-line',
    text: `select ${columns} from ${joins} where s.bank_line_id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** Lines that one person compares at once. */
const countersMax = 20

/** Unclaimed lines of the other direction with the same amount: earlier or later ones that a return may pair with. */
export async function readCounterLines(db: Db, line: ShownLineRow): Promise<readonly ShownLineRow[]> {
  const found = await db.query<ShownLineRow>({
    name: 'read-counter-bank-lines',
    text: `select ${columns} from ${joins}
      where s.bank_account_id = $1 and s.state in ('in_suspense', 'returning') and l.amount_minor = $2 and l.sign <> $3
      order by l.booking_day, l.id limit ${countersMax}`,
    values: [line.bank_account_id, line.amount_minor, line.sign],
  })
  return found.rows
}

/** Announced lines that one statement's line shows. */
const announcedMax = 50

/** The lines of reports and notices that announced a statement's line: the same movement, or its parts. */
export async function readAnnouncements(db: Db, lineId: string): Promise<readonly ShownLineRow[]> {
  const found = await db.query<ShownLineRow>({
    name: 'read-announcements-of-bank-line',
    text: `select ${columns} from ${joins} where s.adopted_by = $1 order by l.id limit ${announcedMax}`,
    values: [lineId],
  })
  return found.rows
}
