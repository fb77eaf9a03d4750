import type { BankLineTransferKind } from '../../../core/ledger/rules/ledger.ts'

/** What happened with a line: `bank_line_states` says what each means. */
export type LineState = 'new' | 'in_suspense' | 'applied' | 'linked' | 'explained' | 'to_return' | 'closed'
/** `returned`: a credit that nobody claimed went back to its sender, or the debit that shows it. */
export type LineClass = OrderClass | PersonClass | 'returned'
export type OrderClass = 'payin' | 'payout' | 'payout_return'

/** What a person may say that a line was. `funding` and `owner_out` are of one point. */
export const personClasses = ['fee', 'tax', 'interest', 'own_transfer', 'funding', 'owner_out'] as const
export type PersonClass = (typeof personClasses)[number]

/** How the ledger books a line of each class, by its sign. Without an entry the sign does not fit. */
export const kindsOfClasses: Readonly<Record<PersonClass, { C?: BankLineTransferKind; D?: BankLineTransferKind }>> = {
  fee: { D: 'bank_cost' },
  tax: { D: 'bank_cost' },
  interest: { C: 'bank_income' },
  own_transfer: { C: 'transfer_in', D: 'transfer_out' },
  funding: { C: 'funding_seen' },
  owner_out: { D: 'owner_out_seen' },
}

/** How a line of a class is booked; undefined where the class does not fit. A provider pays no interest by a payment. */
export function kindOfClass(named: PersonClass, line: { sign: 'C' | 'D'; account_kind: 'bank' | 'provider' }) {
  return named === 'interest' && line.account_kind === 'provider' ? undefined : kindsOfClasses[named][line.sign]
}

export function isOfPoint(named: PersonClass): boolean {
  return named === 'funding' || named === 'owner_out'
}
