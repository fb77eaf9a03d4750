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

/** An incremental run reads this many of the latest orders of a book; a full one reads all. */
const latestOrders = 2_000
/** As many keys of a book as a run keeps in memory, about 100 bytes each. */
const keysHeldMax = 2_000_000

/** The second witness: what each bank with a readable book says it executed. Live accounts have none yet. */
export async function checkBooks(deps: VerifyDeps, tally: Tally, { full }: { full: boolean }): Promise<void> {
  const accounts = await findTestAccounts(deps.database.engine)
  if (accounts.length === 0) tally.notChecked('I3', 'no bank with a readable book is connected')
  for (const id of accounts) {
    const account = await deps.routes.account(id)
    const connector = account && deps.connectors.get(account.connector)
    if (!account || !connector?.book) tally.notChecked('I3', 'the simulated bank is not connected here')
    else await checkBook(deps, tally, { account, connector, full })
  }
}

interface Reading {
  account: ConnectorAccount
  connector: Connector
  full: boolean
}

async function checkBook(deps: VerifyDeps, tally: Tally, { account, connector, full }: Reading): Promise<void> {
  const inBook = new Set<string>()
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  let after = full ? 0 : await latestFrom(connector, context)
  for (;;) {
    const page = await connector.book?.(after, context)
    if (!page) {
      tally.notChecked('I3', 'the bank’s book could not be read')
      return
    }
    if (page.entries.length === 0) break
    const known = await findBookedOrders(
      deps.database.engine,
      account.id,
      page.entries.map(({ key }) => key),
    )
    const orders = new Map(known.map((order) => [order.key, order]))
    const violations = page.entries.flatMap((entry) => judge(entry, orders.get(entry.key)))
    tally.add('I3', { checked: page.entries.length, violations })
    if (full) for (const { key } of page.entries) inBook.add(key)
    if (inBook.size > keysHeldMax) {
      tally.notChecked(
        'I3',
        `a book of more than ${keysHeldMax} orders: completed transactions were not looked up in it`,
      )
      return
    }
    after = page.nextAfter
  }
  if (full) await checkCompleted(deps, tally, { accountId: account.id, inBook })
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

async function latestFrom(
  connector: Connector,
  context: Parameters<NonNullable<Connector['book']>>[1],
): Promise<number> {
  const size = (await connector.bookSize?.(context)) ?? 0
  return Math.max(0, size - latestOrders)
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
