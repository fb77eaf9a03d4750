/** The point's options for the callback body (contract sections 6 and 9). All are off by default. */
export interface CallbackSettings {
  /** Names, documents, bank and endToEndId of both sides. */
  extraFields: boolean
  /** `amount` for every service code. */
  amountAlways: boolean
  /** The merchant's own notes on the transaction. */
  sendMetadata: boolean
}

/** Fee of a point for one payment: a share of the amount in millionths, and a fixed sum in minor units. */
export interface FeeTerms {
  millionths: number
  fixedMinor: bigint
}

export const noFee: FeeTerms = { millionths: 0, fixedMinor: 0n }
