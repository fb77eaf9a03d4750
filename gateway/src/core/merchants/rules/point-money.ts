import type { PayType } from '../../values/status.ts'

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
