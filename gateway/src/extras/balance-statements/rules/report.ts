import { amountsOf, type ChangeRow } from './movement-sums.ts'
import type { MovementType } from './movement-types.ts'

/** What an accountant calls a movement. `return`: a payout, withdrawal or refund that came back. */
export const reportKinds = ['payin', 'reversal', 'refund', 'payout', 'withdrawal', 'return', 'fee', 'other'] as const
export type ReportKind = (typeof reportKinds)[number]

/** What money that left was for; null: a payout to somebody else. */
export type Purpose = 'withdrawal' | 'refund' | null

/** Other types only change the part of the balance that money is in. */
const kindOfType: Readonly<Partial<Record<MovementType, ReportKind>>> = {
  ...{ payin: 'payin', reversal: 'reversal', refund: 'refund', return: 'return' },
  ...{ payout: 'payout', late_payout: 'payout', withdrawal: 'withdrawal', funding: 'other', correction: 'other' },
}

export function reportKindOf(type: MovementType, purpose: Purpose): ReportKind | undefined {
  const kind = kindOfType[type]
  return kind === 'payout' ? (purpose ?? kind) : kind
}

/** `count`: movements, `fee_count`: those with a fee. */
export interface ReportRow extends ChangeRow {
  type: MovementType
  purpose: Purpose
  fee_minor: bigint
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
    const own = rows.filter(({ type, purpose }) => isFee || reportKindOf(type, purpose) === kind)
    const count = own.reduce((sum, row) => sum + (isFee ? row.fee_count : row.count), 0n)
    return {
      kind,
      count,
      amountMinor: own.reduce((sum, row) => sum + (isFee ? -row.fee_minor : amountsOf(row).amount), 0n),
    }
  })
}
