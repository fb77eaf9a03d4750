import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** An object of a document, schema or body. */
export type Json = Record<string, unknown>

/** A deviation from what the provider wrote. */
export interface Patch {
  name: string
  /** Why the description cannot be held as it stands. */
  reason: string
  /** Changes the document, and returns in how many places. */
  apply(document: Json): number
}

/** An OpenAPI 3.0 or 3.1 document, patched. */
export interface Description {
  /** `3.0` or `3.1`. */
  version: string
  document: Json
}

/**
 * Reads a description in YAML or JSON and applies the patches. One that finds nothing to change fails: the provider mended the
 * place, or the patch never worked.
 */
export function readDescription(file: string, patches: readonly Patch[] = []): Description {
  const document = parse(readFileSync(file, 'utf8')) as Json
  const version = /^3\.[01](?=\.)/.exec(String(document['openapi']))?.[0]
  assert.ok(version, `${file} is no OpenAPI 3.0 or 3.1`)
  for (const { name, apply } of patches) assert.ok(apply(document) > 0, `the patch "${name}" finds nothing in ${file}`)
  return { version, document }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What lies at a path of keys; undefined where one is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), value)
}

/** The object at a path of keys; fails where there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): Json {
  const found = at(value, ...path)
  assert.ok(isObject(found), `there is no ${path.join(' > ')}`)
  return found
}

/** Calls `visit` for each object of a document, outer ones first. */
export function eachObject(value: unknown, visit: (object: Json) => void): void {
  if (Array.isArray(value)) for (const item of value) eachObject(item, visit)
  if (!isObject(value)) return
  visit(value)
  for (const inner of Object.values(value)) eachObject(inner, visit)
}

/** A part of the document with its `$ref` followed, whatever component it names. */
export function follow(document: Json, part: unknown): unknown {
  const pointer = at(part, '$ref')
  if (typeof pointer !== 'string') return part
  assert.ok(pointer.startsWith('#/'), `${pointer} leaves the document`)
  const keys = pointer
    .slice(2)
    .split('/')
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = at(document, ...keys)
  assert.ok(found !== undefined, `${pointer} names nothing`)
  return follow(document, found)
}
