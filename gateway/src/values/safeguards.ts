import type { FailedPayoutReply } from './payout-failure.ts'
/** Requests per second and key of a live point that has no limit of its own. */
export const liveRequestsPerSecond = 100

/** What keeps a live point's merchant from harm: who lowers it proposes, and another operator decides. */
export interface Safeguards {
  identifierChecks: 'strict' | 'lenient'
  requireSignedPayouts: boolean
  requireHttpsRedirect: boolean
  /** Null: the default of the environment. */
  rateLimitPerSecond: number | null
  /** With `success`, a client that reads only the outer status believes that a failed payout was paid. */
  failedPayoutReply: FailedPayoutReply
}

type Given = { [Name in keyof Safeguards]?: Safeguards[Name] | undefined }

/** Which safeguards of a live point the changes lower. What is left out stays. */
export function loweredSafeguards(before: Safeguards, changes: Given): readonly (keyof Safeguards)[] {
  const { identifierChecks, requireSignedPayouts, requireHttpsRedirect, rateLimitPerSecond, failedPayoutReply } =
    changes
  const rate = (value: number | null) => value ?? liveRequestsPerSecond
  const lowered: Readonly<Record<keyof Safeguards, boolean>> = {
    identifierChecks: before.identifierChecks === 'strict' && identifierChecks === 'lenient',
    requireSignedPayouts: before.requireSignedPayouts && requireSignedPayouts === false,
    requireHttpsRedirect: before.requireHttpsRedirect && requireHttpsRedirect === false,
    rateLimitPerSecond: rateLimitPerSecond !== undefined && rate(rateLimitPerSecond) > rate(before.rateLimitPerSecond),
    failedPayoutReply: before.failedPayoutReply === 'error' && failedPayoutReply === 'success',
  }
  return (Object.keys(lowered) as (keyof Safeguards)[]).filter((name) => lowered[name])
}
