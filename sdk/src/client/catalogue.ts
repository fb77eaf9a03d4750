import type { Currency, PayType } from './values.ts'

/** A field of a service code's request. */
export interface ServiceField {
  name: string
  /** Where it stands in the nested form of card pay-ins. */
  nested_path?: string
  type: 'string' | 'number'
  accepts_number: boolean
  required: boolean
  /** Required nevertheless, unless this holds: live points refuse without it, test points warn. */
  required_unless?: string
  allowed_values?: string[]
  max_length: number | null
  description: string
  example: string | number
}

/** What a service code can do in one direction. */
export interface ServiceOperation {
  expires_after_hours?: number
  instructions: string
  fields: ServiceField[]
  /** A request that is accepted as it stands. */
  example: Record<string, unknown>
}

export interface Service {
  service_code: string
  name: string
  country: string
  currency: Currency
  decimals: number
  minimum_amount: number
  maximum_amount: number
  operations: { payin?: ServiceOperation; payout?: ServiceOperation }
}

export interface Bank {
  /** The code that the country's payment systems use. */
  code: string
  name: string
  other_codes: string[]
  other_names: string[]
}

export interface BankList {
  country: string
  banks: Bank[]
}

/** What `validateRequest` understood. */
export interface Validation {
  valid: true
  operation: PayType
  service_code: string
  amount: number
  currency: Currency
  reference: string
  expired_at: string | null
  /** The values as they would be kept and sent on. */
  /** The least and the largest amount of the service code. */
  minimum_amount: number
  maximum_amount: number
  normalised: Record<string, string>
  /** The bank behind the account number. */
  bank: Bank | null
}

/** One currency's balance, in its units. */
export interface Balance {
  currency: Currency
  /** What payouts may use; below zero after a reversal or an overdraft. */
  available: number
  /** Credited; its release delay still runs. */
  pending: number
  /** Held for payouts that are under way. */
  reserved: number
  /** How far below zero payouts may take the available balance. */
  overdraft_limit: number
}
