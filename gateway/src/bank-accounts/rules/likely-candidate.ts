import type { MatchReasonCode } from './match-types.ts'

/** From this score on, one operator may accept what a line is proposed to be. */
export const likelyFrom = 85

const doubts: ReadonlySet<string> = new Set<MatchReasonCode>([
  'other_account',
  'created_later',
  'ended_earlier',
  'manual_money',
  'hint',
  'lump',
  'reversal',
  'several_orders',
  'several_lines',
  'several_references',
  'amount_and_sender_differ',
])

/** Whether a reason is one for which a person must decide, and a second one. */
export function isDoubt(reason: string): boolean {
  return doubts.has(reason)
}

/**
 * Whether one operator may accept a candidate alone. An order that was made after the gateway knew the line may have been
 * made for it: whoever sees lines could tell a merchant what to order.
 */
export function isLikelyCandidate(
  candidate: { score: number; reasons: readonly string[] },
  { orderCreatedAt, lineSeenAt }: { orderCreatedAt: Date; lineSeenAt: Date },
): boolean {
  return (
    candidate.score >= likelyFrom &&
    !candidate.reasons.some(isDoubt) &&
    orderCreatedAt.getTime() <= lineSeenAt.getTime()
  )
}
