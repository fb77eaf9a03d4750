import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { type Message, say, type Text } from '../texts/messages/say.ts'
import { type FieldProblem, Problem } from '../values/problem.ts'
import { shownName } from '../values/refuse-faults.ts'
import { jsonFaultOffset } from './json-fault.ts'
import { fieldsOfIssues } from './query-problems.ts'

/**
 * The deepest request of the spec (the nested card form) has 4 levels. More than 16 levels are an attack on recursion.
 */
export const jsonDepthMax = 16

/** Names that could change an object's prototype. No field of the API has such a name. */
const forbiddenNames: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * Parses a JSON object from the body's bytes. Depth is checked before parsing, because a deep document breaks recursive
 * code later. Throws `invalid_json`. No message quotes the body, because it may contain a card number.
 */
export function readJsonObject(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) throw invalid(say('body.empty'))
  if (!isUtf8(bytes)) throw invalid(say('body.utf8'))
  const text = withoutByteOrderMark(bytes.toString('utf8'))
  const tooDeepAt = offsetBeyondDepth(text, jsonDepthMax)
  if (tooDeepAt !== undefined) {
    throw invalid(say('body.too_deep', { max: jsonDepthMax, ...placeOf(text, tooDeepAt) }))
  }
  const value = parse(text)
  if (!isObject(value)) throw invalid(say('body.is_object', { type: kindOf(value) }))
  refuseForbiddenNames(value)
  return value
}

/** The parsed body of a route that needs one. Throws `invalid_json` if the body is missing. */
export function requireBody(body: unknown): Record<string, unknown> {
  if (isObject(body)) return body
  throw invalid(say('body.empty_or_type'))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Offset at which brackets outside of strings open more than `max` levels; undefined if they never do. */
function offsetBeyondDepth(text: string, max: number): number | undefined {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else if (char === '{' || char === '[') {
      depth++
      if (depth > max) return at
    } else if (char === '}' || char === ']') depth--
  }
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the body. `jsonFaultOffset` finds the offset without quoting anything.
    const offset = jsonFaultOffset(text)
    if (offset === undefined) throw invalid('The body is not valid JSON.')
    const what = offset >= text.length ? say('body.ends_early') : say('body.unexpected_character')
    throw invalid(say('body.not_json', { what, ...placeOf(text, offset) }))
  }
}

/** Recursive. Safe, because the depth is checked before. */
function refuseForbiddenNames(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) refuseForbiddenNames(item)
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      if (forbiddenNames.includes(name)) throw invalid(say('body.forbidden_name', { name }), name)
      refuseForbiddenNames(value[name])
    }
  }
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - before.lastIndexOf('\n')
  return { line, column }
}

function kindOf(value: unknown): Message {
  if (value === null) return say('json.null')
  return say(Array.isArray(value) ? 'json.array' : `json.${typeof value as 'string' | 'number' | 'boolean'}`)
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function invalid(message: Text, param?: string): Problem {
  return new Problem('invalid_json', { message, ...(param === undefined ? {} : { param }) })
}

/** More warnings have no use. */
const unknownNamesMax = 10

/**
 * Parses the body of a small route, with a warning for each unknown name. Throws `validation_failed` with all wrong
 * fields.
 */
export function readBody<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
): { body: z.output<Schema>; warnings: FieldProblem[] } {
  const sent = requireBody(body)
  const read = schema.safeParse(sent)
  if (!read.success) throw new Problem('validation_failed', { fields: fieldsOfIssues(read.error.issues) })
  return { body: read.data, warnings: unknownNames(sent, Object.keys(schema.shape)) }
}

function unknownNames(sent: Readonly<Record<string, unknown>>, known: readonly string[]): FieldProblem[] {
  const unknown = Object.keys(sent).filter((name) => !known.includes(name))
  return unknown.slice(0, unknownNamesMax).map((name) => {
    const shown = shownName(name)
    const message = say('field.unknown_here', { field: shown, known: known.join(', ') })
    return { code: 'unknown_field', param: shown, message }
  })
}
