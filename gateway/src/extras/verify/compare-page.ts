import type { ProviderRecord } from '../../core/connectors/connector.ts'
import { findCertificationKeys } from '../../core/processing/store/certification-keys.ts'
import {
  amountText,
  differences,
  hadTimeToAgree,
  incomingTimeMs,
  unknownPayments,
  withoutReversals,
} from './compare-record.ts'
import type { Tally, VerifyDeps } from './invariant.ts'
import { say } from './messages/en.ts'
import type { RecordSource } from './record-source.ts'
import { findIncomingMoney, findRecordedOrders, type RecordedOrder } from './store/provider-record-checks.ts'
import type { ViolationRow } from './store/transaction-checks.ts'

export interface PageFindings {
  violations: ViolationRow[]
  /** Differences of transactions under review. */
  underReview: ViolationRow[]
  /** True where some orders must be compared again. */
  unsettled: boolean
  /** True where the provider did not answer about an order. */
  unread: boolean
}

/** Adds what a page of `checked` records showed. */
export function merge(tally: Tally, found: PageFindings, checked: number): void {
  tally.add('I3', { checked, violations: found.violations })
  tally.differUnderReview('I3', found.underReview)
  if (found.unread) tally.notChecked('I3', say('verify.records_unread'))
}

const nothing = (): PageFindings => ({ violations: [], underReview: [], unsettled: false, unread: false })

function add(found: PageFindings, more: PageFindings): void {
  found.violations.push(...more.violations)
  found.underReview.push(...more.underReview)
  found.unsettled ||= more.unsettled
  found.unread ||= more.unread
}

type Deps = Pick<VerifyDeps, 'database'>

/**
 * Compares records with our orders. Where the payments of an order may stand on several pages, one that differs is asked about and
 * compared in the whole. `areWhole`: the records are that.
 */
export async function comparePage(
  deps: Deps,
  source: RecordSource,
  records: readonly ProviderRecord[],
  { areWhole = source.records.byReceipt === undefined } = {},
): Promise<PageFindings> {
  const keys = records.flatMap(({ key, reversals = [] }) => [key, ...reversals.map(({ id }) => id)])
  const rows = await findRecordedOrders(deps.database.engine, source.accountId, keys)
  const orders = new Map(rows.map((row) => [row.key, row]))
  const found = nothing()
  const wholes: ProviderRecord[] = []
  for (const record of records) {
    if (!areWhole && source.comparedWhole.has(record.key)) continue
    const own = nothing()
    for (const part of withoutReversals(record, orders)) compare(part, orders.get(part.key), own)
    const differs = own.violations.length + own.underReview.length > 0
    const whole = areWhole || !differs || !orders.has(record.key) ? 'not_asked' : await source.find(record.key)
    if (whole === undefined) add(found, { ...nothing(), unsettled: true, unread: true })
    else if (typeof whole === 'string') add(found, own)
    else {
      source.comparedWhole.add(record.key)
      wholes.push(whole)
    }
  }
  add(
    found,
    await compareIncoming(
      deps,
      source,
      records.filter(({ key }) => !orders.has(key)),
    ),
  )
  if (wholes.length > 0) add(found, await comparePage(deps, source, wholes, { areWhole: true }))
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
  const isUnknown = !order && !record.payments && record.executions > 0
  return isUnknown ? `executed by the provider (${moved}), and unknown here` : undefined
}

/**
 * Payments for none of our orders are incoming money. A provider may not tell of them: one that is unknown is asked about, and counts
 * where it stays unknown. Those of certification runs are in no books.
 */
async function compareIncoming(
  { database }: Deps,
  source: RecordSource,
  records: readonly ProviderRecord[],
): Promise<PageFindings> {
  const found = nothing()
  const all = records.flatMap(({ key, payments = [] }) => [key, ...payments.map(({ providerId }) => providerId)])
  const certified = await findCertificationKeys(database.engine, source.accountId, all)
  const others = records.filter(({ key }) => !certified.has(key))
  const ids = others.flatMap(({ payments = [] }) => payments.map(({ providerId }) => providerId))
  if (ids.length === 0) return found
  const incoming = await findIncomingMoney(database.engine, source.accountId, ids)
  const prompted = await source.prompt(ids.filter((id) => !incoming.has(id)))
  for (const record of others) {
    const isNew = record.movedAt && source.startedAt.getTime() - record.movedAt.getTime() < incomingTimeMs
    const rows = unknownPayments(record, incoming)
    const counted = isNew ? [] : rows.filter(({ id }) => !prompted.has(id))
    if (counted.length < rows.length) found.unsettled = true
    found.violations.push(...counted)
  }
  return found
}
