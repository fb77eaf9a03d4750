import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { bestErrors } from './best-errors.ts'
import { at, type Description, follow, isObject, type Json } from './description.ts'

/**
 * How a schema is read. `open`: for what a provider sends; more fields than it describes are right. `whole`: for what we send; fields that it does not
 * describe are refused, also where the description leaves them open. `part`: a branch of a whole one, which sees some of its
 * fields alone and hence cannot refuse others.
 */
type Reading = 'open' | 'whole' | 'part'

/** What a value breaks, one sentence each; empty where it fits. */
export type Check = (value: unknown) => string[]

const annotations =
  /^(x-.*|example|examples|description|title|xml|externalDocs|discriminator|default|deprecated|nullable)$/
const branchKeys = ['allOf', 'oneOf', 'anyOf']

/** Compiles schemas of a description, each when it is first used. */
export class DescriptionSchemas {
  readonly #description: Description
  readonly #ajv: Ajv2020

  constructor(description: Description) {
    this.#description = description
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, unicodeRegExp: false, logger: false })
    addFormats.default(this.#ajv)
    const schemas = at(description.document, 'components', 'schemas')
    for (const reading of ['open', 'whole', 'part'] as const) {
      const $defs = Object.fromEntries(
        Object.entries(isObject(schemas) ? schemas : {}).map(([name, schema]) => [name, this.#read(schema, reading)]),
      )
      this.#ajv.addSchema({ $id: `description:${reading}`, $defs })
    }
  }

  /** Of what we send (`sent`) or of what the provider sends (`received`). */
  check(schema: unknown, direction: 'sent' | 'received'): Check {
    let validate: ValidateFunction | undefined
    return (value) => {
      validate ??= this.#ajv.compile(this.#read(schema, direction === 'sent' ? 'whole' : 'open') as Json)
      if (validate(value)) return []
      return bestErrors(validate.errors ?? [], (branch) => this.#ajv.compile(branch))
    }
  }

  /** The types of a schema, with its references and `allOf` followed: how the text of a parameter is to be read. */
  typesOf(schema: unknown): string[] {
    const found = follow(this.#description.document, schema)
    const own = [at(found, 'type') ?? []].flat()
    const parts = at(found, 'allOf')
    const inner = Array.isArray(parts) ? parts.flatMap((part) => this.typesOf(part)) : []
    return [...own, ...inner].filter((type) => typeof type === 'string')
  }

  #read(schema: unknown, reading: Reading): unknown {
    if (!isObject(schema)) return schema
    const pointer = schema['$ref']
    if (typeof pointer === 'string') {
      const name = /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1]
      if (name === undefined) return this.#read(follow(this.#description.document, schema), reading)
      const $ref = `description:${reading}#/$defs/${name}`
      // 3.0 ignores what stands beside a reference.
      if (this.#description.version === '3.0') return { $ref }
      const { $ref: _, ...beside } = schema
      return { ...(this.#read(beside, reading === 'whole' ? 'part' : reading) as Json), $ref }
    }
    const inner: Reading = reading === 'open' ? 'open' : 'whole'
    const kept = Object.entries(schema).filter(
      ([key, value]) => !annotations.test(key) && !(reading === 'open' && closes(key, value)),
    )
    const read = Object.fromEntries(kept.map(([key, value]) => [key, this.#readKey(key, value, { inner, reading })]))
    hideFields(read, reading === 'open' ? 'writeOnly' : 'readOnly')
    if (this.#description.version === '3.0') fromThreeZero(read, schema)
    const isClosed = 'additionalProperties' in schema || 'unevaluatedProperties' in schema
    if (reading === 'open') this.#letSeveralFit(read, schema)
    if (reading === 'whole' && !isClosed && this.#describesFields(schema)) read['unevaluatedProperties'] = false
    return read
  }

  #readKey(key: string, value: unknown, { inner, reading }: { inner: Reading; reading: Reading }): unknown {
    if (branchKeys.includes(key) && Array.isArray(value)) {
      return value.map((branch) => this.#read(branch, reading === 'open' ? 'open' : 'part'))
    }
    if (['items', 'additionalProperties', 'not'].includes(key)) return this.#read(value, key === 'not' ? 'open' : inner)
    if ((key === 'properties' || key === 'patternProperties') && isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([field, schema]) => [field, this.#read(schema, inner)]))
    }
    return value
  }

  /** Branches that only their unknown fields tell apart may both fit what has more fields. */
  #letSeveralFit(read: Json, { oneOf }: Json): void {
    const isClosed = (branch: unknown) =>
      at(follow(this.#description.document, branch), 'additionalProperties') === false
    if (!Array.isArray(oneOf) || !oneOf.some(isClosed) || 'anyOf' in read) return
    read['anyOf'] = read['oneOf']
    delete read['oneOf']
  }

  /** Whether it names fields at all: an object without any is a map of the caller's own words. */
  #describesFields(schema: unknown, seen: readonly unknown[] = []): boolean {
    const found = follow(this.#description.document, schema)
    if (!isObject(found) || seen.includes(found)) return false
    if (isObject(found['properties']) && Object.keys(found['properties']).length > 0) return true
    return branchKeys
      .flatMap((key) => (Array.isArray(found[key]) ? (found[key] as unknown[]) : []))
      .some((branch) => this.#describesFields(branch, [...seen, found]))
  }
}

const closes = (key: string, value: unknown) => /^(additional|unevaluated)Properties$/.test(key) && value === false

/** Fields of the other direction: nobody may send what is `readOnly`, nobody answers with what is `writeOnly`. */
function hideFields(schema: Json, mark: 'readOnly' | 'writeOnly'): void {
  const { properties, required } = schema
  if (!isObject(properties)) return
  const hidden = Object.keys(properties).filter((field) => at(properties, field, mark) === true)
  if (hidden.length === 0) return
  schema['properties'] = Object.fromEntries(Object.entries(properties).filter(([field]) => !hidden.includes(field)))
  if (Array.isArray(required)) schema['required'] = required.filter((field) => !hidden.includes(String(field)))
}

/** What 3.0 writes otherwise than the JSON Schema of 2020. */
function fromThreeZero(read: Json, schema: Json): void {
  if (schema['nullable'] === true && typeof read['type'] === 'string') {
    read['type'] = [read['type'], 'null']
    if (Array.isArray(read['enum'])) read['enum'] = [...read['enum'], null]
  }
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof read[exclusive] !== 'boolean') continue
    if (read[exclusive]) {
      read[exclusive] = read[limit]
      delete read[limit]
    } else delete read[exclusive]
  }
}
