import type { BookEntry, Connector, ConnectorAccount } from '../../connectors/connector.ts'
import {
  type BookedOrder,
  findBookedOrders,
  findCompletedKeys,
  findTestAccounts,
} from '../../store/verify/book-checks.ts'
import type { ViolationRow } from '../../store/verify/page-checks.ts'
import { callTimeoutMs, notifyUrl } from '../call-connector.ts'
import type { Tally } from './invariant.ts'
import type { VerifyDeps } from './verify.ts'

/**
 * As many orders as a run reads again at most because they could not be judged yet, or are broken: fifty pages, as many
 * as come in two minutes at 400 a second.
 */
const readAgainMax = 50_000
/** As many keys of a book as a run keeps in memory, about 100 bytes each. */
const keysHeldMax = 2_000_000

/** How far each book was compared, by connector account. */
export type BookPlaces = Readonly<Record<string, number>>

/**
 * The second witness: what each bank with a readable book says it executed. Live accounts have none yet. A full run reads
 * a book from its beginning, others from where the last one came to. Returns where the next one begins.
 */
export async function checkBooks(
  deps: VerifyDeps,
  tally: Tally,
  { full, from }: { full: boolean; from: BookPlaces },
): Promise<BookPlaces> {
  const accounts = await findTestAccounts(deps.database.engine)
  if (accounts.length === 0) tally.notChecked('I3', 'no bank with a readable book is connected')
  const places: Record<string, number> = { ...from }
  for (const id of accounts) {
    const account = await deps.routes.account(id)
    const connector = account && deps.connectors.get(account.connector)
    if (!account || !connector?.book) tally.notChecked('I3', 'the simulated bank is not connected here')
    else places[id] = await checkBook(deps, tally, { account, connector, full, from: from[id] ?? 0 })
  }
  return places
}

interface Reading {
  account: ConnectorAccount
  connector: Connector
  full: boolean
  /** Where the last run came to. A full one begins before it, and falls back to it where it cannot end. */
  from: number
}

/**
 * Compares the orders of a book with ours. The next run begins at the first page that must be read again: it has orders
 * whose news may still be on their way, or, where this run is not a full one, broken ones (the full run's alarm stays).
 */
async function checkBook(deps: VerifyDeps, tally: Tally, { account, connector, full, from }: Reading): Promise<number> {
  const inBook = new Set<string>()
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  // A book that is shorter than what was read of it is another one.
  const isOther = from > 0 && ((await connector.bookSize?.(context)) ?? from) < from
  const known = isOther ? 0 : from
  let after = full ? 0 : known
  let again: number | undefined
  const next = () => Math.max(again ?? after, after - readAgainMax)
  for (;;) {
    const page = await connector.book?.(after, context)
    if (!page) {
      tally.notChecked('I3', 'the bank’s book could not be read')
      return Math.max(known, next())
    }
    if (page.entries.length === 0) break
    const { violations, moving } = await comparePage(deps, account.id, page.entries)
    tally.add('I3', { checked: page.entries.length, violations })
    if (moving || (violations.length > 0 && !full)) again ??= after
    if (full) for (const { key } of page.entries) inBook.add(key)
    after = page.nextAfter
    if (inBook.size > keysHeldMax) {
      tally.notChecked(
        'I3',
        `a book of more than ${keysHeldMax} orders: completed transactions were not looked up in it`,
      )
      return Math.max(known, next())
    }
  }
  if (full) await checkCompleted(deps, tally, { accountId: account.id, inBook })
  return next()
}

async function comparePage(
  { database }: VerifyDeps,
  accountId: string,
  entries: readonly BookEntry[],
): Promise<{ violations: readonly ViolationRow[]; moving: boolean }> {
  const keys = entries.map(({ key }) => key)
  const known = await findBookedOrders(database.engine, accountId, keys)
  const orders = new Map(known.map((order) => [order.key, order]))
  return {
    violations: entries.flatMap((entry) => judge(entry, orders.get(entry.key))),
    moving: known.some(({ quiet }) => !quiet),
  }
}

/** The other way round: what we call completed, and no book of its bank knows. */
async function checkCompleted(
  deps: VerifyDeps,
  tally: Tally,
  { accountId, inBook }: { accountId: string; inBook: ReadonlySet<string> },
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await findCompletedKeys(deps.database.engine, accountId, after)
    const last = page.at(-1)
    if (!last) return
    const unknown = page.filter(({ keys }) => !keys.some((key) => inBook.has(key)))
    const violations = unknown.map(({ id }) => ({ id, what: 'COMPLETED, and the bank’s book does not know it' }))
    tally.add('I3', { checked: page.length, violations })
    after = last.id
  }
}

/** What is wrong between an order of the book and our transaction. News that may be on their way are no violation. */
export function judge(entry: BookEntry, order: BookedOrder | undefined): ViolationRow[] {
  const found = (what: string): ViolationRow[] => [{ id: order?.id ?? entry.key, what }]
  if (entry.direction === 'out' && entry.executed > 1) return found(`executed ${entry.executed} times`)
  if (!order) return entry.executed > 0 ? found('executed by the bank, and unknown here') : []
  if (order.needs_operator !== null || !order.quiet) return []
  const moved = entry.executed > 0
  if (order.status === 'COMPLETED' && !moved) return found('COMPLETED, and the bank executed nothing')
  if (order.pay_type === 'payout') {
    if (order.status === 'ERROR' && order.reason === 'returned')
      return moved ? [] : found('returned, and never executed')
    return order.status === 'ERROR' && moved ? found('ERROR, and the bank executed it') : []
  }
  const lost = moved && order.received_minor === 0n && order.status !== 'PENDING'
  return lost ? found(`${order.status}, and the money that the bank took in is not booked`) : []
}
