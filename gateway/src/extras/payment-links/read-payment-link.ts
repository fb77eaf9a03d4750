import { findForbiddenNames, isPlainText, mustBe } from '../../core/payment-methods/json-object.ts'
import { readMetadata } from '../../core/payment-methods/metadata.ts'
import { amountMaxOf } from '../../core/payment-methods/payment-method.ts'
import { cardLikeWarning, readExpiry } from '../../core/payment-methods/read-basics.ts'
import { collectSent, type KnownNames, type Notes, type Sent } from '../../core/payment-methods/sent-fields.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import { present } from '../../core/values/assert.ts'
import { type CurrencyCode, currencyDecimals } from '../../core/values/currency.ts'
import { parseAmount } from '../../core/values/money.ts'
import type { FieldCode, FieldProblem } from '../../core/values/problem.ts'
import { nameFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import type { OfferedMethod } from './offered-methods.ts'
import type { LinkContent } from './rules/payment-link.ts'

/** With a point and eight symbols after it, it is the reference of a pay-in. */
export const linkReferenceLengthMax = 200
export const titleLengthMax = 80
export const usesMax = 1_000_000
/** More than any currency has. */
export const codesMax = 50

export interface ReadLink {
  /** Undefined with problems. */
  content: LinkContent | undefined
  reference: string | undefined
  notes: Notes
}

type Offer = (wanted: Pick<LinkContent, 'currency' | 'service_codes'>) => Promise<readonly OfferedMethod[]>

const known: KnownNames = {
  fieldNames: new Set([
    ...['reference', 'title', 'amount', 'amount_min', 'amount_max', 'currency', 'service_codes', 'uses_max'],
    ...['expired_at', 'metadata'],
  ]),
  aliases: new Map(),
}

interface Reading {
  sent: Sent
  notes: Notes
}

/** Reads the body of a link: every wrong field is a problem. `offer`: the codes that the point may use. */
export async function readPaymentLink(
  body: Record<string, unknown>,
  { now, offer }: { now: Date; offer: Offer },
): Promise<ReadLink> {
  const notes: Notes = { problems: findForbiddenNames(body), warnings: [] }
  const sent = present(collectSent(body, 'plain', { registry: known, notes }), 'the fields of a flat body')
  const reading = { sent, notes }
  const reference = readLine(reading, 'reference', linkReferenceLengthMax)
  const warning = reference === undefined ? undefined : cardLikeWarning('reference', reference)
  if (warning) notes.warnings.push(warning)
  const title = readTitle(reading)
  const currency = readCurrency(reading)
  const codes = readCodes(reading)
  const methods = currency && codes !== undefined ? await readOffer(reading, { currency, codes, offer }) : []
  const amounts = currency && readAmounts(reading, { currency, methods })
  const uses = readUses(reading)
  const expiry = sent.fields.has('expired_at') ? readExpiry(sent, { now, hours: 0 }, notes) : null
  const metadata = readMetadata(sent, undefined, notes)
  if (notes.problems.length > 0 || title === undefined || !currency || !amounts || codes === undefined) {
    return { content: undefined, reference, notes }
  }
  const [min, max] = amounts
  const content: LinkContent = {
    ...{ title, currency, amount_min_minor: min, amount_max_minor: max, service_codes: codes, uses_max: uses },
    ...{ expired_at: expiry ?? null, metadata: metadata ?? null },
  }
  return { content, reference, notes }
}

function report({ notes }: Reading, problem: FieldProblem): undefined {
  notes.problems.push(problem)
}

/** A required text of one line. */
function readLine(reading: Reading, param: 'reference' | 'title', max: number): string | undefined {
  const value = reading.sent.fields.get(param)?.value
  const fail = (code: FieldCode, message: Message) => report(reading, { code, param, message })
  if (value === undefined) {
    return fail('required', say('field.required', { field: param, what: say(`link.what_${param}`) }))
  }
  if (typeof value !== 'string') return fail('invalid_type', mustBe(param, say('json.string'), value))
  if (value.length > max) return fail('too_long', say('field.too_long', { field: param, length: value.length, max }))
  return isPlainText(value) ? value : fail('invalid_format', say('field.control_characters', { field: param }))
}

/** Payers trust what they read on the page: no address of another page, and nothing invisible. */
function readTitle(reading: Reading): string | undefined {
  const title = readLine(reading, 'title', titleLengthMax)?.trim()
  if (title === undefined) return undefined
  const faults = nameFaults(title, 'title', titleLengthMax)
  if (webAddress.test(title)) {
    const message = say('link.title_address', { field: 'title' })
    faults.push({ code: 'invalid_format', param: 'title', message })
  }
  reading.notes.problems.push(...faults)
  return title
}

/** Also without its scheme: `www.shop`, `shop.example/pay`, `shop.com`, `192.0.2.1`. A full stop within a number is none. */
const webAddress = /:\/\/|\bwww\.|\b\d{1,3}(\.\d{1,3}){3}\b|[\p{L}\d-]\.\p{L}{2,}(?=$|[\s/:?#.,;)])/iu

function readCurrency(reading: Reading): CurrencyCode | undefined {
  const value = reading.sent.fields.get('currency')?.value
  const fail = (code: FieldCode, message: Message) => report(reading, { code, param: 'currency', message })
  const what = say('link.what_currency')
  if (value === undefined) return fail('required', say('field.required', { field: 'currency', what }))
  const found = Object.keys(currencyDecimals).find((code): code is CurrencyCode => code === value)
  return found ?? fail('not_allowed', say('link.currency', { field: 'currency' }))
}

/** Null: those of the currency. Undefined with a problem. */
function readCodes(reading: Reading): readonly string[] | null | undefined {
  const value = reading.sent.fields.get('service_codes')?.value
  if (value === undefined) return null
  const isList = Array.isArray(value) && value.length > 0 && value.length <= codesMax
  if (isList && value.every((code) => typeof code === 'string')) {
    return [...new Set(value.map((code) => code.trim().toUpperCase()))]
  }
  const param = 'service_codes'
  return report(reading, { code: 'invalid_type', param, message: say('link.codes', { field: param, max: codesMax }) })
}

async function readOffer(
  reading: Reading,
  { currency, codes, offer }: { currency: CurrencyCode; codes: readonly string[] | null; offer: Offer },
): Promise<readonly OfferedMethod[]> {
  const methods = await offer({ currency, service_codes: codes })
  if (codes === null && methods.length === 0) {
    report(reading, { code: 'not_allowed', param: 'currency', message: say('link.currency', { field: 'currency' }) })
  }
  for (const [at, code] of (codes ?? []).entries()) {
    if (methods.some((method) => method.code === code)) continue
    const param = `service_codes[${at}]`
    report(reading, { code: 'not_allowed', param, message: say('link.code', { field: param, currency }) })
  }
  return methods
}

/** Either `amount`, or `amount_min` and `amount_max`: every code that is offered takes them. */
function readAmounts(
  reading: Reading,
  { currency, methods }: { currency: CurrencyCode; methods: readonly OfferedMethod[] },
): readonly [bigint, bigint] | undefined {
  const { fields } = reading.sent
  const isFixed = fields.has('amount')
  const isRange = fields.has('amount_min') || fields.has('amount_max')
  const param = 'amount'
  if (isFixed === isRange) {
    const code = isFixed ? 'contradiction' : 'required'
    return report(reading, { code, param, message: say('link.amount_either', { field: param }) })
  }
  const [minorMax] = methods.map(amountMaxOf).sort((one, other) => (one < other ? -1 : 1))
  const read = (name: string): bigint | undefined => {
    const value = fields.get(name)?.value
    if (value === undefined) {
      const message = say('field.required', { field: name, what: say('amount.what', { currency }) })
      return report(reading, { code: 'required', param: name, message })
    }
    const text = typeof value === 'string' ? value.trim() : value
    const parsed = parseAmount(text, currency, { ...(minorMax !== undefined && { minorMax }), field: name })
    return parsed.ok ? parsed.minor : report(reading, { code: parsed.code, param: name, message: parsed.message })
  }
  const [min, max] = isFixed ? [read('amount')] : [read('amount_min'), read('amount_max')]
  if (min === undefined || (isRange && max === undefined)) return undefined
  if (max !== undefined && max < min) {
    return report(reading, { code: 'contradiction', param: 'amount_max', message: say('link.amount_order') })
  }
  return [min, max ?? min]
}

function readUses(reading: Reading): number | null {
  const value = reading.sent.fields.get('uses_max')?.value
  if (value === undefined) return null
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= usesMax) return value
  const message = say('terms.rate_limit', { field: 'uses_max', max: usesMax })
  report(reading, { code: typeof value === 'number' ? 'not_allowed' : 'invalid_type', param: 'uses_max', message })
  return null
}
