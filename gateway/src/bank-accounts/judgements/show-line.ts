import type { Db } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Environment } from '../../values/environment.ts'
import { Problem } from '../../values/problem.ts'
import { waitsOfLines } from '../decide-lines.ts'
import { type ComparedValue, comparedValues } from '../rules/compared-values.ts'
import { isLikelyCandidate } from '../rules/likely-candidate.ts'
import type { LineState } from '../rules/line-classes.ts'
import { type JudgedOrderRow, readOrders } from '../store/judged-orders.ts'
import { type LineCandidateRow, readCandidatesOf } from '../store/line-candidates.ts'
import {
  readAnnouncements,
  readCounterLines,
  readShownLine,
  readShownLines,
  type ShownLineRow,
} from '../store/shown-lines.ts'

/** Lines that wait for a person. */
const waitingStates: readonly LineState[] = ['new', 'in_suspense', 'returning']

export interface LineList {
  bankAccountId: string | undefined
  /** Undefined: both. */
  environment?: Environment | undefined
  /** `waiting`: `new`, `in_suspense` and `returning`. Undefined: all. */
  state: LineState | 'waiting' | undefined
  /** The last line of the page before. */
  before: string | undefined
  limit: number
}

/** A page of lines of own bank accounts, those that came last first. */
export async function listLines(
  { database }: Pick<PlatformDeps, 'database'>,
  { bankAccountId, environment, state, before, limit }: LineList,
): Promise<{ rows: readonly ShownLineRow[]; next: string | null }> {
  const states = state === 'waiting' ? waitingStates : state === undefined ? null : [state]
  const found = await readShownLines(database.engine, {
    ...{
      bankAccountId: bankAccountId ?? null,
      environment: environment ?? null,
      states,
      before: before ?? null,
      limit: limit + 1,
    },
  })
  const rows = found.slice(0, limit)
  const next = found.length > limit ? (rows.at(-1)?.id ?? null) : null
  return { rows: await withWaits(database.engine, rows), next }
}

/** With why the statements of those that wait take no effect by themselves. */
async function withWaits(db: Db, rows: readonly ShownLineRow[]): Promise<readonly ShownLineRow[]> {
  const waiting = rows.filter(({ state }) => waitingStates.includes(state)).map(({ id }) => id)
  if (waiting.length === 0) return rows
  const waits = await waitsOfLines(db, waiting)
  return rows.map((row) => ({ ...row, waits_for: waits.get(row.id) ?? null }))
}

/** A transaction beside a line, with what both say. */
export interface ShownCandidate {
  order: JudgedOrderRow
  candidate: LineCandidateRow | undefined
  compared: readonly ComparedValue[]
  /** Whether one operator may accept it alone. */
  isLikely: boolean
}

export interface ShownLineDetail {
  row: ShownLineRow
  /** The best first. */
  candidates: readonly ShownCandidate[]
  /** The transaction that has the line. */
  order: ShownCandidate | undefined
  /** Lines of the other direction that a return may pair with; or the one that it did. */
  counterLines: readonly ShownLineRow[]
  /** Of a report's or notice's line: the statement's line that is the same movement, or that it is a part of. */
  adoptedBy: ShownLineRow | undefined
  /** Of a statement's line: the lines of reports and notices that announced it. */
  announcements: readonly ShownLineRow[]
}

/** A line with everything that a person compares. Throws `not_found`. */
export async function showLine({ database }: Pick<PlatformDeps, 'database'>, id: string): Promise<ShownLineDetail> {
  const { engine } = database
  const found = isUuid(id) ? await readShownLine(engine, id) : undefined
  const [row] = found ? await withWaits(engine, [found]) : []
  if (!row) throw new Problem('not_found', { message: 'There is no such bank line.' })
  const candidates = await readCandidatesOf(engine, [row.id])
  const own = row.transaction_id === null ? [] : [row.transaction_id]
  const orders = await readOrders(engine, [...candidates.map((each) => each.transaction_id), ...own])
  const beside = (transactionId: string, candidate?: LineCandidateRow): ShownCandidate[] =>
    orders.filter((order) => order.id === transactionId).map((order) => besideOrder(row, order, candidate))
  const counter = row.counter_line_id === null ? undefined : await readShownLine(engine, row.counter_line_id)
  const isWaiting = waitingStates.includes(row.state)
  return {
    row,
    candidates: candidates.flatMap((each) => beside(each.transaction_id, each)),
    order: own.flatMap((each) => beside(each))[0],
    adoptedBy: row.adopted_by === null ? undefined : await readShownLine(engine, row.adopted_by),
    announcements: await readAnnouncements(engine, row.id),
    counterLines: counter ? [counter] : isWaiting ? await readCounterLines(engine, row) : [],
  }
}

/** The same for a transaction that a person chose. Throws `not_found`. */
export async function compareWith(
  { database }: Pick<PlatformDeps, 'database'>,
  lineId: string,
  transactionId: string,
): Promise<ShownCandidate> {
  const row = await readShownLine(database.engine, lineId)
  const [order] = await readOrders(database.engine, [transactionId])
  if (row && order) return besideOrder(row, order, undefined)
  throw new Problem('not_found', { message: 'There is no such transaction.' })
}

function besideOrder(
  row: ShownLineRow,
  order: JudgedOrderRow,
  candidate: LineCandidateRow | undefined,
): ShownCandidate {
  const compared = comparedValues(
    {
      ...{ amountMinor: row.amount_minor, currency: row.currency, day: row.booking_day, text: row.text },
      ...{ partyName: row.party_name, partyDocument: row.party_document, partyAccount: row.party_account },
      ...{ bankRef: row.refs.bankRef, bankAccountId: row.bank_account_id },
    },
    {
      ...{ payType: order.pay_type, amountMinor: order.amount_minor, details: order.details },
      dueMinor: order.amount_minor - order.received_minor,
      day: order.created_at.toISOString().slice(0, 10),
      ...{ targetReference: order.target_reference, payerReference: order.payer_reference },
      bankAccountId: order.bank_account_id,
    },
  )
  const times = { orderCreatedAt: order.created_at, lineSeenAt: row.seen_at }
  // Nobody decides alone by a statement that waits for a person itself.
  const isLikely = candidate !== undefined && !row.waits_for && isLikelyCandidate(candidate, times)
  return { order, candidate, compared, isLikely }
}
