import { type Message, say } from '../texts/messages/say.ts'
import type { FieldProblem } from '../values/problem.ts'
import { nearestName, shownName } from '../values/refuse-faults.ts'
import { nestedObjects, nestedPaths, nestedRoots, standsBelow } from './card/nested-form.ts'
import { isForbiddenName, isJsonObject, isMissing, type JsonObject, mustBe } from './json-object.ts'
import type { Registry } from './registry.ts'

/** The object of the nested form that the flat form may have too. */
const inBothForms = 'urls'

/** The names that a body may have. */
export type KnownNames = Pick<Registry, 'fieldNames' | 'aliases'>

/** Limit of reported unknown names: a longer list would cost time and not help. */
const unknownReportedMax = 20

export interface Notes {
  problems: FieldProblem[]
  warnings: FieldProblem[]
}

export interface SentField {
  value: unknown
  /** The field's path in the body, used as `param` of all its problems and warnings. */
  path: string
}

/** The known fields of a body by their name in the spec, in any form and under any alias. */
export interface Sent {
  fields: ReadonlyMap<string, SentField>
  /** The actual or expected path of a field. */
  pathOf(name: string): string
  /** True below an object of the nested form that was not an object. */
  isUnreadable(name: string): boolean
  /** Unknown names; the first few. */
  unknownNames: readonly string[]
}

/**
 * Collects the sent fields. Missing values (null, blank) are left out; unknown names become warnings. Two different values
 * of one field are a problem, equal ones a warning. Undefined, with a `mixed_forms` problem, for a card pay-in that sends
 * some fields nested and others flat: then nothing else can be checked.
 */
export function collectSent(
  body: JsonObject,
  form: 'plain' | 'card',
  { registry, notes }: { registry: KnownNames; notes: Notes },
): Sent | undefined {
  const isNested = form === 'card' && !isFlatCard(body)
  if (form === 'card' && reportMixedForms(body, notes)) return undefined
  const collector: Collector = { fields: new Map(), broken: [], unknown: [], isNested, registry, notes }
  if (isNested) walk(collector, body, '')
  else for (const [name, value] of entriesOf(body)) placeFlat(collector, form, { name, value })
  return {
    fields: collector.fields,
    unknownNames: collector.unknown,
    pathOf: (name) => collector.fields.get(name)?.path ?? (isNested ? (nestedPaths[name] ?? name) : name),
    isUnreadable: (name) => isNested && collector.broken.some((path) => standsBelow(nestedPaths[name] ?? '', path)),
  }
}

interface Collector {
  readonly fields: Map<string, SentField>
  readonly broken: string[]
  readonly unknown: string[]
  readonly isNested: boolean
  readonly registry: KnownNames
  readonly notes: Notes
}

/** A flat card form may carry the object `urls`, because it has no flat name in the spec's example. */
function placeFlat(collector: Collector, form: 'plain' | 'card', { name, value }: { name: string; value: unknown }) {
  if (form === 'card' && name === inBothForms) enter(collector, value, name)
  else place(collector, name, { value, path: shownName(name) })
}

/** Without a flat field, the nested form of the spec is assumed. */
function isFlatCard(body: JsonObject): boolean {
  return flatNamesIn(body).length > 0 && rootIn(body) === undefined
}

/** A flat field that stands in the nested form as well mixes nothing. */
function reportMixedForms(body: JsonObject, notes: Notes): boolean {
  const root = rootIn(body)
  const flatName = flatNamesIn(body).find((name) => isMissing(valueAt(body, nestedPaths[name] ?? name)))
  if (flatName === undefined || root === undefined) return false
  const message = say('field.mixed_forms', { field: flatName, root })
  notes.problems.push({ code: 'mixed_forms', param: flatName, message })
  return true
}

function flatNamesIn(body: JsonObject): string[] {
  return Object.keys(nestedPaths).filter(
    (name) => name !== 'expired_at' && Object.hasOwn(body, name) && !isMissing(body[name]),
  )
}

