import { say } from '../texts/messages/say.ts'
import { present } from '../values/assert.ts'
import type { CardOrder } from '../values/card.ts'
import type { CurrencyCode } from '../values/currency.ts'
import type { PaymentKind } from '../values/instructions.ts'
import type { FieldProblem } from '../values/problem.ts'
import { holdsInvisible } from '../values/refuse-faults.ts'
import { readCard } from './card/card-fields.ts'
import { registry as standardRegistry } from './index.ts'
import { findForbiddenNames, isJsonObject, jsonTypeOf } from './json-object.ts'
import { type Metadata, readMetadata } from './metadata.ts'
import type { Operation, OperationName, PaymentMethod } from './payment-method.ts'
import { readAmount, readExpiry, readReference } from './read-basics.ts'
import { readFields, readForeignFields } from './read-fields.ts'
import { chooseMethod, fieldsOf, type Registry } from './registry.ts'
import { type BodySchema, payinSchema, payoutSchema } from './request-schema.ts'
import { collectSent, type Notes, type Sent } from './sent-fields.ts'
import { refuseOwnCard } from './stray-card.ts'

export interface ReadOptions {
  /** `strict`: hard findings of identifiers refuse (live points, `/validate`); `lenient`: they warn (test points). */
  checks: 'strict' | 'lenient'
  /** Reference time for card expiry and the end of a pay-in. */
  now: Date
  /** True where a redirect address without https is refused instead of flagged. */
  requireHttpsRedirect?: boolean
  /** The known methods; default: all methods of the gateway. */
  registry?: Registry
}

export type ReadResult<Request> = { ok: true; request: Request; warnings: readonly FieldProblem[] } | Refusal

export interface Refusal {
  ok: false
  /** True where `service_code` itself is missing or unknown. */
  unknownServiceCode: boolean
  problems: readonly FieldProblem[]
  /** Warnings besides the problems, such as a misspelt name for a missing field. */
  warnings: readonly FieldProblem[]
}

interface RequestBasics {
  method: PaymentMethod
  serviceCode: string
  kind: PaymentKind
  amountMinor: bigint
  currency: CurrencyCode
  /** Byte for byte as sent. */
  reference: string
  /** Normalised values in the spec's names. Never a card number, a security code or an expiry date. */
  details: Record<string, string>
  /** The merchant's own notes; undefined without any. */
  metadata?: Metadata
}

export interface PayinRequest extends RequestBasics {
  operation: 'payin'
  expiresAt: Date
  card?: CardOrder
  /** Return address of the payer's browser (card). */
  redirectUrl?: string
}

export interface PayoutRequest extends RequestBasics {
  operation: 'payout'
}

/**
 * Reads the body of `payin_hth`, including card pay-ins in both forms. Reports all problems at once, each with its path
 * (contract sections 2 and 3). Never throws because of a merchant's input.
 */
export function readPayin(body: unknown, options: ReadOptions): ReadResult<PayinRequest> {
  const opened = open(body, 'payin', options)
  if ('refusal' in opened) return opened.refusal
  const { method, sent, notes } = opened
  const operation = present(method.payin, `the pay-in of ${method.code}`)
  const expiresAt = readExpiry(sent, { now: options.now, hours: operation.expiresAfterHours }, notes)
  const content = readContent(opened, operation, payinSchema(method))
  if (!content || !expiresAt) return refused(notes)
  const card = operation.kind === 'card' ? readCard(content.values) : undefined
  const redirectUrl = card && content.values['url_handler_redirect']
  const sentExpiry = sent.fields.has('expired_at') ? { expired_at: expiresAt.toISOString() } : {}
  const request: PayinRequest = {
    ...content.basics,
    operation: 'payin',
    expiresAt,
    details: { ...content.basics.details, ...card?.details, ...sentExpiry },
    ...(card && { card: card.order }),
    ...(redirectUrl !== undefined && { redirectUrl }),
  }
  return { ok: true, request, warnings: notes.warnings }
}

/** Reads the body of `payout_hth`, as `readPayin`. */
export function readPayout(body: unknown, options: ReadOptions): ReadResult<PayoutRequest> {
  const opened = open(body, 'payout', options)
  if ('refusal' in opened) return opened.refusal
  const { method, notes } = opened
  const operation = present(method.payout, `the payout of ${method.code}`)
  const content = readContent(opened, operation, payoutSchema(method))
  if (!content) return refused(notes)
  return { ok: true, request: { ...content.basics, operation: 'payout' }, warnings: notes.warnings }
}

