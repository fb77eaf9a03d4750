import type { TransactionType } from '../../../src/core/values/status.ts'
import type { JournalEntry } from './journal.ts'

/** One payment as the client knows it. */
export interface Payment {
  payType: TransactionType
  point: number
  reference: string
  /** Undefined: all that was left. */
  amountMinor: bigint | undefined
  currency: string
  transactionIds: Set<string>
  refusals: string[]
}

export interface ClientTimeline {
  payments: ReadonlyMap<number, Payment>
  violations: string[]
  /** Payments that were never accepted, because their own expiry had passed by then. */
  tooLate: number
}

/** A pay-in whose expiry passed before anybody accepted it. An accepted reference replays, whatever time it is. */
const tooLate = '422 expired_at_past'

/** A refund of a pay-in of which nothing, or less, is left, or that was never paid. */
const notRefundable = new Set(['409 not_in_this_state', '422 amount_too_large'])

/** What the client's journal says, and what is wrong with that alone. */
export function readClient(journal: readonly JournalEntry[]): ClientTimeline {
  const payments = new Map<number, Payment>()
  for (const entry of journal) {
    if (entry.type === 'sent') {
      const { payType, point, reference, currency } = entry
      const amountMinor = entry.amountMinor === null ? undefined : BigInt(entry.amountMinor)
      const empty = { transactionIds: new Set<string>(), refusals: [] }
      payments.set(entry.index, { payType, point, reference, amountMinor, currency, ...empty })
    } else if (entry.type === 'accepted') payments.get(entry.index)?.transactionIds.add(entry.transactionId)
    else payments.get(entry.index)?.refusals.push(`${entry.status} ${entry.code}`)
  }
  const violations: string[] = []
  let forgiven = 0
  for (const { payType, reference, transactionIds, refusals } of payments.values()) {
    const accepted = transactionIds.size > 0
    const isFair = (refusal: string) => (payType === 'refund' ? notRefundable.has(refusal) : refusal === tooLate)
    const wrong = refusals.filter((refusal) => accepted || !isFair(refusal))
    if (refusals.length > wrong.length && payType !== 'refund') forgiven++
    if (transactionIds.size > 1) violations.push(`${reference} has several ids: ${[...transactionIds].join(', ')}`)
    if (!accepted && refusals.length === 0) violations.push(`${reference} was never accepted`)
    if (wrong.length > 0) {
      violations.push(`${reference} was ${accepted ? 'accepted and ' : ''}refused: ${wrong.join(', ')}`)
    }
  }
  return { payments, violations, tooLate: forgiven }
}
