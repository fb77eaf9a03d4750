import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { pageOf, readCursor, writeCursor } from '../../core/platform/page-cursor.ts'
import { type CurrencyCode, currencyDecimals } from '../../core/values/currency.ts'
import { formatAmount, parseAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { isOfBank } from './matching/line-and-orders.ts'
import { type Proposal, proposeNamed, proposeOrders } from './matching/propose-orders.ts'
import { say } from './messages/en.ts'
import type { PersonClass } from './rules/line-classes.ts'
import { suggestingRule } from './rules/line-rules.ts'
import { listLineRules } from './store/line-rules.ts'
import type { LineRow } from './store/line-states.ts'
import {
  findReturnPairs,
  type LineFilters,
  listLines,
  positionOf,
  readNeighbours,
  readShownLines,
  type ShownLineRow,
} from './store/read-lines.ts'

export interface ShownLine {
  id: string
  bankAccountId: string
  /** `2030-06-14` */
  day: string
  sign: 'C' | 'D'
  /** Decimal text. */
  amount: string
  currency: string
  bankRef: string | undefined
  text: string
  /** As the bank names the other party, or `the text says …`. */
  party: string | undefined
  /** Its entry can be read in two ways. */
  isInDoubt: boolean
  /** Transactions that it may belong to, the best first. */
  candidates: readonly Omit<Proposal, 'order'>[]
}

export type { ShownLineRow }

const listedMax = 200

/**
 * Lines of own bank accounts that nobody has claimed, the oldest first, of all accounts or of one. Throws `not_found` for
 * an id that is none.
 */
export async function showWaitingLines(
  deps: Pick<PlatformDeps, 'database'>,
  bankAccountId?: string,
): Promise<readonly ShownLine[]> {
  if (bankAccountId !== undefined && !isUuid(bankAccountId)) {
    throw new Problem('not_found', { message: say('account.unknown') })
  }
  const { engine } = deps.database
  const { rows } = await listLines(engine, { state: 'in_suspense', bankAccountId, oldestFirst: true, limit: listedMax })
  const shown: ShownLine[] = []
  for (const row of rows) {
    const candidates = (await proposeOrders(engine, row)).map(({ order: _, ...each }) => each)
    shown.push({ ...shownLine(row), candidates })
  }
  return shown
}

export const lineViews = ['all', 'waiting', 'unexplained', 'to_return'] as const

export interface LineSearch extends Omit<LineFilters, 'state' | 'amounts' | 'after'> {
  /** `unexplained`: those that wait and that somebody left, or that may belong to no order. */
  view: (typeof lineViews)[number]
  /** Decimal text. */
  amount?: string | undefined
  cursor?: string | undefined
}

/** Lines of own bank accounts, by their days. Throws `validation_failed` for a cursor that is none. */
export async function searchLines(
  { database: { engine } }: Pick<PlatformDeps, 'database'>,
  { view, amount, cursor, ...filters }: LineSearch,
): Promise<{ rows: readonly ShownLineRow[]; nextCursor: string | null }> {
  const { limit } = filters
  const states = { all: undefined, waiting: 'in_suspense', unexplained: 'in_suspense', to_return: 'to_return' } as const
  const { rows, lookedUpTo } = await listLines(engine, {
    ...filters,
    limit: limit + 1,
    state: states[view],
    amounts: amount === undefined ? undefined : amountsOf(amount),
    after: cursor === undefined ? undefined : readCursor(cursor),
  })
  const page = pageOf(rows, limit, positionOf)
  const end = lookedUpTo && page.nextCursor === null ? writeCursor(lookedUpTo) : page.nextCursor
  if (view !== 'unexplained') return { rows: page.items, nextCursor: end }
  const unexplained: ShownLineRow[] = []
  for (const row of page.items) {
    if (row.left_at !== null || (await proposeOrders(engine, row)).length === 0) unexplained.push(row)
  }
  return { rows: unexplained, nextCursor: end }
}

function amountsOf(text: string) {
  return (Object.keys(currencyDecimals) as CurrencyCode[]).flatMap((currency) => {
    const read = parseAmount(text, currency)
    return read.ok ? [[currency, read.minor] as const] : []
  })
}

/** A line with what it may belong to, which is looked up now. */
export interface LineDetail {
  row: ShownLineRow
  candidates: readonly Proposal[]
  /** The order that somebody names. */
  named: Proposal | undefined
  /** What a rule on its text suggests. */
  suggested: PersonClass | undefined
  /** Credits that go back to their senders, or debits that may show it. */
  pairs: readonly ShownLineRow[]
  /** The waiting lines beside it, the newest first. */
  next: string | null
  previous: string | null
}

/** `named`: the id of an order, or the reference on its transfer. Throws `not_found`. */
export async function showLine(
  { database: { engine } }: Pick<PlatformDeps, 'database'>,
  { id, named }: { id: string; named: string | undefined },
): Promise<LineDetail> {
  const [row] = await readShownLines(engine, [id])
  if (!row) throw new Problem('not_found', { message: say('line.unknown') })
  const isOpen = row.state === 'in_suspense' || row.state === 'to_return'
  const isPaired = row.state === 'to_return' || (row.state === 'in_suspense' && row.sign === 'D')
  return {
    row,
    candidates: isOpen ? await proposeOrders(engine, row) : [],
    named: named === undefined ? undefined : await proposeNamed(engine, row, named),
    suggested: isOpen ? suggestingRule(row, await listLineRules(engine, row.bank_account_id))?.class : undefined,
    pairs: isPaired ? await readShownLines(engine, await findReturnPairs(engine, row)) : [],
    ...(await readNeighbours(engine, row)),
  }
}

function shownLine(row: LineRow): Omit<ShownLine, 'candidates'> {
  return {
    id: row.id,
    bankAccountId: row.bank_account_id,
    day: row.booking_day,
    sign: row.sign,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    bankRef: row.refs.bankRef,
    text: row.text,
    party: row.party_name && !isOfBank(row, 'name') ? `the text says ${row.party_name}` : (row.party_name ?? undefined),
    isInDoubt: row.in_doubt,
  }
}
