import type { Environment } from './environment.ts'

/** Card payments can be charged back for months. Most fraud appears in the first week. */
const liveCardSeconds = 7 * 24 * 3_600

/**
 * Seconds for which a pay-in's credit stays pending: the agreed value of the point; by default a week for live cards,
 * else 0.
 */
export function releaseDelaySeconds(of: { environment: Environment; card: boolean; agreed: number | null }): number {
  if (of.agreed !== null) return of.agreed
  return of.card && of.environment === 'live' ? liveCardSeconds : 0
}
