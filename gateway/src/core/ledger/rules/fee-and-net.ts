import { type AccountKind, accountsOf, type TransferKind } from './ledger.ts'

/** Transfers that charge a fee (1), or give one back (-1). */
export const feeSigns = {
  payin_fee: 1,
  payout_fee: 1,
  late_payout_fee: 1,
  return_fee: 1,
  fee_return: -1,
  refund_fee: -1,
} as const satisfies Partial<Record<TransferKind, 1 | -1>>

/** Transfers of a transaction that change what the merchant owns. All others move money between its own accounts, or between others. */
const booking = [
  'payin',
  'payin_fee',
  'suspense_accepted',
  'reversal',
  'payout',
  'payout_fee',
  'refund',
  'refund_fee',
  'return_fee',
  'late_payout',
  'late_payout_fee',
  'return',
  'fee_return',
] as const satisfies readonly TransferKind[]

/** By kind: whether a transfer adds to the merchant's money (1) or takes from it (-1). */
export const netSigns = Object.fromEntries(booking.map((kind) => [kind, signOf(kind)])) as Record<
  (typeof booking)[number],
  1 | -1
>

function signOf(kind: TransferKind): number {
  const { debit, credit } = accountsOf(kind, 'available')
  return Number(isOwn(credit)) - Number(isOwn(debit))
}

function isOwn(kind: AccountKind): boolean {
  return kind === 'available' || kind === 'pending' || kind === 'reserved'
}

/** What the ledger booked of a transaction, in minor units. Null before anything was booked. */
export type BookedMoney = {
  /** Charged, less what was given back. */
  feeMinor: bigint
  /** The change of the merchant's balance, fees included; below zero for a payout. */
  netMinor: bigint
} | null
