import type { StatusUpdate, Transition } from './state.ts'
import type { TransactionRow } from './transaction.ts'
import { contradiction } from './transition-parts.ts'

/**
 * An update in another currency than ordered moves no money, because its value is unknown. It goes to the review
 * queue. Undefined where the currency is the ordered one or not reported.
 */
export function inOtherCurrency(update: StatusUpdate, ordered: string): Transition | undefined {
  if (update.kind !== 'completed' && update.kind !== 'reversed') return undefined
  if (update.currency === undefined || update.currency === ordered) return undefined
  return contradiction(`${update.kind} in ${update.currency.slice(0, currencyLengthMax)}, ordered in ${ordered}`)
}

/** A currency code has three letters; a longer text of a provider is cut. */
const currencyLengthMax = 10

/**
 * Turns a rejection with reason `cancelled` of an open pay-in into an expiry: nobody declined it. Either the gateway
 * cancelled it and its process died before the write, or the provider cancelled it. Both end in EXPIRED (contract
 * section 4). After COMPLETED the update stays as it is and contradicts the status.
 */
export function readCancelled(
  row: Pick<TransactionRow, 'pay_type' | 'status' | 'expired_at'>,
  update: StatusUpdate,
  now: Date,
): StatusUpdate {
  if (row.pay_type !== 'payin' || row.status !== 'PENDING') return update
  if (update.kind !== 'rejected' || update.reason !== 'cancelled') return update
  const overdue = row.expired_at !== null && row.expired_at.getTime() <= now.getTime()
  return { kind: overdue ? 'expire' : 'cancel' }
}

/** A provider's total with what lines brought to the order, which the provider counts for no order. */
export function withLines(
  update: StatusUpdate,
  { amount_minor: orderedMinor }: Pick<TransactionRow, 'amount_minor'>,
  linesMinor = 0n,
): StatusUpdate {
  if (update.kind !== 'completed' && update.kind !== 'reversed') return update
  const toldMinor = update.creditedMinor ?? (update.kind === 'completed' ? orderedMinor : undefined)
  if (linesMinor === 0n || toldMinor === undefined) return update
  return { ...update, creditedMinor: toldMinor + linesMinor }
}

/**
 * A report of reversals without our own refunds among them (`ids`). Where nothing else came back, it says only that the
 * payment was made: of what had arrived, unless it names another amount.
 */
export function withoutOwnRefunds(
  update: StatusUpdate,
  refunds: { ids: ReadonlySet<string>; receivedMinor: bigint },
): StatusUpdate {
  if (update.kind !== 'reversed' || update.reversals === undefined) return update
  const others = update.reversals.filter(({ id, isDone }) => isDone && !refunds.ids.has(id))
  const amountMinor = others.reduce((sum, reversal) => sum + reversal.amountMinor, 0n)
  if (amountMinor > 0n) return { ...update, amountMinor }
  const { creditedMinor = refunds.receivedMinor, currency, providerReference } = update
  return {
    kind: 'completed',
    creditedMinor,
    ...(currency !== undefined && { currency }),
    ...(providerReference !== undefined && { providerReference }),
  }
}

/** Shorter texts are parts of a document. */
const documentLengthMin = 5

/**
 * Whether the sender's document differs from the payer's document of the order. False where either is unknown or
 * masked, because they cannot be compared.
 */
export function isOtherPayer(ordered: string | null | undefined, sender: string | null | undefined): boolean {
  const expected = normalised(ordered)
  const paid = normalised(sender)
  if (expected === undefined || paid === undefined) return false
  return expected !== paid
}

function normalised(document: string | null | undefined): string | undefined {
  if (!document || /[*•xX]{2}/.test(document)) return undefined
  const text = document.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return text.length >= documentLengthMin ? text : undefined
}