function valueAt(body: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => (isJsonObject(value) ? value[step] : undefined), body)
}

/** The object that marks the nested form. */
function rootIn(body: JsonObject): string | undefined {
  return nestedRoots.find((name) => name !== inBothForms && Object.hasOwn(body, name) && !isMissing(body[name]))
}

function walk(collector: Collector, object: JsonObject, prefix: string): void {
  for (const [name, value] of entriesOf(object)) {
    const path = prefix === '' ? shownName(name) : `${prefix}.${shownName(name)}`
    if (nestedObjects.has(path)) enter(collector, value, path)
    else if (nestedPaths[name] === path || prefix === '' || nestedPaths[name] === undefined) {
      place(collector, name, { value, path })
    } else misplaced(collector, name, path)
  }
}

function enter(collector: Collector, value: unknown, path: string): void {
  if (isJsonObject(value)) walk(collector, value, path)
  else if (!isMissing(value)) {
    collector.broken.push(path)
    const message = mustBe(path, say('json.object'), value)
    collector.notes.problems.push({ code: 'invalid_type', param: path, message })
  }
}

function place(collector: Collector, sentName: string, field: SentField): void {
  const { registry, fields } = collector
  const name = registry.aliases.get(sentName) ?? sentName
  if (!registry.fieldNames.has(name)) {
    reportUnknown(collector, sentName, field.path)
  } else if (!isMissing(field.value)) {
    const earlier = fields.get(name)
    const isBetter = earlier === undefined || sentName === name
    fields.set(name, isBetter ? field : earlier)
    if (earlier) reportTwice(name, isBetter ? [field, earlier] : [earlier, field], collector)
  }
}

/** Equal values under a name and its alias are as in the spec's example of BT_PE. */
function reportTwice(name: string, [kept, dropped]: [SentField, SentField], { registry, notes }: Collector): void {
  const [param, other] = [dropped.path, kept.path]
  if (comparable(kept.value) !== comparable(dropped.value)) {
    const message = say('field.differs', { field: param, other })
    notes.problems.push({ code: 'contradiction', param, message })
  } else if (registry.aliases.get(param) !== name) {
    const message = say('field.repeats', { field: param, other })
    notes.warnings.push({ code: 'unusual', param, message })
  }
}

/** A number equals its text, and separators in a number do not count. */
function comparable(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value).trim()
  return /^\d[\d\s-]*$/.test(text) ? text.replace(/\D/g, '') : text
}

function reportUnknown(collector: Collector, name: string, path: string): void {
  if (collector.unknown.length === unknownReportedMax) return
  collector.unknown.push(name)
  collector.notes.warnings.push({ code: 'unknown_field', param: path, message: unknownMessage(collector, name) })
}

function unknownMessage({ isNested, registry }: Collector, name: string): Message {
  if (nestedRoots.includes(name)) return say('field.nested_ignored', { field: name })
  const nearest = nearestName(name, isNested ? [...nestedObjects, ...registry.fieldNames] : registry.fieldNames)
  const meant = nearest !== undefined && isNested ? (nestedPaths[nearest] ?? nearest) : nearest
  const field = shownName(name)
  return meant === undefined ? say('field.unknown', { field }) : say('field.unknown_meant', { field, meant })
}

function misplaced(collector: Collector, name: string, path: string): void {
  if (collector.unknown.length === unknownReportedMax) return
  collector.unknown.push(name)
  const message = say('field.misplaced', { field: path, path: nestedPaths[name] ?? name })
  collector.notes.warnings.push({ code: 'unknown_field', param: path, message })
}

/** Leaves out forbidden names, which are reported elsewhere. */
function entriesOf(object: JsonObject): [string, unknown][] {
  return Object.entries(object).filter(([name]) => !isForbiddenName(name))
}
