import type { Message, Text } from '../texts/messages/say.ts'
import type { CurrencyCode } from '../values/currency.ts'
import type { PaymentKind } from '../values/instructions.ts'
import { amountMinorMax } from '../values/money.ts'
import type { FieldCode } from '../values/problem.ts'

/**
 * A service code: its country and currency, and the fields of its requests (spec, Endpoints 1 to 3). Request bodies,
 * OpenAPI, the catalogue, the dashboard's forms and the conformance test all read them from here. Connectors see only
 * kind, country and currency.
 */
export interface PaymentMethod {
  readonly code: string
  readonly name: string
  /** ISO 3166-1 alpha-2; `WW` for payers of any country. */
  readonly country: string
  readonly currency: CurrencyCode
  /** The largest amount in minor units, where the rail takes less than the API; see `amountMaxOf`. */
  readonly amountMinorMax?: bigint
  readonly payin?: PayinOperation
  readonly payout?: Operation
}

export interface Operation {
  readonly kind: PaymentKind
  /** Fields by their name in the spec, without `service_code`, `amount`, `reference` and `expired_at`. */
  readonly required: Fields
  readonly optional: Fields
  /** Rules over several fields. They get the normalised values of the fields with a valid structure. */
  readonly crossChecks?: readonly CrossCheck[]
  /** A complete body that a strict point accepts without a warning. Synthetic or published data. */
  readonly example: Readonly<Record<string, unknown>>
  readonly rejects: readonly Reject[]
}

export interface PayinOperation extends Operation {
  /** Hours until the pay-in expires where the merchant sent no `expired_at` (contract section 2). */
  readonly expiresAfterHours: number
  /** True where the callback has the credited amount (spec, Events: PIX_BR and BT_AR). */
  readonly callbackAmount?: boolean
}

export type OperationName = 'payin' | 'payout'

export type Fields = Readonly<Record<string, Field>>

/** One request field. Values are text; an accepted JSON number becomes its decimal text. */
export interface Field {
  readonly description: Message
  readonly example: string
  /** Characters after trimming. */
  readonly maxLength: number
  /** The only values, in the spec's spelling; matched in any case. */
  readonly allowed?: readonly string[]
  /** The spec types the field as number, or its value has digits only: a JSON number up to 2^53-1 is accepted too. */
  readonly acceptsNumber?: boolean
  /** A document: a JSON number is taken only where its digits are a valid one as they stand. */
  readonly isDocument?: boolean
  /** Digits to which a JSON number is left-padded, because a number loses leading zeros. */
  readonly padNumberTo?: number
  /**
   * When an optional field is required nevertheless, as `unless …`. A cross check of the operation judges it: without the
   * field a strict point refuses with `required`, a lenient one warns.
   */
  readonly requiredUnless?: Text
  /** True where a hard finding refuses on lenient points too (card rules). */
  readonly hardEverywhere?: boolean
  /** True for values that never leave the request: not in `details`, not in any message. */
  readonly secret?: boolean
  /** Other names under which the spec's examples send the same value. */
  readonly aliases?: readonly string[]
  check?(value: string, all: FieldValues, situation: Situation): FieldResult
}

export type FieldValues = Readonly<Record<string, string>>

/** Context of a check besides the request. */
export interface Situation {
  readonly now: Date
  readonly requireHttpsRedirect: boolean
}

export interface FieldResult {
  /** Best effort, also with hard findings. */
  readonly normalised: string
  readonly findings: readonly FieldFinding[]
  /** The identifier type as which the value was read, such as `CBU`; undefined for texts. */
  readonly type?: string
}

/** `hard` refuses on a strict point and warns on a lenient one; `soft` warns on both. */
export interface FieldFinding {
  readonly severity: 'hard' | 'soft'
  readonly code: FieldCode
  readonly message: Message
}

export type CrossCheck = (all: FieldValues, situation: Situation) => readonly CrossFinding[]

export interface CrossFinding extends FieldFinding {
  /** The field's name in the spec. */
  readonly field: string
}

/** A request that must be refused: the example with `change` applied. Data for the conformance test and the docs. */
export interface Reject {
  readonly because: string
  /** Path in the body to its new value; undefined removes it. */
  readonly change: Readonly<Record<string, unknown>>
  /** The path that the refusal names. */
  readonly field: string
  readonly code: FieldCode
  /** True where a lenient point accepts it with a warning. */
  readonly strictOnly?: boolean
}

/** The largest amount of a service code, in minor units. */
export function amountMaxOf(method: Pick<PaymentMethod, 'amountMinorMax'>): bigint {
  return method.amountMinorMax ?? amountMinorMax
}

/** Declares a method and keeps its literal types, so that the registry knows every service code as a type. */
export function paymentMethod<const Method extends PaymentMethod>(method: Method): Method {
  return method
}