interface Opened {
  method: PaymentMethod
  registry: Registry
  sent: Sent
  notes: Notes
  options: ReadOptions
}

/** Finds the method and collects the fields; returns a refusal where nothing more can be checked. */
function open(body: unknown, name: OperationName, options: ReadOptions): Opened | { refusal: Refusal } {
  const registry = options.registry ?? standardRegistry
  if (!isJsonObject(body)) {
    const message = say('body.must_be_object', { type: jsonTypeOf(body) })
    return { refusal: refused({ problems: [{ code: 'invalid_type', param: '', message }], warnings: [] }) }
  }
  const notes: Notes = { problems: findForbiddenNames(body), warnings: [] }
  const choice = chooseMethod(body, name, registry)
  if ('problem' in choice) {
    notes.problems.unshift(choice.problem)
    return { refusal: { ...refused(notes), unknownServiceCode: true } }
  }
  const sent = collectSent(body, formOf(choice.method[name]), { registry, notes })
  nameCurrency(choice.method, notes)
  return sent ? { method: choice.method, registry, sent, notes, options } : { refusal: refused(notes) }
}

/** A service code has one currency. Who sends another one must learn it: `currency` is no field of a request. */
function nameCurrency({ code: service, currency }: PaymentMethod, { warnings }: Notes): void {
  const found = warnings.find(({ code, param }) => code === 'unknown_field' && param === 'currency')
  if (found) found.message = say('field.currency_ignored', { field: 'currency', service, currency })
}

/** Reads everything but the expiry. Undefined where there is any problem. */
function readContent(opened: Opened, operation: Operation, schema: BodySchema): Content | undefined {
  const { method, registry, sent, notes, options } = opened
  const amountMinor = readAmount(sent, method, notes)
  const reference = readReference(sent, formOf(operation), notes)
  const situation = { now: options.now, requireHttpsRedirect: options.requireHttpsRedirect ?? false }
  const rules = { serviceCode: method.code, operation, schema, checks: options.checks, situation }
  const values = readFields(sent, rules, notes)
  const foreign = readForeignFields(sent, { operation, registry }, notes)
  if (operation.kind === 'card') refuseOwnCard(sent, values['payer_card_number'], notes)
  flagInvisible(sent, operation, notes)
  const metadata = readMetadata(sent, operation.kind === 'card' ? values['payer_card_number'] : undefined, notes)
  if (notes.problems.length > 0 || amountMinor === undefined || reference === undefined) return undefined
  const { code: serviceCode, currency } = method
  const details = withoutSecrets({ ...values, ...foreign }, opened)
  const basics = { method, serviceCode, kind: operation.kind, amountMinor, currency, reference, details }
  return { values, basics: { ...basics, ...(metadata && { metadata }) } }
}

/** Warns of texts with invisible characters. Fields with a check of their own read an identifier without them. */
function flagInvisible(sent: Sent, operation: Operation, notes: Notes): void {
  const checked = new Set(fieldsOf(operation).flatMap(([name, { check }]) => (check ? [name] : [])))
  for (const [name, { path, value }] of sent.fields) {
    if (typeof value !== 'string' || checked.has(name) || !holdsInvisible(value)) continue
    notes.warnings.push({ code: 'unusual', param: path, message: say('field.invisible', { field: name }) })
  }
}

interface Content {
  /** All normalised values, card data included. */
  values: Record<string, string>
  basics: RequestBasics
}

/** Drops card data sent to another service with a warning. Card data of a card pay-in goes into its secret only. */
function withoutSecrets(values: Record<string, string>, { method, registry, sent, notes }: Opened) {
  for (const name of registry.secretNames) {
    if (values[name] === undefined) continue
    delete values[name]
    if (method.payin?.kind === 'card') continue
    const message = say('field.card_data_ignored', { field: name })
    notes.warnings.push({ code: 'unknown_field', param: sent.pathOf(name), message })
  }
  return values
}

function formOf(operation: Operation | undefined): 'plain' | 'card' {
  return operation?.kind === 'card' ? 'card' : 'plain'
}

function refused({ problems, warnings }: Notes): Refusal {
  return { ok: false, unknownServiceCode: false, problems, warnings }
}
