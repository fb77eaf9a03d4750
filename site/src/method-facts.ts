import type { Translated } from './countries/country-description.ts'
import type { Answer } from './gateway-answers.ts'

/** A service code, as `gateway/src/core/payment-methods/payment-method.ts` declares it. */
export interface MethodFacts {
  readonly code: string
  readonly name: string
  readonly country: string
  readonly currency: string
  readonly decimals: number
  readonly payin?: OperationFacts & { readonly expiresAfterHours: number; readonly callbackAmount?: boolean }
  readonly payout?: OperationFacts
}

export interface OperationFacts {
  readonly kind: string
  readonly required: Readonly<Record<string, FieldFacts>>
  readonly optional: Readonly<Record<string, FieldFacts>>
  readonly example: Readonly<Record<string, unknown>>
  /** To the requests that the gateway's own tests refuse. */
  readonly answers: readonly Answer[]
}

export interface FieldFacts {
  readonly description: Translated
  readonly example: string
  readonly maxLength: number
  readonly allowed?: readonly string[]
  readonly acceptsNumber?: boolean
}
