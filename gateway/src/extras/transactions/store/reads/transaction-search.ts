import { type BookedMoneyColumn, bookedMoneyColumn } from '../../../../core/ledger/rules/booked-money.ts'
import { eachPayType, newestFirst, theEnd } from '../../../../core/payments/store/reads/newest-first.ts'
import { textSearchRows } from '../../../../core/payments/store/reads/search-by-text.ts'
import type { Db, Plans } from '../../../../core/platform/database/database.ts'
import type { NewTransaction } from '../../../../core/processing/rules/new-transaction.ts'
import { type RefundSumsColumn, refundSumsColumn } from '../../../../core/processing/rules/refund-sums.ts'
import type { TransactionRow } from '../../../../core/processing/rules/transaction.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Reason, Status, TransactionType } from '../../../../core/values/status.ts'
import { type AmountFilters, amountPage, hasAmounts, hasNoCodes, type Place } from './transaction-amounts.ts'

export interface SearchFilters extends AmountFilters {
  payType?: TransactionType
  status?: Status
  reason?: Reason
  serviceCode?: string
  currency?: CurrencyCode
  /** The service codes of that currency: indexes hold codes. */
  serviceCodes?: readonly string[]
  paymentLinkId?: string
  createdFrom?: Date
  createdTo?: Date
}

export interface Search {
  filters: SearchFilters
  /** Keyset: strictly after this position in the order newest first. */
  after?: { createdAt: Date; id: string }
  limit: number
}

/** Columns of lists and exports. */
const ownColumns = [
  ...(['id', 'pay_type', 'service_code', 'reference', 'amount_minor', 'currency', 'credited_minor'] as const),
  ...(['received_minor', 'suspense_minor', 'reversed_minor', 'sent_back_minor', 'fee_minor', 'status'] as const),
  ...(['reason', 'party_name', 'party_document', 'sender_name', 'sender_document', 'payer_reference'] as const),
  ...(['payment_link_id', 'end_to_end_id', 'provider_reference', 'card_last4', 'metadata'] as const),
  ...(['created_at', 'updated_at', 'expired_at'] as const),
] as const

/** A row of lists and exports; amounts in minor units. */
export interface ListedRow
  extends Pick<TransactionRow & NewTransaction, (typeof ownColumns)[number]>,
    BookedMoneyColumn,
    RefundSumsColumn {
  asks_operator: boolean
  /** A payout to the merchant's own account. */
  is_withdrawal: boolean
  /** Of a refund: the pay-in whose money goes back. */
  refunded_payment: string | null
  /** Of a refund: the merchant's own reason. */
  refund_reason: string | null
}

/** Reasons that occur with one status only: that status has an index. */
const statusOfReason: Partial<Record<Reason, Status>> = {
  awaiting_payment: 'PENDING',
  awaiting_confirmation: 'PENDING',
  submitted: 'PENDING',
  paid: 'COMPLETED',
  expired: 'EXPIRED',
}

/** A time before every transaction. */
const theBeginning = new Date(0)

/** The columns of ListedRow, for a select from `transactions t`. */
export const listedColumns = ownColumns
  .map((column): string => `t.${column}`)
  .concat(
    't.needs_operator is not null as asks_operator',
    't.withdrawal_account_id is not null as is_withdrawal',
    `case when t.pay_type = 'refund' then t.details ->> 'payment_id' end as refunded_payment`,
    `case when t.pay_type = 'refund' then t.details ->> 'refund_reason' end as refund_reason`,
    bookedMoneyColumn,
    refundSumsColumn,
  )
  .join(', ')

/** The same columns of a search by text. */
export const foundRows = textSearchRows('ask-transactions', listedColumns)

/** Filters with an index in the order of time. */
const plainFilters: readonly string[] = ['payType', 'status', 'serviceCode', 'createdFrom', 'createdTo']

/**
 * How the list is planned. A connection keeps a plan that suits all values. With several indexed filters the rarer one
 * must lead; amounts, currencies and some reasons also need a plan for their values.
 */
export function plansFor({ filters }: Pick<Search, 'filters'>): Plans {
  const set = Object.keys(filters).filter((name) => filters[name as keyof SearchFilters] !== undefined)
  const isByService = set.includes('serviceCode')
  const isByStatus = set.includes('status') || set.includes('payType')
  return set.every((name) => plainFilters.includes(name)) && !(isByService && isByStatus) ? 'general' : 'in order'
}

