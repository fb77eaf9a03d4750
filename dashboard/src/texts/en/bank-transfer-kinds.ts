import type { TransferKind } from '../../../../gateway/src/review/http/contract/operator-books.ts'

/** Movements of own bank accounts; people of merchants and operators read the same. */
export const bankTransferKinds = {
  unknown_in: 'Received, of nobody known',
  unknown_used: 'Owner of received money found',
  unknown_out: 'Left the bank, for nothing known',
  unknown_out_used: 'Reason of a debit found',
  moved_in: 'Arrived at another own account',
  moved_out: 'Credited for another own account',
  bank_cost: 'Cost of the bank',
  bank_income: 'Income from the bank',
  transfer_in: 'From another own account',
  transfer_out: 'To another own account',
  unknown_returned: 'Unclaimed money sent back',
  unknown_out_returned: 'Unclaimed debit came back',
  funding_seen: 'Prefunding arrived at the bank',
  withdrawal_seen: 'Withdrawal left the bank',
  owner_out: 'Taken out by the owner',
  opening: 'Opening balance',
} satisfies Partial<Record<TransferKind, string>>
