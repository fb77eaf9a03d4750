import type { Db } from '../../../core/platform/database/database.ts'
import type { PagePosition } from '../../../core/platform/page-cursor.ts'
import type { Status, TransactionType } from '../../../core/values/status.ts'
import type { LineClass } from '../rules/line-classes.ts'
import { type LineRow, lineColumns, lineJoins } from './line-states.ts'

/** A line as a person sees it. */
export interface ShownLineRow extends LineRow {
  class: LineClass | null
  left_at: Date | null
  bank_name: string | null
  holder: string
  reference: string | null
  transaction_id: string | null
  pay_type: TransactionType | null
  status: Status | null
  /** What a person did with it last, as the audit log says. */
  decision: { what: string; by: string; second: string | null; note: string | null; at: string } | null
  proposal: { id: string; action: string; by: string } | null
}

const columns = `${lineColumns}, s.class, s.left_at, b.bank_name, b.holder, t.reference, t.id as transaction_id, t.pay_type,
  t.status, (select jsonb_build_object('what', w.action, 'by', w.actor, 'second', w.detail ->> 'second', 'note',
      w.detail ->> 'evidence', 'at', w.created_at) from audit_log w
    where w.object_id = l.id::text and w.action like 'bank\\_line.%' and w.result = 'done' order by w.created_at desc limit 1) as decision,
  (select jsonb_build_object('id', r.id, 'action', r.action, 'by', u.name) from proposals r join users u on u.id = r.proposed_by
    where r.state = 'open' and r.input ->> 'bankLineId' = l.id::text limit 1) as proposal`

const shownJoins = `${lineJoins} left join transactions t on t.id = s.transaction_id`

export async function readShownLines(db: Db, ids: readonly string[]): Promise<readonly ShownLineRow[]> {
  const found = await db.query<ShownLineRow>({
    name: 'read-shown-bank-lines',
    text: `select ${columns} from ${shownJoins} where l.id = any ($1::uuid[]) order by l.booking_day, l.id`,
    values: [ids],
  })
  return found.rows
}

export interface LineFilters {
  state?: 'in_suspense' | 'to_return' | undefined
  bankAccountId?: string | undefined
  /** Days of the account, `2030-06-14`, both included. */
  from?: string | undefined
  to?: string | undefined
  sign?: 'C' | 'D' | undefined
  /** The amount in minor units, by currency. */
  amounts?: readonly (readonly [currency: string, minor: bigint])[] | undefined
  /** In the text, the other party, the bank's ids, or the line's own id. */
  search?: string | undefined
  oldestFirst?: boolean | undefined
  after?: PagePosition | undefined
  limit: number
}

/** Lines that one page looks at: a search reads no text by an index. */
const lookedAtMax = 5_000

const dayIn = ({ createdAt }: PagePosition) => createdAt.toISOString().slice(0, 10)

export const positionOf = ({ booking_day: day, id }: Pick<LineRow, 'booking_day' | 'id'>): PagePosition => ({
  createdAt: new Date(`${day}T00:00:00Z`),
  id,
})

/** Few lines wait: they are read first, whatever their days. */
const ofState = (state: string) =>
  `(select bank_line_id from bank_line_states where state = '${state}' offset 0) s join bank_lines l on l.id = s.bank_line_id`

