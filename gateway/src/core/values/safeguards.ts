import type { FailedPayoutReply } from './payout-failure.ts'

/** Default requests per second of a live point, of all its keys together. */
export const liveRequestsPerSecond = 100

/** Protective settings of a live point. Lowering one needs dual approval. */
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

/** The safeguards that the changes lower. Omitted settings stay unchanged. */
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
