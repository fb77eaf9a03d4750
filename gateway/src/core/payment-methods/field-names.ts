import { say } from '../texts/messages/say.ts'
import type { FieldProblem } from '../values/problem.ts'
import { shownName } from '../values/refuse-faults.ts'
import { isJsonObject } from './json-object.ts'

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
