import { type Message, say } from '../texts/messages/say.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null and blank text count as a missing field. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** The JSON type of a value, for messages. */
export function jsonTypeOf(value: unknown): Message {
  if (value === null) return say('json.null')
  if (Array.isArray(value)) return say('json.array')
  return say(`json.${typeof value as 'object' | 'string' | 'number' | 'boolean'}`)
}

/** The message for a field of the wrong JSON type. */
export function mustBe(field: string, expected: Message, value: unknown): Message {
  return say('field.must_be_type', { field, expected, type: jsonTypeOf(value) })
}

/** Whether a text has no control characters, NUL or lone surrogates, which the database and banks refuse. */
export function isPlainText(value: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(value)
}
