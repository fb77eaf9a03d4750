import type { Environment } from './environment.ts'

/** The point's options for the callback body (contract sections 6 and 9). All are off by default. */
export interface CallbackSettings {
  /** Names, documents, bank and endToEndId of both sides. */
  extraFields: boolean
  /** `amount` for every service code. */
  amountAlways: boolean
  /** The merchant's own notes on the transaction. */
  sendMetadata: boolean
  /** Callbacks about refunds. */
  sendRefunds: boolean
  /** Callbacks about withdrawals. */
  sendWithdrawals: boolean
}

/** Fee of a point for one payment: a share of the amount in millionths, and a fixed sum in minor units. */
export interface FeeTerms {
  millionths: number
  fixedMinor: bigint
}

export const noFee: FeeTerms = { millionths: 0, fixedMinor: 0n }

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
