import type { FieldProblem } from '../values/problem.ts'
import { shownName, shownNameLengthMax } from '../values/refuse-faults.ts'
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

/**
 * The known name that a misspelt one probably means; case and separators are ignored. At equal distance, a name with
 * the same beginning wins: `acount` is account, not amount.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = bare(name.slice(0, shownNameLengthMax))
  let best: { name: string; distance: number; alike: number } | undefined
  for (const candidate of known) {
    const text = bare(candidate)
    const [distance, alike] = [editDistance(wanted, text), sharedStart(wanted, text)]
    if (distance > allowedDistance(candidate)) continue
    const isBetter = !best || distance < best.distance || (distance === best.distance && alike > best.alike)
    if (isBetter) best = { name: candidate, distance, alike }
  }
  return best?.name
}

function forbidden(name: string, path: string): FieldProblem {
  return { code: 'forbidden_name', param: path, message: `${name} is never accepted as a field name: remove it` }
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function allowedDistance(name: string): number {
  return name.length < 8 ? 1 : Math.floor(name.length / 4)
}

/** Levenshtein's distance, one row at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
