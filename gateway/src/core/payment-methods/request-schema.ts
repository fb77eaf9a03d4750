import { z } from 'zod'
import { upperAscii } from '../identifiers/digits.ts'
import { present } from '../values/assert.ts'
import { formatAmount } from '../values/money.ts'
import { cardReferenceExample, cardReferenceShape, cardReferenceWords } from './card/card-fields.ts'
import { nestedPaths } from './card/nested-form.ts'
import { descriptionIn } from './fields.ts'
import { registry as standardRegistry } from './index.ts'
import { isPlainText } from './json-object.ts'
import { metadataLimits } from './metadata.ts'
import { amountMaxOf, type Field, type Operation, type PaymentMethod } from './payment-method.ts'
import { fieldsOf, type Registry } from './registry.ts'

/** Limit of contract section 2. */
export const referenceLengthMax = 255

type Shape = Record<string, z.ZodType>
export type BodySchema = z.ZodObject<Shape, z.core.$loose>

/**
 * The structure of a pay-in body in the flat form: types, allowed values and lengths; unknown names pass. The reader
 * checks identifiers afterwards. Built at first use, then cached.
 */
export function payinSchema(method: PaymentMethod): BodySchema {
  return kept(payinSchemas, method, () => bodySchema(method, present(method.payin, `the pay-in of ${method.code}`)))
}

/** The structure of a payout body, as `payinSchema`. */
export function payoutSchema(method: PaymentMethod): BodySchema {
  return kept(payoutSchemas, method, () => bodySchema(method, present(method.payout, `the payout of ${method.code}`)))
}

/** The structure of a card pay-in in the nested form of the spec's example. */
export function cardNestedSchema(method: PaymentMethod): BodySchema {
  return kept(nestedSchemas, method, () => buildNestedSchema(method))
}

/** All bodies of `payin_hth`, distinguished by `service_code`; the card has a flat and a nested form. */
export function payinBodySchema(registry: Registry = standardRegistry): z.ZodType {
  const methods = registry.methods.filter((method) => method.payin !== undefined)
  const cards = methods.filter((method) => method.payin?.kind === 'card')
  const local = methods.filter((method) => !cards.includes(method)).map(payinSchema)
  const nestedOrFlat = cards.flatMap((method) => [cardNestedSchema(method), payinSchema(method)])
  const card = nestedOrFlat.length === 0 ? [] : [z.xor(nestedOrFlat).meta({ id: 'CardPayinRequest' })]
  return z.xor([...local, ...card]).meta({ id: 'PayinRequest' })
}

/** All bodies of `payout_hth`, distinguished by `service_code`. */
export function payoutBodySchema(registry: Registry = standardRegistry): z.ZodType {
  const methods = registry.methods.filter((method) => method.payout !== undefined)
  return z.xor(methods.map(payoutSchema)).meta({ id: 'PayoutRequest' })
}

const payinSchemas = new WeakMap<PaymentMethod, BodySchema>()
const payoutSchemas = new WeakMap<PaymentMethod, BodySchema>()
const nestedSchemas = new WeakMap<PaymentMethod, BodySchema>()

function kept(cache: WeakMap<PaymentMethod, BodySchema>, method: PaymentMethod, build: () => BodySchema): BodySchema {
  const built = cache.get(method) ?? build()
  cache.set(method, built)
  return built
}

/** `BT_AR` becomes `BtArPayinRequest`: its name among the components of the OpenAPI document. */
function componentName(method: PaymentMethod, operation: Operation): string {
  const words = method.code.split('_').map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
  return `${words.join('')}${operation === method.payin ? 'Payin' : 'Payout'}Request`
}

function bodySchema(method: PaymentMethod, operation: Operation): BodySchema {
  const required = Object.entries(operation.required).map(([name, field]) => [name, fieldSchema(field)])
  const optional = Object.entries(operation.optional).map(([name, field]) => [name, fieldSchema(field).optional()])
  const shape: Shape = { ...baseShape(method, operation), ...Object.fromEntries([...required, ...optional]) }
  return z.looseObject(shape).meta({ id: componentName(method, operation), title: method.name })
}

