import type { TransferKind } from '../../../core/ledger/rules/ledger.ts'

/** What a movement is, in the words of the ledger. A fee belongs to the movement that charged it. */
export const movementTypes = [
  'payin',
  'payout',
  'reserve',
  'unreserve',
  'release',
  'return',
  'reversal',
  'late_payout',
  'refund',
  'withhold',
  'funding',
  'correction',
  'withdrawal',
] as const
export type MovementType = (typeof movementTypes)[number]

/** Transfers that are a movement of another name, or a part of one: fees, credits out of suspense, the ways of a refund. */
export const partOf = {
  payin_fee: 'payin',
  suspense_accepted: 'payin',
  payout_fee: 'payout',
  fee_return: 'return',
  late_payout_fee: 'late_payout',
  refund_fee: 'refund',
  return_fee: 'return',
  refund_reserve: 'reserve',
  refund_unreserve: 'unreserve',
  refund_release: 'release',
  refund_withhold: 'withhold',
} as const satisfies Partial<Record<TransferKind, MovementType>>

/** The parts of a merchant's balance in one currency, in minor units. */
export interface Parts {
  available: bigint
  pending: bigint
  reserved: bigint
}

/** What reserved money waits for. A payout `to_send` needs no approval, and surely did not leave yet. */
export type ReservedFor = 'in_transit' | 'approval' | 'to_send' | 'refunds'

export const noMoney: Parts = { available: 0n, pending: 0n, reserved: 0n }

export function plus(a: Parts, b: Parts): Parts {
  return {
    available: a.available + b.available,
    pending: a.pending + b.pending,
    reserved: a.reserved + b.reserved,
  }
}

export function minus(a: Parts, b: Parts): Parts {
  return plus(a, { available: -b.available, pending: -b.pending, reserved: -b.reserved })
}

/** All money of the merchant in one currency: available, pending and reserved. */
export function totalOf({ available, pending, reserved }: Parts): bigint {
  return available + pending + reserved
}
