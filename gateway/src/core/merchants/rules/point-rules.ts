import type { CallbackSettings, FeeTerms } from '../../values/point-terms.ts'
import type { PayType } from '../../values/status.ts'
import type { Policies } from './policies.ts'

/** A point's fee for a service and the release delay of its credits; null = the default of the payment method. */
export interface ServiceTerms {
  fee: FeeTerms
  releaseDelaySeconds: number | null
}

/** All rules of a point that decide what happens to its money. Read once per group, inside the group's transaction. */
export interface PointRules {
  /** For a card pay-in, or for every other payment. */
  policies(card: boolean): Policies
  callbacks: CallbackSettings
  terms(payType: PayType, serviceCode: string): ServiceTerms
}

export interface NewTerms {
  pointId: string
  payType: PayType
  serviceCode: string
  feeMillionths: number
  feeFixedMinor: bigint
  releaseDelaySeconds: number | null
}

export interface NewPayoutLimits {
  pointId: string
  currency: string
  singleMinor: bigint | null
  dailyMinor: bigint | null
  approvalAboveMinor: bigint | null
}