function baseShape(method: PaymentMethod, operation: Operation): Shape {
  const amountMax = formatAmount(amountMaxOf(method), method.currency)
  const shape: Shape = {
    service_code: z.literal(method.code).meta({ description: method.name }),
    amount: z.union([z.number().max(Number(amountMax)), z.string()]).meta({
      description: `Amount in ${method.currency}: a JSON number, or its exact decimal text; at most ${amountMax}`,
      example: 1500,
    }),
    reference: referenceSchema(operation),
    metadata: metadataSchema,
  }
  return operation === method.payin ? { ...shape, expired_at: expirySchema(method.payin.expiresAfterHours) } : shape
}

const metadataSchema = z
  .record(z.string().max(metadataLimits.keyLength), z.string().max(metadataLimits.valueLength))
  .optional()
  .meta({
    description: `Your own notes, shown in reads, lists and exports: at most ${metadataLimits.keys} keys`,
    example: { order_id: '1001' },
  })

function referenceSchema(operation: Operation): z.ZodType {
  if (operation.kind === 'card') {
    const description = `Your unique id of the transaction: ${cardReferenceWords}`
    return z.string().regex(cardReferenceShape).meta({ description, example: cardReferenceExample })
  }
  const description = 'Your unique id of the transaction, never used before'
  return z.string().min(1).max(referenceLengthMax).refine(isPlainText).meta({ description, example: 'order-1001' })
}

function expirySchema(hours: number): z.ZodType {
  const description = `When the payment expires: ISO 8601, UTC where no zone is given, cut to milliseconds; by default ${hours} hours from now`
  return z.string().optional().meta({ description, example: '2030-01-31T12:00:00Z' })
}

function fieldSchema(field: Field): z.ZodType<string> {
  const described = {
    description: descriptionIn('en', field.description),
    example: field.example,
    maxLength: field.maxLength,
  }
  if (field.allowed) return allowedSchema(field.allowed).meta({ ...described, enum: field.allowed })
  const plain = z.string().trim().min(1).max(field.maxLength).refine(isPlainText, faultOf('invalid_format'))
  if (!field.acceptsNumber) return plain.meta(described)
  return z
    .union([z.string(), z.number()])
    .transform((value, context) => (typeof value === 'string' ? value : numberText(value, field, context)))
    .pipe(plain)
    .meta(described)
}

function allowedSchema(allowed: readonly string[]): z.ZodType<string> {
  const spelt = (value: string) => allowed.find((one) => upperAscii(one) === upperAscii(value))
  return z
    .string()
    .trim()
    .refine((value) => spelt(value) !== undefined, faultOf('not_allowed'))
    .transform((value) => spelt(value) ?? value)
}

function numberText(value: number, field: Field, context: z.RefinementCtx): string {
  if (Number.isSafeInteger(value) && value >= 0) return String(value).padStart(field.padNumberTo ?? 0, '0')
  const code = Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'use_a_string' : 'invalid_format'
  context.addIssue({ code: 'custom', ...faultOf(code) })
  return z.NEVER
}

/** Passes the gateway's own code through zod. */
function faultOf(code: 'invalid_format' | 'not_allowed' | 'use_a_string') {
  return { params: { code } }
}

function buildNestedSchema(method: PaymentMethod): BodySchema {
  const operation = present(method.payin, `the pay-in of ${method.code}`)
  const flat = payinSchema(method).shape
  const requiredNames = new Set(['amount', 'reference', ...Object.keys(operation.required)])
  const names = ['amount', 'reference', 'expired_at', 'metadata', ...fieldsOf(operation).map(([name]) => name)]
  const placed = names.map((name) => ({
    steps: (nestedPaths[name] ?? name).split('.'),
    schema: present(flat[name], `the schema of ${name}`),
    isRequired: requiredNames.has(name),
  }))
  const code: Shape = { service_code: present(flat['service_code'], 'the schema of service_code') }
  return z
    .looseObject({ ...code, ...nest(placed) })
    .meta({ id: `Nested${componentName(method, operation)}`, title: `${method.name}, nested` })
}

interface Placed {
  steps: readonly string[]
  schema: z.ZodType
  isRequired: boolean
}

function nest(placed: readonly Placed[]): Shape {
  const heads = new Set(placed.map(({ steps }) => steps[0] ?? ''))
  return Object.fromEntries([...heads].map((head) => [head, nestOne(placed.filter(({ steps }) => steps[0] === head))]))
}

function nestOne(below: readonly Placed[]): z.ZodType {
  const [first] = below
  if (first?.steps.length === 1) return first.schema
  const object = z.looseObject(nest(below.map((one) => ({ ...one, steps: one.steps.slice(1) }))))
  return below.some(({ isRequired }) => isRequired) ? object : object.optional()
}
