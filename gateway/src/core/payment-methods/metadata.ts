import { type Message, say } from '../texts/messages/say.ts'
import { holdsCardNumber, holdsDigits } from '../values/card-numbers.ts'
import type { FieldCode } from '../values/problem.ts'
import { holdsInvisible, shownName } from '../values/refuse-faults.ts'
import { isForbiddenName, isJsonObject, isPlainText, jsonTypeOf, mustBe } from './json-object.ts'
import type { Notes, Sent } from './sent-fields.ts'

/** Limits of contract section 9. */
export const metadataLimits = { keys: 20, keyLength: 40, valueLength: 200 } as const

/** A merchant's own notes on a transaction: texts by key. */
export type Metadata = Readonly<Record<string, string>>

/**
 * Reads the field `metadata`: an object of at most 20 keys with texts. Undefined where it is absent, empty or wrong.
 * Every wrong key is a problem of its own, `metadata.<key>`. A value that reads as a card number is kept and flagged,
 * because order numbers may look like one; the number of the request's own card is refused (ADR 20).
 */
export function readMetadata(sent: Sent, cardNumber: string | undefined, notes: Notes): Metadata | undefined {
  const found = sent.fields.get('metadata')
  if (!found) return undefined
  const report = (code: FieldCode, param: string, message: Message) => notes.problems.push({ code, param, message })
  if (!isJsonObject(found.value)) {
    report('invalid_type', found.path, say('metadata.type', { field: 'metadata', type: jsonTypeOf(found.value) }))
    return undefined
  }
  const entries = Object.entries(found.value).filter(([key]) => !isForbiddenName(key))
  if (entries.length > metadataLimits.keys) {
    const message = say('metadata.keys', { field: 'metadata', count: entries.length, max: metadataLimits.keys })
    report('too_long', found.path, message)
    return undefined
  }
  const before = notes.problems.length
  for (const [key, value] of entries) {
    const path = `${found.path}.${shownName(key)}`
    const fault = keyFault(path, key) ?? valueFault(path, value) ?? cardFault(path, { key, value, number: cardNumber })
    if (fault) report(fault.code, path, fault.message)
    else if (holdsCardNumber(`${key} ${String(value)}`, 'alone')) {
      const message = say('field.reads_as_card', { field: path })
      notes.warnings.push({ code: 'looks_like_card_number', param: path, message })
    } else if (holdsInvisible(`${key}${String(value)}`)) {
      notes.warnings.push({ code: 'unusual', param: path, message: say('field.invisible', { field: path }) })
    }
  }
  if (notes.problems.length > before || entries.length === 0) return undefined
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
}

interface Fault {
  code: FieldCode
  message: Message
}

/**
 * Keys that only card data has, in lower case without separators. A security code has no shape of its own: only its key
 * shows that it is one, and metadata is stored and sent in callbacks. Longer keys (`gift_card_number`) are the merchant's.
 */
const cardDataKeys: ReadonlySet<string> = new Set([
  ...['cardnumber', 'payercardnumber', 'securitycode', 'cardsecuritycode', 'payercardsecuritycode'],
  ...[
    'cvv',
    'cvv2',
    'cvc',
    'cvc2',
    'cardcvv',
    'cardcvv2',
    'cardcvc',
    'cardcvc2',
    'cvvcode',
    'cvccode',
    'ccv',
    'csc',
    'cvn',
  ],
  ...['cardverificationvalue', 'cardverificationcode', 'codigoseguridad', 'codigodeseguridad', 'codigoseguranca'],
  ...['codigodeseguranca', 'numerotarjeta', 'numerodetarjeta', 'numerocartao', 'numerodocartao', 'numerodecartao'],
])

/** Letters and digits alone, without accents, case and width. */
function bareOf(key: string): string {
  return key
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function keyFault(field: string, key: string): Fault | undefined {
  if (key.trim() === '') return { code: 'too_short', message: say('metadata.empty_key', { field }) }
  if (key.length > metadataLimits.keyLength) {
    return {
      code: 'too_long',
      message: say('metadata.key_long', { field, length: key.length, max: metadataLimits.keyLength }),
    }
  }
  if (cardDataKeys.has(bareOf(key))) {
    return { code: 'invalid_format', message: say('metadata.card_data', { field }) }
  }
  // A search writes key:value, and forms write metadata[key].
  if (isPlainText(key) && !/[:[\]]/.test(key)) return undefined
  return {
    code: 'invalid_format',
    message: say('metadata.key_form', { field }),
  }
}

function valueFault(field: string, value: unknown): Fault | undefined {
  if (typeof value !== 'string') return { code: 'invalid_type', message: mustBe(field, say('json.string'), value) }
  if (value.length > metadataLimits.valueLength) {
    return {
      code: 'too_long',
      message: say('field.too_long', { field, length: value.length, max: metadataLimits.valueLength }),
    }
  }
  if (isPlainText(value)) return undefined
  return { code: 'invalid_format', message: say('field.control_characters', { field }) }
}

/** The number is known, so the search needs no rule about neighbouring characters. */
function cardFault(
  field: string,
  { key, value, number }: { key: string; value: unknown; number: string | undefined },
): Fault | undefined {
  if (number === undefined || !/^\d{13,19}$/.test(number)) return undefined
  if (!holdsDigits(key, number) && !holdsDigits(String(value), number)) return undefined
  return { code: 'invalid_format', message: say('field.card_number', { field }) }
}
