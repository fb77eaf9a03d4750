import { type Message, say } from '../texts/messages/say.ts'
import { holdsCardNumber } from '../values/card-numbers.ts'
import type { CurrencyCode } from '../values/currency.ts'
import { parseAmount } from '../values/money.ts'
import type { FieldCode, FieldProblem } from '../values/problem.ts'
import { parseInstant } from '../values/timestamps.ts'
import { cardReferenceLength, cardReferenceShape } from './card/card-fields.ts'
import { isPlainText, mustBe } from './json-object.ts'
import { amountMaxOf, type PaymentMethod } from './payment-method.ts'
import { referenceLengthMax } from './request-schema.ts'
import type { Notes, Sent, SentField } from './sent-fields.ts'

/** The latest instant of the API (contract section 2). */
const expiryEndsAt = new Date('2100-01-01T00:00:00Z')

const hourMs = 3_600_000

/** The amount in minor units; undefined with a problem. No cent is dropped (`parseAmount`). */
export function readAmount(sent: Sent, method: PaymentMethod, notes: Notes): bigint | undefined {
  const { currency } = method
  const found = sent.fields.get('amount')
  if (!found) return missing('amount', say('amount.what', { currency }), { sent, notes })
  const value = typeof found.value === 'string' ? found.value.trim() : found.value
  const parsed = parseAmount(value, currency, { minorMax: amountMaxOf(method), field: found.path })
  if (parsed.ok) {
    if (typeof value === 'string') warnOfGroup(value, { currency, path: found.path }, notes)
    return parsed.minor
  }
  notes.problems.push({ code: parsed.code, param: found.path, message: parsed.message })
  return undefined
}

/**
 * Warns about a text such as `250.000`: in most countries of the region it is written for 250 thousand, and the API reads
 * the point as the decimal separator.
 */
function warnOfGroup(text: string, { currency, path }: { currency: CurrencyCode; path: string }, notes: Notes): void {
  const [whole = '', group = ''] = text.split('.')
  if (!/^\d{3}$/.test(group) || whole.length > 3 || /^0*$/.test(whole)) return
  const message = say('amount.grouped', {
    field: path,
    text,
    read: `${Number(whole)} ${currency}`,
    meant: `${whole}${group}`,
  })
  notes.warnings.push({ code: 'unusual', param: path, message })
}

/** The merchant's own id, byte for byte as sent. */
export function readReference(sent: Sent, form: 'plain' | 'card', notes: Notes): string | undefined {
  const found = sent.fields.get('reference')
  if (!found) return missing('reference', say('reference.what'), { sent, notes })
  const fault = referenceFault(found, form)
  if (fault) {
    notes.problems.push({ code: fault.code, param: found.path, message: fault.message })
    return undefined
  }
  const reference = String(found.value)
  const warning = cardLikeWarning(found.path, reference)
  if (warning) notes.warnings.push(warning)
  return reference
}

/**
 * The warning about a reference that reads as a card number; undefined otherwise. Order numbers may look like one by
 * accident, so they are accepted (ADR 0010).
 */
export function cardLikeWarning(param: string, reference: string): FieldProblem | undefined {
  if (!holdsCardNumber(reference, 'alone')) return undefined
  const message = say('field.reads_as_card', { field: param })
  return { code: 'looks_like_card_number', param, message }
}

/** When the pay-in expires: the sent time, or the method's default from now. */
export function readExpiry(sent: Sent, { now, hours }: { now: Date; hours: number }, notes: Notes): Date | undefined {
  const found = sent.fields.get('expired_at')
  if (!found) return new Date(now.getTime() + hours * hourMs)
  const at = typeof found.value === 'string' ? parseInstant(found.value) : undefined
  const fault = expiryFault(found, at, now)
  if (fault) notes.problems.push({ code: fault.code, param: found.path, message: fault.message })
  return fault ? undefined : at
}

interface Fault {
  code: FieldCode
  message: Message
}

function referenceFault({ path: field, value }: SentField, form: 'plain' | 'card'): Fault | undefined {
  if (typeof value !== 'string') {
    return { code: 'invalid_type', message: mustBe(field, say('json.string'), value) }
  }
  if (form === 'card') {
    if (cardReferenceShape.test(value)) return undefined
    return { code: 'invalid_format', message: say('reference.card', { field, length: cardReferenceLength }) }
  }
  if (value.length > referenceLengthMax) {
    return {
      code: 'too_long',
      message: say('field.too_long', { field, length: value.length, max: referenceLengthMax }),
    }
  }
  if (isPlainText(value)) return undefined
  return { code: 'invalid_format', message: say('field.control_characters', { field }) }
}

function expiryFault({ path: field, value }: SentField, at: Date | undefined, now: Date): Fault | undefined {
  if (typeof value !== 'string') {
    return { code: 'invalid_type', message: mustBe(field, say('json.string'), value) }
  }
  if (!at) return { code: 'invalid_format', message: say('expiry.instant', { field }) }
  if (at.getTime() <= now.getTime()) return { code: 'expired_at_past', message: say('expiry.past', { field }) }
  if (at.getTime() < expiryEndsAt.getTime()) return undefined
  return { code: 'expired_at_too_far', message: say('expiry.too_far', { field }) }
}

function missing(name: string, what: Message, { sent, notes }: { sent: Sent; notes: Notes }): undefined {
  if (sent.isUnreadable(name)) return
  notes.problems.push({
    code: 'required',
    param: sent.pathOf(name),
    message: say('field.required', { field: sent.pathOf(name), what }),
  })
}
