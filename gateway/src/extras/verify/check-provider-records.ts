import type { ProviderRecord } from '../../core/connectors/connector.ts'
import { readDatabaseTime } from '../../core/platform/database/database-time.ts'
import { comparePage, merge } from './compare-page.ts'
import { amountText } from './compare-record.ts'
import type { Tally, VerifyDeps } from './invariant.ts'
import { say } from './messages/en.ts'
import { openRecords, type RecordSource, readMaxMs } from './record-source.ts'
import { countUnderReview, findAccounts, findMovedOrders } from './store/provider-record-checks.ts'

/**
 * Most positions that a run reads again because their orders differ or could not be compared yet. An order takes
 * about five entries of the simulated bank's journal, so this is two minutes of 400 orders a second.
 */
const readAgainMax = 250_000
/** The same where positions are times: longer than money for no order may be unknown. */
const readAgainMaxMs = 3_600_000
/** Most provider record keys in memory per run, about 100 bytes each. */
const keysHeldMax = 2_000_000

/** Position up to which each provider's records were compared, by connector account. */
export type RecordPositions = Readonly<Record<string, number>>

/**
 * Compares provider records with transactions: amounts, currencies and the number of executions. A full run reads all
 * records and looks up in them every transaction whose money moved. Other runs compare what moved at the provider
 * since the last run. Returns the start positions of the next run.
 */
export async function checkProviderRecords(
  deps: VerifyDeps,
  tally: Tally,
  { full, from }: { full: boolean; from: RecordPositions },
): Promise<RecordPositions> {
  const { engine } = deps.database
  tally.underReview('I3', await countUnderReview(engine))
  const positions: Record<string, number> = { ...from }
  const accounts = await findAccounts(engine)
  for (const { id, connector: name, created_at } of accounts) {
    const account = await deps.routes.account(id)
    const connector = account && deps.connectors.get(account.connector)
    const records = connector?.providerRecords
    if (!account || !connector) tally.notChecked('I3', say('verify.not_connected', { connector: name }))
    else if (!records) tally.notChecked('I3', say('verify.no_records', { connector: name }))
    else {
      const source = openRecords(deps, { account, connector, records, startedAt: await readDatabaseTime(engine) })
      positions[id] = await checkAccount(deps, tally, { source, full, from: from[id] ?? 0, createdAt: created_at })
    }
  }
  if (accounts.length === 0) tally.notChecked('I3', say('verify.no_account'))
  return positions
}

interface Reading {
  source: RecordSource
  full: boolean
  /** End position of the last run. A full run starts before it, and returns to it where it cannot finish. */
  from: number
  /** Of the account. What its provider received before is not ours. */
  createdAt: Date
}

/**
 * The next run starts at the first page that must be read again: its orders may still be reported or, outside a full
 * run, differ. A full run's alarm stays by itself.
 */
async function checkAccount(deps: VerifyDeps, tally: Tally, reading: Reading): Promise<number> {
  const { source, full } = reading
  const recorded = new Set<string>()
  const { known, earliest, end } = await startOf(reading)
  const isByReceipt = source.records.byReceipt !== undefined
  let after = Math.max(full ? 0 : known, earliest)
  let again: number | undefined
  const next = () => Math.max(again ?? after, after - (isByReceipt ? readAgainMaxMs : readAgainMax))
  for (;;) {
    const page = await source.read(after)
    if (!page) {
      tally.notChecked('I3', say('verify.records_unread'))
      return Math.max(known, next())
    }
    const found = await comparePage(deps, source, page.records)
    merge(tally, found, page.records.length)
    if (found.unsettled || (found.violations.length > 0 && !full)) again ??= after
    if (full) for (const key of keysOf(page.records)) recorded.add(key)
    const isLast = page.nextAfter <= after || (isByReceipt && page.nextAfter >= end)
    after = Math.max(after, page.nextAfter)
    if (isLast) break
    if (recorded.size > keysHeldMax || source.isOverdue()) {
      if (full) tally.notChecked('I3', unfinished(recorded.size > keysHeldMax))
      return Math.max(known, next())
    }
  }
  if (full) await checkMoved(deps, tally, { source, recorded })
  return next()
}

/** Where the records begin for us, where the last run ended, and where they end now. */
async function startOf({ source, from, createdAt }: Reading): Promise<Record<'known' | 'earliest' | 'end', number>> {
  const { byReceipt } = source.records
  const end = (from > 0 || byReceipt ? await source.end() : undefined) ?? from
  // Records that end before the last position are new ones, e.g. of a reset bank.
  const known = end < from ? 0 : from
  return { known, earliest: byReceipt ? Math.max(end - byReceipt.reachMs, createdAt.getTime()) : 0, end }
}

function keysOf(records: readonly ProviderRecord[]): string[] {
  return records.flatMap(({ key, reversals = [] }) => [key, ...reversals.map(({ id }) => id)])
}

function unfinished(areTooMany: boolean) {
  return areTooMany
    ? say('verify.too_many_records', { max: keysHeldMax })
    : say('verify.records_too_long', { minutes: readMaxMs / 60_000 })
}

/** The other direction: transactions with moved money and no provider record. */
async function checkMoved(
  deps: VerifyDeps,
  tally: Tally,
  { source, recorded }: { source: RecordSource; recorded: ReadonlySet<string> },
): Promise<void> {
  const { startedAt, accountId: connectorAccountId } = source
  const { reachMs } = source.records.byReceipt ?? {}
  const listedFrom = reachMs === undefined ? 0 : startedAt.getTime() - reachMs
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await findMovedOrders(deps.database.engine, { connectorAccountId, quietAt: startedAt, after })
    const last = page.at(-1)
    if (!last) return
    const listed = page.filter(({ payin_created_at: at }) => at.getTime() >= listedFrom)
    if (listed.length < page.length)
      tally.notChecked('I3', say('verify.before_records', { days: (reachMs ?? 0) / 86_400_000 }))
    const missing = await notFound(deps, tally, {
      source,
      orders: listed.filter(({ keys }) => !keys.some((key) => recorded.has(key))),
    })
    const rows = missing.map((order) => ({ ...order, what: whatIsMissing(order) }))
    const toRow = ({ id, what }: (typeof rows)[number]) => ({ id, what })
    tally.add('I3', {
      checked: listed.length,
      violations: rows.filter((row) => row.needs_operator === null).map(toRow),
    })
    tally.differUnderReview('I3', rows.filter((row) => row.needs_operator !== null).map(toRow))
    after = last.id
  }
}

type Moved = Awaited<ReturnType<typeof findMovedOrders>>[number]

/** Of orders that were not listed those of which the provider knows nothing either when it is asked. */
async function notFound(
  deps: VerifyDeps,
  tally: Tally,
  { source, orders }: { source: RecordSource; orders: readonly Moved[] },
): Promise<readonly Moved[]> {
  const missing: Moved[] = []
  for (const order of orders) {
    const [key] = order.keys
    const whole = key === undefined || order.pay_type === 'refund' ? 'not_asked' : await source.find(key)
    if (whole === undefined) tally.notChecked('I3', say('verify.records_unread'))
    else if (typeof whole === 'string' || whole.executions === 0) missing.push(order)
    else merge(tally, await comparePage(deps, source, [whole], { areWhole: true }), 1)
  }
  return missing
}

function whatIsMissing({ status, pay_type, currency, received_minor, credited_minor }: Moved): string {
  const ours = pay_type === 'payin' ? received_minor : credited_minor
  const verb = pay_type === 'payin' ? 'received' : 'paid out'
  return `${status}: ${verb} ${amountText(ours, currency)} here, and the provider has no record of it`
}
