import type { Component } from './components.ts'

interface Parts {
  readonly components: { readonly schemas?: Readonly<Record<string, unknown>> }
}

const prefix = '#/components/schemas/'

/**
 * The document without closed objects. Replies gain fields within a version, so a client that was generated from the
 * document must not refuse fields that it does not know. Alternatives that were told apart by nothing but their closed
 * fields can then fit together: their `oneOf` becomes `anyOf`. Those with a `discriminator` stay.
 */
export function withOpenReplies<Document extends Parts>(document: Document): Document {
  const all = (document.components.schemas ?? {}) as Readonly<Record<string, Component>>
  const open = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(open)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(([name, part]) => name !== 'additionalProperties' || part !== false)
    const isLoose = isToldApartByClosedFields(value as Component, all)
    return Object.fromEntries(entries.map(([name, part]) => [isLoose && name === 'oneOf' ? 'anyOf' : name, open(part)]))
  }
  return open(document) as Document
}

function isToldApartByClosedFields(schema: Component, all: Readonly<Record<string, Component>>): boolean {
  const { oneOf, discriminator } = schema as { oneOf?: unknown; discriminator?: unknown }
  if (!Array.isArray(oneOf) || discriminator !== undefined) return false
  const alternatives = oneOf.map((each: { $ref?: string }) => all[each.$ref?.slice(prefix.length) ?? ''])
  return alternatives.every((each) => each?.['additionalProperties'] === false)
}