/** Rows scanned per row of a page before the index of amounts is used: if one in forty matches, the scan is cheaper. */
const walkedForEach = 40

/** The point's transactions that pass the filters, newest first. The caller uses the plans of `plansFor`. */
export async function searchTransactions(db: Db, pointId: string, search: Search): Promise<readonly ListedRow[]> {
  if (hasAmounts(search.filters) && hasNoCodes(search.filters)) return []
  const values: unknown[] = [pointId]
  const place: Place = (value) => {
    values.push(typeof value === 'bigint' ? value.toString() : value)
    return `$${values.length}`
  }
  const held = [...filterConditions(search.filters, place), afterCondition(search, place)]
  const others = reasonConditions(search.filters, place)
  const limit = place(search.limit)
  const text = hasAmounts(search.filters)
    ? amountPage(
        listedColumns,
        { held, others },
        {
          ...{ filters: search.filters, limit, place, walkedMax: walkedForEach * search.limit },
          apart: isByStatus(search.filters) ? eachPayType : undefined,
          ...{ since: place(search.filters.createdFrom ?? theBeginning), until: place(endOf(search)) },
        },
      )
    : newestFirst(listedColumns, ['t.point_id = $1', ...held, ...others], {
        order: `order by t.created_at desc, t.id desc limit ${limit}`,
        apart: readApart(search.filters, place),
      })
  const found = await db.query<ListedRow>({
    ...(plansFor(search) === 'general' && { name: `list-${shapeOf(search.filters)}` }),
    text,
    values,
  })
  return found.rows
}

/** The names of the set filters: statements with the same names are the same. */
function shapeOf(filters: SearchFilters): string {
  return plainFilters.filter((name) => filters[name as keyof SearchFilters] !== undefined).join('-')
}

/** Whether an index on the filters finds few rows. */
function isByStatus({ status, reason }: SearchFilters): boolean {
  return status !== undefined || reason !== undefined
}

/** Conditions that each have an index in the order of time; undefined where one condition is enough. */
function readApart(filters: SearchFilters, place: Place): readonly string[] | undefined {
  const { payType, serviceCode, serviceCodes, paymentLinkId } = filters
  if (serviceCode !== undefined || paymentLinkId !== undefined) return undefined
  if (serviceCodes !== undefined && serviceCodes.length > 0) {
    return serviceCodes.map((code) => `t.service_code = ${place(code)}`)
  }
  return payType === undefined ? eachPayType : undefined
}

function filterConditions(filters: SearchFilters, place: Place): string[] {
  const conditions: string[] = []
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value !== undefined) conditions.push(condition(place(value)))
  }
  const implied = filters.reason && statusOfReason[filters.reason]
  add((p) => `t.pay_type = ${p}`, filters.payType)
  add((p) => `t.status = ${p}`, filters.status)
  if (implied !== filters.status) add((p) => `t.status = ${p}`, implied)
  add((p) => `t.service_code = ${p}`, filters.serviceCode)
  add((p) => `t.currency = ${p}`, filters.currency)
  add((p) => `t.payment_link_id = ${p}`, filters.paymentLinkId)
  add((p) => `t.created_at >= ${p}`, filters.createdFrom)
  add((p) => `t.created_at < ${p}`, filters.createdTo)
  return conditions
}

function reasonConditions({ reason }: SearchFilters, place: Place): string[] {
  return reason === undefined ? [] : [`t.reason = ${place(reason)}`]
}

/** The latest creation time of the page. */
function endOf({ filters: { createdTo = theEnd.createdAt }, after = theEnd }: Search): Date {
  return createdTo < after.createdAt ? createdTo : after.createdAt
}

function afterCondition({ after = theEnd }: Search, place: Place): string {
  return `(t.created_at, t.id) < (${place(after.createdAt)}::timestamptz, ${place(after.id)}::uuid)`
}

/** The references of the point's transactions with these ids. */
export async function readReferences(
  db: Db,
  pointId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ id: string; reference: string }>({
    name: 'list-references',
    text: 'select id, reference from transactions where point_id = $1 and id = any ($2::uuid[])',
    values: [pointId, ids],
  })
  return new Map(found.rows.map(({ id, reference }) => [id, reference]))
}
