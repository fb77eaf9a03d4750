import { type Message, say } from '../texts/messages/say.ts'
import type { FieldProblem } from '../values/problem.ts'
import { shownName } from '../values/refuse-faults.ts'

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

/** The HTTP layer refuses bodies deeper than 16, so only the gateway's own code could pass a deeper one. */
const depthMax = 32

/** A longer list would not help the sender. */
const forbiddenReportedMax = 20

const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export function isForbiddenName(name: string): boolean {
  return forbiddenNames.has(name)
}

/** Finds every `__proto__`, `constructor` and `prototype` in the body: only attacks use these names. */
export function findForbiddenNames(body: object): FieldProblem[] {
  const problems: FieldProblem[] = []
  const waiting: { value: object; path: string; depth: number }[] = [{ value: body, path: '', depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [name, value] of Object.entries(next.value)) {
      const path = next.path === '' ? shownName(name) : `${next.path}.${shownName(name)}`
      if (isForbiddenName(name) && problems.length < forbiddenReportedMax) problems.push(forbidden(name, path))
      const isNested = isJsonObject(value) || Array.isArray(value)
      if (isNested && next.depth < depthMax) waiting.push({ value, path, depth: next.depth + 1 })
    }
  }
  return problems
}

function forbidden(name: string, path: string): FieldProblem {
  return { code: 'forbidden_name', param: path, message: say('field.forbidden_name', { field: name }) }
}
