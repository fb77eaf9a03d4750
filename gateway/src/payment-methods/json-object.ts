export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null and blank text say the same as leaving the field out. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** The type in the words of JSON. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Without control characters, NUL and lone surrogates, which neither the database nor a bank takes. */
export function isPlainText(value: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(value)
}
