import { factsOf, fieldList, type Schemas } from './fields.ts'
import { escapeText } from './html-text.ts'
import type { OpenApi, Schema } from './open-api.ts'
import type { Page } from './page.ts'
import { schemaAnchor, schemaLink, schemaLinks, schemaName, schemaPagePath } from './schema-links.ts'

/** One page with every named schema of the document. */
export function schemaPage({ components }: OpenApi): Page {
  const schemas = components.schemas ?? {}
  const unfolded = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, folded(schema)]))
  const sections = Object.entries(schemas).map(([name, schema]) => section(name, schema, unfolded))
  const text = `# Schemas

What requests, replies and callbacks are made of, by the names that the <a href="/openapi.json" target="_self">OpenAPI document</a> and the SDK give them.

${sections.join('\n\n')}
`
  const description = 'Every named schema of the OpenAPI document.'
  return { path: schemaPagePath, title: 'Schemas', description, text }
}

/** Objects stay closed, because each has a section of its own that the link leads to. */
function folded(schema: Schema): Schema {
  const isObject = schema.properties !== undefined || schema.oneOf !== undefined
  return isObject ? { type: 'object' } : schema
}

function section(name: string, schema: Schema, schemas: Schemas): string {
  const content = [factsOf(schema), alternatives(schema), fieldList(schema, schemas)].filter((part) => part !== '')
  return `## ${name} {#${schemaAnchor(name)}}\n\n<div v-pre>${content.join('')}</div>`
}

function alternatives({ oneOf = [], discriminator }: Schema): string {
  const names = oneOf.map(schemaName).filter((name) => name !== undefined)
  if (names.length === 0) return ''
  if (discriminator === undefined) return `<p>One of${oneOf.map(schemaLinks).join(',')}</p>`
  const rows = Object.entries(discriminator.mapping).map(
    ([value, reference]) =>
      `<li><code>${escapeText(value)}</code> ${schemaLink(schemaName({ $ref: reference }) ?? '')}</li>`,
  )
  return `<p><code>${escapeText(discriminator.propertyName)}</code> says which:</p><ul>${rows.join('')}</ul>`
}
