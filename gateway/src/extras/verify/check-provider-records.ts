import type { Connector, ConnectorAccount, ProviderRecord } from '../../core/connectors/connector.ts'
import { callTimeoutMs, notifyUrl } from '../../core/processing/call-connector.ts'
import { say } from '../../core/texts/messages/say.ts'
import { amountText, differences, hadTimeToAgree } from './compare-record.ts'
import type { Tally, VerifyDeps } from './invariant.ts'
import type { ViolationRow } from './store/page-checks.ts'
import {
  countUnderReview,
  findAccounts,
  findMovedOrders,
  findRecordedOrders,
  type RecordedOrder,
} from './store/provider-record-checks.ts'

/**
 * Most positions that a run reads again because their orders differ or could not be compared yet. An order takes
 * about five entries of the simulated bank's journal, so this is two minutes of 400 orders a second.
 */
const readAgainMax = 250_000
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
  tally.underReview('I3', await countUnderReview(deps.database.engine))
  const positions: Record<string, number> = { ...from }
  const accounts = await findAccounts(deps.database.engine)
  for (const { id, connector: name } of accounts) {
    const account = await deps.routes.account(id)
    const connector = account && deps.connectors.get(account.connector)
    if (!account || !connector) tally.notChecked('I3', say('verify.not_connected', { connector: name }))
    else if (!connector.providerRecords) tally.notChecked('I3', say('verify.no_records', { connector: name }))
    else positions[id] = await checkAccount(deps, tally, { account, connector, full, from: from[id] ?? 0 })
  }
  if (accounts.length === 0) tally.notChecked('I3', say('verify.no_account'))
  return positions
}

interface Reading {
  account: ConnectorAccount
  connector: Connector
  full: boolean
  /** End position of the last run. A full run starts before it, and returns to it where it cannot finish. */
  from: number
}

/**
 * The next run starts at the first page that must be read again: its orders may still be reported or, outside a full
 * run, differ. A full run's alarm stays by itself.
 */
async function checkAccount(
  deps: VerifyDeps,
  tally: Tally,
  { account, connector, full, from }: Reading,
): Promise<number> {
  const recorded = new Set<string>()
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  // Records that end before the last position are new ones, e.g. of a reset bank.
  const areOthers = from > 0 && ((await connector.providerRecords?.end(context)) ?? from) < from
  const known = areOthers ? 0 : from
  let after = full ? 0 : known
  let again: number | undefined
  const next = () => Math.max(again ?? after, after - readAgainMax)
  for (;;) {
    const page = await connector.providerRecords?.read(after, context)
    if (!page) {
      tally.notChecked('I3', say('verify.records_unread'))
      return Math.max(known, next())
    }
    const found = await comparePage(deps, account.id, page.records)
    tally.add('I3', { checked: page.records.length, violations: found.violations })
    tally.differUnderReview('I3', found.underReview)
    if (found.unsettled || (found.violations.length > 0 && !full)) again ??= after
    if (full) for (const { key } of page.records) recorded.add(key)
    if (page.nextAfter <= after) break
    after = page.nextAfter
    if (recorded.size > keysHeldMax) {
      tally.notChecked('I3', say('verify.too_many_records', { max: keysHeldMax }))
      return Math.max(known, next())
    }
  }
  if (full) await checkMoved(deps, tally, { accountId: account.id, recorded })
  return next()
}

interface PageFindings {
  violations: ViolationRow[]
  /** Differences of transactions under review. */
  underReview: ViolationRow[]
  /** True where some orders must be compared again. */
  unsettled: boolean
}

async function comparePage(
  { database }: VerifyDeps,
  accountId: string,
  records: readonly ProviderRecord[],
): Promise<PageFindings> {
  const keys = records.map(({ key }) => key)
  const orders = new Map(
    (await findRecordedOrders(database.engine, accountId, keys)).map((order) => [order.key, order]),
  )
  const found: PageFindings = { violations: [], underReview: [], unsettled: false }
  for (const record of records) compare(record, orders.get(record.key), found)
  return found
}

function compare(record: ProviderRecord, order: RecordedOrder | undefined, found: PageFindings): void {
  if (order && !order.quiet) found.unsettled = true
  const certain = certainFault(record, order)
  if (certain !== undefined) found.violations.push({ id: order?.id ?? record.key, what: certain })
  if (certain !== undefined || !order) return
  const rows = differences(record, order).map((what) => ({ id: order.id, what }))
  if (rows.length === 0) return
  if (!hadTimeToAgree(record, order)) found.unsettled = true
  else if (order.needs_operator !== null) found.underReview.push(...rows)
  else found.violations.push(...rows)
}

/** A difference that no late report can explain, also of transactions under review. */
function certainFault(record: ProviderRecord, order: RecordedOrder | undefined): string | undefined {
  const moved = amountText(record.executedMinor, record.currency)
  if (record.direction === 'out' && record.executions > 1) {
    return `executed ${record.executions} times by the provider, ${moved} in total`
  }
  return !order && record.executions > 0 ? `executed by the provider (${moved}), and unknown here` : undefined
}

/** The other direction: transactions with moved money and no provider record. */
async function checkMoved(
  deps: VerifyDeps,
  tally: Tally,
  { accountId, recorded }: { accountId: string; recorded: ReadonlySet<string> },
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await findMovedOrders(deps.database.engine, accountId, after)
    const last = page.at(-1)
    if (!last) return
    const missing = page.filter(({ keys }) => !keys.some((key) => recorded.has(key)))
    const rows = missing.map((order) => ({ ...order, what: whatIsMissing(order) }))
    const toRow = ({ id, what }: (typeof rows)[number]) => ({ id, what })
    tally.add('I3', {
      checked: page.length,
      violations: rows.filter((row) => row.needs_operator === null).map(toRow),
    })
    tally.differUnderReview('I3', rows.filter((row) => row.needs_operator !== null).map(toRow))
    after = last.id
  }
}

type Missing = Awaited<ReturnType<typeof findMovedOrders>>[number]

function whatIsMissing({ status, pay_type, currency, received_minor, credited_minor }: Missing): string {
  const ours = pay_type === 'payin' ? received_minor : credited_minor
  const verb = pay_type === 'payin' ? 'received' : 'paid out'
  return `${status}: ${verb} ${amountText(ours, currency)} here, and the provider has no record of it`
}