/** Lines by their days. `lookedUpTo`: where the page ended if it looked at many and found few. */
export async function listLines(
  db: Db,
  filters: LineFilters,
): Promise<{ rows: readonly ShownLineRow[]; lookedUpTo: PagePosition | undefined }> {
  const { state, oldestFirst, after, amounts, limit } = filters
  const isFiltered = [filters.sign, amounts, filters.search].some((each) => each !== undefined)
  const values: unknown[] = []
  const asked = (value: unknown, condition: (place: string) => string) =>
    value === undefined ? [] : [condition(`$${values.push(value)}`)]
  // Only what is asked stands in the statement, so that each has the plan of its own index.
  const wanted = [
    'true',
    ...asked(filters.bankAccountId, (place) => `l.bank_account_id = ${place}::uuid`),
    ...asked(filters.from, (place) => `l.booking_day >= ${place}::date`),
    ...asked(filters.to, (place) => `l.booking_day <= ${place}::date`),
    ...(after === undefined
      ? []
      : [
          `(l.booking_day, l.id) ${oldestFirst ? '>' : '<'} ($${values.push(dayIn(after))}::date, $${values.push(after.id)}::uuid)`,
        ]),
  ]
  const tables = state === undefined ? 'bank_lines l' : ofState(state)
  const order = `order by l.booking_day ${oldestFirst ? 'asc' : 'desc'}, l.id ${oldestFirst ? 'asc' : 'desc'}`
  const looked = `select l.id, l.booking_day::text from ${tables} where ${wanted.join(' and ')} ${order}`
  const lookedValues = [...values]
  const conditions = [
    'l.id in (select id from looked)',
    ...asked(filters.sign, (place) => `l.sign = ${place}`),
    ...asked(
      amounts?.map(([currency, minor]) => `${currency} ${minor}`),
      (place) => `concat(b.currency, ' ', l.amount_minor) = any (${place}::text[])`,
    ),
    ...asked(
      filters.search,
      (place) => `strpos(lower(concat_ws(' ', l.text, l.party_name, l.party_document, l.party_account,
        l.refs::text, l.id)), lower(${place})) > 0`,
    ),
  ]
  const found = await db.query<ShownLineRow>({
    text: `with looked as materialized (${looked} limit ${isFiltered ? lookedAtMax : limit})
      select ${columns} from ${shownJoins} where ${conditions.join(' and ')} ${order} limit ${limit}`,
    values,
  })
  if (!isFiltered || found.rows.length === limit) return { rows: found.rows, lookedUpTo: undefined }
  const end = await db.query<Pick<LineRow, 'booking_day' | 'id'>>({
    text: `${looked} offset ${lookedAtMax - 1} limit 1`,
    values: lookedValues,
  })
  return { rows: found.rows, lookedUpTo: end.rows[0] && positionOf(end.rows[0]) }
}

/** The waiting lines beside one: by day, the newest first, of all accounts. */
export async function readNeighbours(
  db: Db,
  { booking_day: day, id }: LineRow,
): Promise<{ next: string | null; previous: string | null }> {
  const beside = (sign: '<' | '>', order: 'asc' | 'desc') => `(select id from waiting
    where (booking_day, id) ${sign} ($1::date, $2::uuid) order by booking_day ${order}, id ${order} limit 1)`
  const found = await db.query<{ next: string | null; previous: string | null }>({
    name: 'read-neighbours-of-bank-line',
    text: `with waiting as materialized (select l.id, l.booking_day from ${ofState('in_suspense')})
      select ${beside('<', 'desc')} as next, ${beside('>', 'asc')} as previous`,
    values: [day, id],
  })
  return found.rows[0] ?? { next: null, previous: null }
}

/** A handful is enough to choose from. */
const pairsMax = 10

/** What may go together as money that went back: debits of a credit that is to be returned, or the other way round. */
export async function findReturnPairs(db: Db, row: LineRow): Promise<readonly string[]> {
  const [state, sign, than] =
    row.sign === 'C' ? (['in_suspense', 'D', '>='] as const) : (['to_return', 'C', '<='] as const)
  const found = await db.query<{ id: string }>({
    name: `find-return-pairs-${row.sign}`,
    text: `with waiting as materialized (select l.id, l.bank_account_id, l.sign, l.amount_minor, l.booking_day from ${ofState(state)})
      select id from waiting where bank_account_id = $1 and sign = '${sign}' and amount_minor = $2
        and booking_day ${than} $3::date order by booking_day, id limit ${pairsMax}`,
    values: [row.bank_account_id, row.amount_minor, row.booking_day],
  })
  return found.rows.map(({ id }) => id)
}
