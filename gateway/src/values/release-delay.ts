import type { Environment } from './environment.ts'

/** Card payments can be charged back for months; the first week shows most fraud. */
const liveCardSeconds = 7 * 24 * 3_600

/** How long a pay-in's credit stays pending, in seconds: as agreed with the point, else live cards a week, all others 0. */
export function releaseDelaySeconds(of: { environment: Environment; card: boolean; agreed: number | null }): number {
  if (of.agreed !== null) return of.agreed
  return of.card && of.environment === 'live' ? liveCardSeconds : 0
}
