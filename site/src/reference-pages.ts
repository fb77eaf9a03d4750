import { codeSamples, hasSamples, sampleOf } from './code-samples.ts'
import { fieldList, type Schemas, type Variant, variantsOf } from './fields.ts'
import { escapeText, inlineText } from './html-text.ts'
import { bodyOf, type OpenApi, operationsOf, type PlacedOperation, type Reply, type Schema } from './open-api.ts'
import type { Page } from './page.ts'
import { schemaLinks, schemaPagePath } from './schema-links.ts'
import { schemaPage } from './schema-page.ts'

/** What the form of an operation needs to send it. */
export interface TriableOperation {
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  /** Pretty JSON; undefined where there is no body. */
  readonly body?: string
}

/** The list of all operations, one page for each tag, one for the webhooks where the document has any, and the schemas. */
export function referencePages(document: OpenApi): Page[] {
  const all = operationsOf(document.paths)
  const tagged = document.tags.map(({ name, description = '' }) => {
    const operations = all.filter(({ tags }) => tags?.[0] === name)
    return { ...pageOf(name, description, operations, document), operations }
  })
  const events = operationsOf(document.webhooks ?? {})
  const about = 'What the gateway sends to your server.'
  const sent = events.length === 0 ? [] : [{ ...pageOf('Events', about, events, document), operations: [] }]
  const shown = tagged.filter(({ operations }) => operations.length > 0)
  return [indexPage(shown), ...shown, ...sent, schemaPage(document)]
}

/** The operations that a page can try: those of the merchant API. */
export function triableOperations(document: OpenApi): Record<string, TriableOperation> {
  const keyed = operationsOf(document.paths).filter(isTriable)
  return Object.fromEntries(
    keyed.map((operation) => {
      const { example } = bodyOf(operation) ?? {}
      const query = (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name)
      const body = operation.requestBody === undefined ? undefined : JSON.stringify(example ?? {}, null, 2)
      return [
        operation.id,
        { method: operation.method, path: operation.path, query, ...(body !== undefined && { body }) },
      ]
    }),
  )
}

export function tagPath(tag: string): string {
  return `reference/${tag.toLowerCase().replaceAll(' ', '-')}`
}

function isTriable({ path, security = [] }: PlacedOperation): boolean {
  return path.startsWith('/api/v1/') && security.length > 0
}

function indexPage(pages: readonly (Page & { operations: readonly PlacedOperation[] })[]): Page {
  const sections = pages.map(({ path, title, description, operations }) => {
    const rows = operations.map(
      ({ method, path: address, id, summary = '' }) =>
        `| [${inlineText(summary)}](/${path}#${anchorOf(id)}) | \`${method} ${address}\` |`,
    )
    return `## ${title}\n\n${description}\n\n| What | Request |\n| --- | --- |\n${rows.join('\n')}`
  })
  const text = `# API reference

Every operation of the gateway. The pages are made from its <a href="/openapi.json" target="_self">OpenAPI document</a>, so they show what this version does.

An API key opens every address below \`/api/v1\`: \`Authorization: Bearer pas_test_…\`. Every refusal has a code: [all error codes](/docs/errors){target="_self"}. What requests and replies are made of: [schemas](/${schemaPagePath}).

The samples take the address of the gateway from \`PASARELA_URL\` and the key from \`PASARELA_KEY\`. Words in capitals, such as \`TRANSACTION_ID\`, are yours to fill in.

${sections.join('\n\n')}
`
  return { path: 'reference/index', title: 'API reference', description: 'Every operation of the API.', text }
}

function pageOf(tag: string, description: string, operations: readonly PlacedOperation[], document: OpenApi): Page {
  const sections = operations.map((operation) => operationSection(operation, document))
  const text = `# ${tag}\n\n${description}\n\n${sections.join('\n\n')}\n`
  return { path: tagPath(tag), title: tag, description, text }
}

function anchorOf(id: string): string {
  return id.toLowerCase()
}

