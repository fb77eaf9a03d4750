import { unreachable } from '../../values/assert.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { FeeTerms } from '../../values/point-terms.ts'

/**
 * Account kinds with their owners: accounts exist per environment, owner, kind and currency. `unexplained`: debits of an
 * own bank account that nobody has claimed. `transit`: money between two own bank accounts. `owner_equity`: what an own bank
 * account held before its first day.
 */
export const accountOwners = {
  available: 'point',
  pending: 'point',
  reserved: 'point',
  fees: 'point',
  funding: 'point',
  settlement: 'connector account',
  suspense: 'connector account',
  unexplained: 'connector account',
  bank_costs: 'connector account',
  owner_equity: 'connector account',
  transit: 'nobody',
} as const

export type AccountKind = keyof typeof accountOwners
export const accountKinds = Object.keys(accountOwners) as readonly AccountKind[]

/** Kinds of transfer. `withdrawal`: operators paid the merchant outside the gateway; other withdrawals are payouts. */
export type TransferKind =
  | 'payin'
  | 'payin_fee'
  | 'release'
  | 'reserve'
  | 'payout'
  | 'payout_fee'
  | 'unreserve'
  | 'return'
  | 'fee_return'
  | 'reversal'
  | 'suspense'
  | 'suspense_accepted'
  | 'suspense_returned'
  | 'suspense_reversed'
  | 'late_payout'
  | 'late_payout_fee'
  | 'funding'
  | 'correction'
  | 'withdrawal'
  | 'opening'
  | RefundTransferKind
  | BankLineTransferKind

/**
 * `refund_fee`: the share of the pay-in's fee that comes back with a refund. `return_fee`: it is charged again where the refund
 * comes back. `refund_release`, `refund_withhold`: credit of the pay-in that is used before its release date, and put back there when
 * the refund fails or comes back.
 */
export type RefundTransferKind =
  | 'refund_reserve'
  | 'refund'
  | 'refund_unreserve'
  | 'refund_fee'
  | 'return_fee'
  | 'refund_release'
  | 'refund_withhold'

/**
 * Kinds that a line of a bank statement alone brings about. `unknown_in`, `unknown_out`: nobody has claimed the line.
 * `unknown_used`, `unknown_out_used`: somebody has by now. `unknown_returned`: a debit brought unclaimed money back to its
 * sender. `moved_in`, `moved_out`: the order belongs to another own bank account than the line. `funding_seen`,
 * `owner_out_seen`: the prefunding of a point arrived, or its owner took money out.
 */
export type BankLineTransferKind =
  | 'unknown_in'
  | 'unknown_used'
  | 'unknown_out'
  | 'unknown_out_used'
  | 'unknown_returned'
  | 'moved_in'
  | 'moved_out'
  | 'bank_cost'
  | 'bank_income'
  | 'transfer_in'
  | 'transfer_out'
  | 'funding_seen'
  | 'owner_out_seen'

/** One balanced double entry without its account ids. Minor units, always positive. */
export interface Posting {
  kind: TransferKind
  amountMinor: bigint
}

/** Account of a pay-in's credit: `pending` before its release date, otherwise `available`. */
export type CreditedTo = 'available' | 'pending'

/** Account kinds of a posting: money moves from `debit` to `credit`. */
export function accountsOf(kind: TransferKind, creditedTo: CreditedTo): { debit: AccountKind; credit: AccountKind } {
  switch (kind) {
    case 'payin':
      return { debit: 'settlement', credit: creditedTo }
    case 'payin_fee':
      return { debit: creditedTo, credit: 'fees' }
    case 'release':
    case 'refund_release':
      return { debit: 'pending', credit: 'available' }
    case 'refund_withhold':
      return { debit: 'available', credit: 'pending' }
    case 'reserve':
    case 'refund_reserve':
      return { debit: 'available', credit: 'reserved' }
    case 'payout':
    case 'refund':
      return { debit: 'reserved', credit: 'settlement' }
    case 'payout_fee':
      return { debit: 'reserved', credit: 'fees' }
    case 'unreserve':
    case 'refund_unreserve':
      return { debit: 'reserved', credit: 'available' }
    case 'return':
      return { debit: 'settlement', credit: 'available' }
    case 'fee_return':
    case 'refund_fee':
      return { debit: 'fees', credit: 'available' }
    case 'reversal':
    case 'late_payout':
      return { debit: 'available', credit: 'settlement' }
    case 'late_payout_fee':
    case 'return_fee':
      return { debit: 'available', credit: 'fees' }
    case 'suspense':
      return { debit: 'settlement', credit: 'suspense' }
    case 'suspense_accepted':
      return { debit: 'suspense', credit: creditedTo }
    case 'suspense_returned':
    case 'suspense_reversed':
      return { debit: 'suspense', credit: 'settlement' }
    case 'funding':
    case 'correction':
      return { debit: 'funding', credit: 'available' }
    case 'withdrawal':
      return { debit: 'available', credit: 'funding' }
    case 'opening':
      return { debit: 'settlement', credit: 'owner_equity' }
    default:
      return accountsOfLine(kind)
  }
}

