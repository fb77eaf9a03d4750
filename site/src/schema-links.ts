import type { Schema } from './open-api.ts'

export const schemaPagePath = 'reference/schemas'

const prefix = '#/components/schemas/'

/** The name of the component that a schema is; undefined for one that stands where it is used. */
export function schemaName({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
}

/** Links to the named schemas that a schema is, lists, or may be. Empty where none has a name. */
export function schemaLinks(schema: Schema): string {
  const parts = [schema, ...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const names = parts.map(schemaName).filter((name) => name !== undefined)
  return names.map((name) => ` ${schemaLink(name)}`).join('')
}

export function schemaLink(name: string): string {
  return `<a class="schema" href="/docs/${schemaPagePath}#${schemaAnchor(name)}">${name}</a>`
}

export function schemaAnchor(name: string): string {
  return name.toLowerCase()
}
