import type { Language } from '../texts/messages/languages.ts'
import { say, type Text } from '../texts/messages/say.ts'
import { unreachable } from '../values/assert.ts'
import { type CurrencyCode, currencyDecimals } from '../values/currency.ts'
import type { PaymentKind } from '../values/instructions.ts'
import { amountMinorMin, amountNumber } from '../values/money.ts'
import { cardReferenceExample, cardReferenceLength } from './card/card-fields.ts'
import { nestedPaths } from './card/nested-form.ts'
import { descriptionIn } from './fields.ts'
import { registry as standardRegistry } from './index.ts'
import { amountMaxOf, type Field, type Operation, type PaymentMethod } from './payment-method.ts'
import type { Registry } from './registry.ts'
import { referenceLengthMax } from './request-schema.ts'

/** One service code of `GET /services`, in wire names. */
export interface CatalogueEntry {
  service_code: string
  name: string
  country: string
  currency: CurrencyCode
  decimals: number
  minimum_amount: number
  maximum_amount: number
  operations: { payin?: CataloguePayin; payout?: CatalogueOperation }
}

export interface CatalogueOperation {
  /** A sentence about the reply: what the merchant or the payer uses to pay. */
  instructions: string
  fields: CatalogueField[]
  /** A complete body that is accepted unchanged. */
  example: Readonly<Record<string, unknown>>
}

export interface CataloguePayin extends CatalogueOperation {
  expires_after_hours: number
}

export interface CatalogueField {
  name: string
  /** The field's path in the nested form of a card pay-in. */
  nested_path?: string
  type: 'string' | 'number'
  /** True where a JSON number is accepted as well as a JSON string. */
  accepts_number: boolean
  required: boolean
  /** Where `required` is false: the field is required unless this holds. Test points only warn. */
  required_unless?: string
  allowed_values?: readonly string[]
  max_length: number | null
  description: string
  example: string | number
}

/** Before its description is said in a language. */
type Described = Omit<CatalogueField, 'description'> & { description: Text }

/** The catalogue of all service codes, built from the methods, with descriptions in `language`. */
export function serviceCatalogue(language: Language = 'en', registry: Registry = standardRegistry): CatalogueEntry[] {
  return registry.methods.map((method) => ({
    service_code: method.code,
    name: method.name,
    country: method.country,
    currency: method.currency,
    decimals: currencyDecimals[method.currency],
    minimum_amount: amountNumber(amountMinorMin, method.currency),
    maximum_amount: amountNumber(amountMaxOf(method), method.currency),
    operations: {
      ...(method.payin && {
        payin: { expires_after_hours: method.payin.expiresAfterHours, ...describe(method, method.payin, language) },
      }),
      ...(method.payout && { payout: describe(method, method.payout, language) }),
    },
  }))
}

function describe(method: PaymentMethod, operation: Operation, language: Language): CatalogueOperation {
  const required = Object.entries(operation.required).map((entry) => describeField(entry, true))
  const optional = Object.entries(operation.optional).map((entry) => describeField(entry, false))
  const base = baseFields(method, operation)
  const fields = [
    ...base.filter((field) => field.required),
    ...required,
    ...optional,
    ...base.filter((field) => !field.required),
  ]
  return {
    instructions: instructionsOf(operation.kind),
    fields: (operation.kind === 'card' ? fields.map(withNestedPath) : fields).map((field) => ({
      ...field,
      description: descriptionIn(language, field.description),
    })),
    example: operation.example,
  }
}

function describeField([name, field]: [string, Field], required: boolean): Described {
  return {
    name,
    type: 'string',
    accepts_number: field.acceptsNumber ?? false,
    required,
    ...(field.requiredUnless !== undefined && { required_unless: String(field.requiredUnless) }),
    ...(field.allowed && { allowed_values: field.allowed }),
    max_length: field.maxLength,
    description: field.description,
    example: field.example,
  }
}

function baseFields(method: PaymentMethod, operation: Operation): Described[] {
  const isCard = operation.kind === 'card'
  const text = { type: 'string', accepts_number: false, required: true } as const
  const fields: Described[] = [
    {
      ...text,
      name: 'service_code',
      allowed_values: [method.code],
      max_length: method.code.length,
      description: method.name,
      example: method.code,
    },
    {
      name: 'amount',
      type: 'number',
      accepts_number: true,
      required: true,
      max_length: null,
      description: say('desc.amount_exact_decimal', { currency: method.currency }),
      example: 1500,
    },
    {
      ...text,
      name: 'reference',
      max_length: isCard ? cardReferenceLength : referenceLengthMax,
      description: isCard ? say('desc.card_reference') : say('desc.unique_id_transaction'),
      example: isCard ? cardReferenceExample : 'order-1001',
    },
  ]
  if (operation !== method.payin) return fields
  const description = say('desc.when_payment_expires', { hours: method.payin.expiresAfterHours })
  const example = '2030-01-31T12:00:00Z'
  return [...fields, { ...text, name: 'expired_at', required: false, max_length: 40, description, example }]
}

function withNestedPath(field: Described): Described {
  const path = nestedPaths[field.name]
  return path === undefined ? field : { ...field, nested_path: path }
}

function instructionsOf(kind: PaymentKind): string {
  switch (kind) {
    case 'deposit_account':
      return 'The reply names an account (target_account_…) to which the payer transfers the amount, quoting the reference'
    case 'qr':
      return 'The reply carries pix_br_code, which the payer pastes or scans in the bank app'
    case 'clabe':
      return 'The reply carries a clabe to which the payer sends a SPEI transfer'
    case 'pull':
      return 'The payer approves the debit of the named account in the bank app'
    case 'wallet':
      return 'The reply names the wallet (target_account_…) to which the payer sends the amount'
    case 'card':
      return 'The reply carries redirect_url: send the payer there to confirm the card payment'
    case 'transfer':
      return 'The amount is sent to the named account; the reply says what became of it'
    default:
      return unreachable(kind)
  }
}