function accountsOfLine(kind: BankLineTransferKind): { debit: AccountKind; credit: AccountKind } {
  switch (kind) {
    case 'unknown_in':
      return { debit: 'settlement', credit: 'suspense' }
    case 'unknown_used':
    case 'unknown_returned':
      return { debit: 'suspense', credit: 'settlement' }
    case 'unknown_out':
      return { debit: 'unexplained', credit: 'settlement' }
    case 'unknown_out_used':
      return { debit: 'settlement', credit: 'unexplained' }
    case 'moved_in':
    case 'transfer_in':
      return { debit: 'settlement', credit: 'transit' }
    case 'moved_out':
    case 'transfer_out':
      return { debit: 'transit', credit: 'settlement' }
    case 'bank_cost':
      return { debit: 'bank_costs', credit: 'settlement' }
    case 'bank_income':
      return { debit: 'settlement', credit: 'bank_costs' }
    case 'funding_seen':
      return { debit: 'settlement', credit: 'funding' }
    case 'owner_out_seen':
      return { debit: 'funding', credit: 'settlement' }
    default:
      return unreachable(kind)
  }
}

/** The fee in minor units; the percentage part is rounded half up. */
export function feeOf(terms: FeeTerms, amountMinor: bigint): bigint {
  return (amountMinor * BigInt(terms.millionths) + 500_000n) / 1_000_000n + terms.fixedMinor
}

/** A posting, or none for zero. */
export function posting(kind: TransferKind, amountMinor: bigint): readonly Posting[] {
  return amountMinor > 0n ? [{ kind, amountMinor }] : []
}

/** Key of an account: one per environment, kind, currency and owner. */
export interface AccountKey {
  environment: Environment
  currency: string
  kind: AccountKind
  /** The point or connector account, as `accountOwners` says; empty for an account of nobody. */
  ownerId: string
}

/** A balanced double entry with the keys of its accounts. */
export interface NewTransfer {
  transactionId: string | null
  pointId: string | null
  kind: TransferKind
  debit: AccountKey
  credit: AccountKey
  amountMinor: bigint
  note: string | null
  /** The line of a bank statement that moved the money. */
  bankLineId?: string | undefined
}

/** A credited pay-in before its release date. */
export interface NewRelease {
  transactionId: string
  pointId: string
  currency: CurrencyCode
  amountMinor: bigint
  delaySeconds: number
}

/** The columns of a transaction that name its accounts. */
export interface LedgerOwners {
  id: string
  point_id: string
  environment: Environment
  currency: CurrencyCode
  connector_account_id: string
}

/** Postings of one transaction as transfers between its accounts. */
export function transfersOf(row: LedgerOwners, postings: readonly Posting[], creditedTo: CreditedTo): NewTransfer[] {
  const account = (kind: AccountKind): AccountKey => ({
    environment: row.environment,
    currency: row.currency,
    kind,
    ownerId: accountOwners[kind] === 'connector account' ? row.connector_account_id : row.point_id,
  })
  return postings.map(({ kind, amountMinor }) => {
    const accounts = accountsOf(kind, creditedTo)
    return {
      transactionId: row.id,
      pointId: row.point_id,
      kind,
      debit: account(accounts.debit),
      credit: account(accounts.credit),
      amountMinor,
      note: null,
    }
  })
}

/** The accounts that transfers go between. */
export function accountsOfTransfers(transfers: readonly NewTransfer[]): AccountKey[] {
  return transfers.flatMap((transfer) => [transfer.debit, transfer.credit])
}
