import { escapeText, inlineText } from './html-text.ts'
import type { OpenApi, Schema } from './open-api.ts'
import { schemaLinks } from './schema-links.ts'

/** Deeper objects are named and not unfolded: no reader follows them further. */
const depthMax = 5

/** Longer lists of allowed values are shortened; the whole list stands in the OpenAPI document. */
const allowedMax = 30

export type Schemas = NonNullable<OpenApi['components']['schemas']>

/** One of several forms of a body, such as the one of a service code. */
export interface Variant {
  readonly name: string
  readonly schema: Schema
}

/** Follows references and merges `allOf`; a reference to itself ends as an empty object. */
export function resolveSchema(schema: Schema, schemas: Schemas, seen: readonly string[] = []): Schema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    const target = schemas[name]
    if (target === undefined || seen.includes(name)) return { title: name }
    const { $ref: _reference, ...own } = schema
    return { title: name, ...resolveSchema(target, schemas, [...seen, name]), ...own }
  }
  if (schema.allOf === undefined) return schema
  const { allOf, ...own } = schema
  const parts = [...allOf.map((part) => resolveSchema(part, schemas, seen)), own]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  }
}

/** The forms of a schema: `oneOf` and `anyOf` unfolded. Alternatives that only demand other fields are no forms. */
export function variantsOf(given: Schema, schemas: Schemas): Variant[] {
  const schema = resolveSchema(given, schemas)
  const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
    .map((each) => resolveSchema(each, schemas))
    .filter((each) => each.type !== 'null' && !isDemand(each))
  if (alternatives.length === 0) return [{ name: nameOf(schema), schema }]
  const { oneOf: _one, anyOf: _any, ...common } = schema
  return alternatives.flatMap((each) => variantsOf(merge(common, each), schemas))
}

/** `{ required: [...] }` alone: one of several optional fields is needed. */
function isDemand(schema: Schema): boolean {
  return schema.required !== undefined && Object.keys(schema).every((key) => key === 'required')
}

function merge(common: Schema, own: Schema): Schema {
  if (common.properties === undefined) return { ...own, ...(common.description && { description: common.description }) }
  return {
    ...common,
    ...own,
    properties: { ...common.properties, ...own.properties },
    required: [...(common.required ?? []), ...(own.required ?? [])],
  }
}

function nameOf(schema: Schema): string {
  const code = schema.properties?.['service_code']
  const codes = code?.const === undefined ? code?.enum : [code.const]
  return codes?.length === 1 ? String(codes[0]) : (schema.title ?? '')
}

/** The fields of an object as a definition list, nested objects within; empty where it has none. */
export function fieldList(given: Schema, schemas: Schemas, depth = 0): string {
  const schema = resolveSchema(given, schemas)
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldRow({ name, property, isRequired: schema.required?.includes(name) ?? false }, schemas, depth),
  )
  const demands = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter(isDemand)
  const names = demands.map(({ required }) => `<code>${escapeText((required ?? []).join(', '))}</code>`)
  const demand = names.length === 0 ? '' : `<p class="demand">Needed: ${names.join(' or ')}</p>`
  return rows.length === 0 ? demand : `<dl class="fields">${rows.join('')}</dl>${demand}`
}

interface Row {
  name: string
  property: Schema
  isRequired: boolean
}

function fieldRow({ name, property, isRequired }: Row, schemas: Schemas, depth: number): string {
  const schema = simplified(property, schemas)
  const mark = isRequired ? ' <span class="required">required</span>' : ''
  const inner = depth >= depthMax ? '' : innerFields(schema, schemas, depth + 1)
  return (
    `<div><dt><code>${escapeText(name)}</code> <span class="type">${escapeText(typeOf(schema, schemas))}</span>${schemaLinks(property)}${mark}</dt>` +
    `<dd>${[factsOf(schema), inner].filter((each) => each !== '').join('')}</dd></div>`
  )
}

function innerFields(schema: Schema, schemas: Schemas, depth: number): string {
  if (schema.items !== undefined) return innerFields(simplified(schema.items, schemas), schemas, depth)
  if (schema.properties !== undefined) return fieldList(schema, schemas, depth)
  const forms = variantsOf(schema, schemas).filter((form) => form.schema.properties !== undefined)
  return forms
    .map((form) => `${form.name === '' ? '' : formTitle(form)}${fieldList(form.schema, schemas, depth)}`)
    .join('')
}

function formTitle({ name, schema }: Variant): string {
  const about = schema.description === undefined ? '' : ` <span>${inlineText(schema.description)}</span>`
  return `<p class="form">${escapeText(name)}${about}</p>`
}

/** A value that may be null is shown as the value, marked. */
function simplified(given: Schema, schemas: Schemas): Schema {
  const schema = resolveSchema(given, schemas)
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const others = alternatives.filter((each) => each.type !== 'null')
  const [only] = others
  if (only === undefined || others.length !== 1 || others.length === alternatives.length) return schema
  const { anyOf: _any, oneOf: _one, ...own } = schema
  const value = resolveSchema(only, schemas)
  return { ...value, ...own, type: [...typesOf(value), 'null'] }
}

function typesOf(schema: Schema): readonly string[] {
  if (schema.type === undefined) return schema.properties === undefined ? [] : ['object']
  return typeof schema.type === 'string' ? [schema.type] : schema.type
}

function typeOf(schema: Schema, schemas: Schemas): string {
  if (schema.items !== undefined) {
    const of = typeOf(simplified(schema.items, schemas), schemas)
    return of === '' ? 'array' : `array of ${of}`
  }
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((each) =>
    typeOf(simplified(each, schemas), schemas),
  )
  return [...new Set([...typesOf(schema), ...alternatives.filter((each) => each !== '')])].join(' or ')
}

/** What a schema says besides its fields: description, allowed values, limits, example. */
export function factsOf(schema: Schema): string {
  const description = schema.description === undefined ? '' : `<p>${inlineText(schema.description)}</p>`
  const facts = [
    allowedFact(schema),
    lengthFact(schema),
    rangeFact(schema),
    valueFact('Default', schema.default),
    exampleFact(schema),
  ]
  const shown = facts.filter((each) => each !== '').join(' · ')
  return description + (shown === '' ? '' : `<p class="facts">${shown}</p>`)
}

function allowedFact(schema: Schema): string {
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const]
  if (values.length === 0) return ''
  const shown = values.slice(0, allowedMax).map((value) => `<code>${escapeText(textOf(value))}</code>`)
  const more = values.length > allowedMax ? ` and ${values.length - allowedMax} more` : ''
  return `${values.length === 1 ? 'Always' : 'One of'} ${shown.join(' ')}${more}`
}

function lengthFact({ minLength = 0, maxLength }: Schema): string {
  if (maxLength === undefined) return ''
  return minLength === maxLength ? `${maxLength} characters` : `at most ${maxLength} characters`
}

/** Bounds that only say "a JSON integer" tell a reader nothing. */
function rangeFact({ minimum, maximum }: Schema): string {
  const isBound = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  const from = isBound(minimum) ? `from ${minimum}` : ''
  const to = isBound(maximum) ? `up to ${maximum}` : ''
  return [from, to].filter((each) => each !== '').join(' ')
}

function exampleFact(schema: Schema): string {
  return valueFact('Example', schema.example ?? schema.examples?.[0])
}

function valueFact(label: string, value: unknown): string {
  return value === undefined || value === null ? '' : `${label} <code>${escapeText(textOf(value))}</code>`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
