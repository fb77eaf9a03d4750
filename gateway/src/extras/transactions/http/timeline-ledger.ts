import { type AccountKind, accountsOf } from '../../../core/ledger/rules/ledger.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { TransferTimelineRow } from '../store/reads/transaction-timeline.ts'
import type { TimelineTransfer } from './contract/payments.ts'

/** The merchant's own accounts that a transaction moves. */
const ownAccounts = ['available', 'pending', 'reserved'] as const
type OwnAccount = (typeof ownAccounts)[number]

/** Transfers with running totals of the merchant's own accounts. */
export function transfersData(transfers: readonly TransferTimelineRow[], currency: CurrencyCode): TimelineTransfer[] {
  const sums: Record<OwnAccount, bigint> = { available: 0n, pending: 0n, reserved: 0n }
  const book = (account: AccountKind, minor: bigint) => {
    const own = ownAccounts.find((each) => each === account)
    if (own) sums[own] += minor
  }
  return transfers.map((transfer) => {
    // The hidden account is never `pending` or `available`: those are the merchant's own.
    const hidden = accountsOf(transfer.kind, 'available')
    const debit = transfer.debit ?? hidden.debit
    const credit = transfer.credit ?? hidden.credit
    book(debit, -transfer.amount_minor)
    book(credit, transfer.amount_minor)
    return {
      id: transfer.id.toString(),
      at: transfer.created_at.toISOString(),
      kind: transfer.kind,
      refund_id: transfer.refund_id,
      debit,
      credit,
      amount: formatAmount(transfer.amount_minor, currency),
      running: {
        available: formatAmount(sums.available, currency),
        pending: formatAmount(sums.pending, currency),
        reserved: formatAmount(sums.reserved, currency),
      },
    }
  })
}
