import {
  type CreditedTo,
  type NewRelease,
  type NewTransfer,
  type Posting,
  transfersOf,
} from '../ledger/rules/ledger.ts'
import type { ServiceTerms } from '../merchants/rules/point-rules.ts'
import { releaseDelaySeconds } from '../values/point-terms.ts'
import type { Status } from '../values/status.ts'
import type { TransactionRow } from './rules/transaction.ts'

/** Ledger writes of one transition. */
export interface Booking {
  transfers: NewTransfer[]
  release: NewRelease | undefined
}

/** The transfers of a transition's postings, between the accounts of the transaction's point and connector account. */
export function bookTransition(
  after: TransactionRow,
  change: { postings: readonly Posting[]; previousStatus: Status; terms: ServiceTerms },
): Booking {
  if (change.postings.length === 0) return { transfers: [], release: undefined }
  const completes = change.previousStatus !== 'COMPLETED' && change.postings.some((each) => isCredit(each.kind))
  const delaySeconds = releaseDelaySeconds({
    environment: after.environment,
    card: after.card_bin !== null,
    agreed: change.terms.releaseDelaySeconds,
  })
  const creditedTo: CreditedTo = completes && delaySeconds > 0 ? 'pending' : 'available'
  const transfers = transfersOf(after, change.postings, creditedTo)
  const heldMinor = creditedTo === 'pending' ? netCredit(change.postings) : 0n
  const { id: transactionId, point_id: pointId, currency } = after
  const release =
    heldMinor > 0n ? { transactionId, pointId, currency, amountMinor: heldMinor, delaySeconds } : undefined
  return { transfers, release }
}

function isCredit(kind: Posting['kind']): boolean {
  return kind === 'payin' || kind === 'suspense_accepted'
}

function netCredit(postings: readonly Posting[]): bigint {
  return postings.reduce((sum, { kind, amountMinor }) => {
    if (isCredit(kind)) return sum + amountMinor
    return kind === 'payin_fee' ? sum - amountMinor : sum
  }, 0n)
}