function operationSection(operation: PlacedOperation, document: OpenApi): string {
  const schemas = document.components.schemas ?? {}
  const { summary, method, path, id, description } = operation
  const scopes = new Set((operation.security ?? []).flatMap((each) => Object.values(each).flat()))
  const isSent = document.webhooks !== undefined && path in document.webhooks
  const body = bodyOf(operation)
  const parts = [
    `## ${inlineText(summary ?? id)} {#${anchorOf(id)}}`,
    isSent
      ? `<p class="request"><span class="method">${method}</span> <span>to your address</span></p>`
      : `<p class="request"><span class="method">${method}</span> <code v-pre>${escapeText(path)}</code></p>`,
    ...(description === undefined ? [] : [inlineText(description)]),
    ...(scopes.size === 0
      ? []
      : [`The API key needs the scope ${[...scopes].map((scope) => `\`${scope}\``).join(' or ')}.`]),
    ...(isSent || !hasSamples(operation) ? [] : [codeSamples(sampleOf(operation))]),
    parametersPart(operation, schemas),
    ...(body === undefined ? [] : [bodyPart(body.schema, schemas)]),
    repliesPart(operation, document),
    ...(isTriable(operation) ? [`<TryRequest id="${id}" />`] : []),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function parametersPart({ parameters = [] }: PlacedOperation, schemas: Schemas): string {
  if (parameters.length === 0) return ''
  const properties = Object.fromEntries(
    parameters.map(({ name, schema = {}, description }) => [name, { ...schema, ...(description && { description }) }]),
  )
  const required = parameters.filter((each) => each.required).map(({ name }) => name)
  return `<h3 class="part">Parameters</h3>\n<div v-pre>${fieldList({ properties, required }, schemas)}</div>`
}

function bodyPart(schema: Schema, schemas: Schemas): string {
  const heading = `<h3 class="part">Body${schemaLinks(schema)}</h3>`
  const variants = variantsOf(schema, schemas)
  const [only] = variants
  if (variants.length === 1 && only) {
    const fields = fieldList(schema.oneOf || schema.anyOf ? schema : only.schema, schemas)
    return fields === '' ? '' : `${heading}\n<div v-pre>${fields}</div>`
  }
  const forms = variants.map((form, index) => details(formName(form, index, variants), fieldList(form.schema, schemas)))
  return `${heading}\n<p class="hint">One of ${variants.length} forms:</p>\n${forms.join('\n')}`
}

/** Forms of the same name, such as the nested and the flat one of a card, are numbered. */
function formName({ name, schema }: Variant, index: number, all: readonly Variant[]): string {
  const title = schema.title === undefined || schema.title === name ? '' : ` <span>${escapeText(schema.title)}</span>`
  const same = all.filter((other) => other.name === name)
  const number = same.length === 1 ? '' : `, form ${same.findIndex((other) => other.schema === schema) + 1}`
  return name === '' ? `Form ${index + 1}` : `<code>${escapeText(name)}</code>${title}${number}`
}

/** The refusals share one schema: they are listed in one table, and only their codes differ. */
function repliesPart({ responses = {} }: PlacedOperation, document: OpenApi): string {
  const schemas = document.components.schemas ?? {}
  const replies = Object.entries(responses).map(([status, reply]) => ({ status, reply: resolveReply(reply, document) }))
  const successes = replies.filter(({ status }) => !/^[45]/.test(status))
  const refusals = replies.filter(({ status }) => /^[45]/.test(status))
  const shown = successes.map(({ status, reply }) => {
    const schema = reply.content?.['application/json']?.schema
    const label = `<code>${status}</code> <span>${inlineText(reply.description ?? '')}</span>`
    const fields = schema === undefined ? '' : replyFields(schema, schemas)
    // Outside of the label: a link in it could not be used by the keyboard.
    const links = schema === undefined ? '' : schemaLinks(schema)
    const named = links === '' ? fields : `<p>${links.trim()}</p>${fields}`
    return fields === '' ? `<p class="reply">${label}</p>` : details(label, named)
  })
  const rows = refusals.map(
    ({ status, reply }) => `<li><code>${status}</code> ${inlineText(reply.description ?? '')}</li>`,
  )
  const refused = rows.length === 0 ? '' : details('Refusals', `<ul>${rows.join('')}</ul>`)
  return ['<h3 class="part">Replies</h3>', ...shown, refused].filter((part) => part !== '').join('\n')
}

function resolveReply(reply: Reply, document: OpenApi): Reply {
  if (reply.$ref === undefined) return reply
  const { responses = {} } = document.components as { responses?: Record<string, Reply> }
  return responses[reply.$ref.split('/').at(-1) ?? ''] ?? {}
}

function replyFields(schema: Schema, schemas: Schemas): string {
  const variants = variantsOf(schema, schemas)
  if (variants.length === 1) return fieldList(variants[0]?.schema ?? {}, schemas)
  return variants
    .map((form, index) => `<p class="form">${formName(form, index, variants)}</p>${fieldList(form.schema, schemas)}`)
    .join('')
}

function details(summary: string, content: string): string {
  return `<details v-pre><summary>${summary}</summary>${content}</details>`
}
