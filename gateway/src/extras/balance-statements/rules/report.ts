import { amountsOf, type ChangeRow } from './movement-sums.ts'
import type { MovementType } from './movement-types.ts'

/** What an accountant calls a movement. `return`: a payout, withdrawal or refund that came back. */
export const reportKinds = ['payin', 'reversal', 'refund', 'payout', 'withdrawal', 'return', 'fee', 'other'] as const
export type ReportKind = (typeof reportKinds)[number]

/** What money that left was for; null: a payout to somebody else. */
export type Purpose = 'withdrawal' | 'refund' | null

/** Null: the movement only changes the part of the balance that money is in. */
export function reportKindOf(type: MovementType, purpose: Purpose): Exclude<ReportKind, 'fee'> | null {
  switch (type) {
    case 'payin':
    case 'reversal':
    case 'refund':
    case 'return':
      return type
    case 'payout':
    case 'late_payout':
      return purpose ?? 'payout'
    case 'funding':
    case 'correction':
      return 'other'
    case 'reserve':
    case 'unreserve':
    case 'release':
    case 'withhold':
      return null
  }
}

export interface ReportRow extends ChangeRow {
  type: MovementType
  purpose: Purpose
  fee_minor: bigint
  /** How many movements, and how many with a fee. */
  count: bigint
  fee_count: bigint
}

/** `amountMinor`: what the kind changed the balance by; below zero where money left. */
export interface ReportTotal {
  kind: ReportKind
  count: bigint
  amountMinor: bigint
}

/** One total for each kind: together they are the change of the whole balance. Fees are a kind of their own. */
export function totalsOf(rows: readonly ReportRow[]): readonly ReportTotal[] {
  return reportKinds.map((kind) => {
    const isFee = kind === 'fee'
    const own = isFee ? rows : rows.filter(({ type, purpose }) => reportKindOf(type, purpose) === kind)
    return {
      kind,
      count: own.reduce((sum, row) => sum + (isFee ? row.fee_count : row.count), 0n),
      amountMinor: own.reduce((sum, row) => sum + (isFee ? -row.fee_minor : amountsOf(row).amount), 0n),
    }
  })
}
