import { present } from '../../core/values/assert.ts'

/** A JSON Schema, read only as far as references and alternatives need it. */
export type Component = Readonly<Record<string, unknown>>

type Components = Readonly<Record<string, Component>>

interface Parts {
  readonly paths: object
  readonly webhooks?: object
  readonly components: { readonly schemas?: Readonly<Record<string, unknown>> }
}

const prefix = '#/components/schemas/'
const references = /"#\/components\/schemas\/([^"]+)"/g

/** The plugin writes every named schema twice: as replies have it, and with this suffix as requests have it. */
const requestSuffix = 'Input'

/**
 * The document with the components that it refers to, in alphabetical order, and without the plugin's suffix. Throws for
 * a name that means different things in requests and replies, and for a reference without a component.
 */
export function withUsedComponents<Document extends Parts>(document: Document): Document {
  const all = (document.components.schemas ?? {}) as Components
  const used = reachable(JSON.stringify([document.paths, document.webhooks]), all)
  const withoutSuffix = (text: string) =>
    text.replace(references, (_all, name: string) => `"${prefix}${plainName(name, all)}"`)
  const schemas: Record<string, Component> = {}
  for (const name of [...used].toSorted()) {
    const plain = plainName(name, all)
    const schema = JSON.parse(withoutSuffix(JSON.stringify(all[name]))) as Component
    const before = schemas[plain]
    if (before && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`${plain} differs in requests and replies: give the two schemas two names`)
    }
    schemas[plain] = schema
  }
  const { paths, webhooks } = JSON.parse(
    withoutSuffix(JSON.stringify({ paths: document.paths, webhooks: document.webhooks })),
  ) as Document
  const discriminated = Object.entries(schemas).map(([name, schema]) => [name, withDiscriminator(schema, schemas)])
  return {
    ...document,
    paths,
    webhooks,
    components: { ...document.components, schemas: Object.fromEntries(discriminated) },
  }
}

function plainName(name: string, all: Components): string {
  const plain = name.slice(0, -requestSuffix.length)
  return name.endsWith(requestSuffix) && plain in all ? plain : name
}

/** The names of the components that a text refers to, also through other components. */
function reachable(text: string, all: Components): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (part: string) => {
    for (const [, name = ''] of part.matchAll(references)) {
      if (found.has(name)) continue
      found.add(name)
      visit(JSON.stringify(present(all[name], `the component ${name}`)))
    }
  }
  visit(text)
  return found
}

/** Fields whose value says which of several schemas a body has. */
const distinguishing = ['service_code', 'status']

/** Alternatives that one field distinguishes get OpenAPI's `discriminator`, from which generators make tagged types. */
export function withDiscriminator(schema: Component, all: Components): Component {
  const { oneOf } = schema as { oneOf?: readonly { $ref?: string }[] }
  const names = (oneOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]))
  if (oneOf === undefined || names.length !== oneOf.length) return schema
  for (const propertyName of distinguishing) {
    const mapping = Object.fromEntries(names.map((name) => [constantOf(name, propertyName, all), name]))
    if (!('' in mapping) && Object.keys(mapping).length === names.length)
      return { ...schema, discriminator: { propertyName, mapping } }
  }
  return schema
}

/** The only value of a property, also where all alternatives share it; empty where there is none. */
function constantOf(reference: string, property: string, all: Components): string {
  const { properties = {}, oneOf = [] } = (all[reference.slice(prefix.length)] ?? {}) as {
    properties?: Readonly<Record<string, { const?: unknown }>>
    oneOf?: readonly { $ref?: string }[]
  }
  const values = new Set(oneOf.map(({ $ref = '' }) => constantOf($ref, property, all)))
  const only = values.size === 1 ? [...values][0] : properties[property]?.const
  return typeof only === 'string' ? only : ''
}
