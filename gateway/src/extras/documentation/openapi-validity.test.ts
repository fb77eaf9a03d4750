import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readOpenApi } from '../../read-open-api.ts'

interface Schema {
  example?: unknown
  default?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  oneOf?: Schema[]
  anyOf?: Schema[]
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Operation {
  parameters?: { schema: Schema; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A value that a reader takes for a good one, with the JSON pointer of the schema that it has to satisfy. */
type Shown = [pointer: string, value: unknown]

describe('the OpenAPI document, judged by others than its makers', () => {
  let document: Document
  before(async () => {
    document = (await readOpenApi()) as Document
  })

  it('is valid OpenAPI 3.1', async () => {
    const judged = await new Validator().validate(structuredClone(document) as never)
    assert.deepEqual(judged.errors ?? [], [])
    assert.equal(judged.valid, true)
    assert.equal(document.openapi, '3.1.0')
  })

  it('would not be valid with a mistake in it', async () => {
    for (const mistake of [
      (it: Document) => Object.assign(it.paths['/api/v1/payments']?.['get'] ?? {}, { responses: 'none' }),
      (it: Document) => Object.assign(it.components.schemas, { 'A name': {} }),
      (it: Document) => Object.assign(it.webhooks['callback']?.['post'] ?? {}, { parameters: [{ name: 'x' }] }),
    ]) {
      const changed = structuredClone(document)
      mistake(changed)
      assert.equal((await new Validator().validate(changed as never)).valid, false, String(mistake))
    }
  })

  it('has schemas that satisfy JSON Schema 2020-12, and examples and defaults that satisfy their schemas', () => {
    const ajv = validatorOf(document)
    const shown = shownIn(document)
    const faults = shown.flatMap(([pointer, value]) => {
      const isValid = ajv.validate({ $ref: `document#${pointer}` }, value)
      return isValid ? [] : [`${pointer}: ${JSON.stringify(value)} ${ajv.errorsText()}`]
    })
    assert.deepEqual(faults, [])
    assert.ok(shown.length > 150, String(shown.length))
    for (const name of Object.keys(document.components.schemas))
      ajv.compile({ $ref: `document#/components/schemas/${name}` })
  })

  it('would show an example that its schema refuses', () => {
    const changed = structuredClone(document)
    Object.assign(changed.components.schemas['Payout']?.properties?.['amount'] ?? {}, { example: 'much' })
    const ajv = validatorOf(changed)
    const ofPayout = shownIn(changed).filter(([pointer]) => pointer.startsWith('/components/schemas/Payout/'))
    const refused = ofPayout.filter(([pointer, value]) => !ajv.validate({ $ref: `document#${pointer}` }, value))
    assert.deepEqual(refused, [['/components/schemas/Payout/properties/amount', 'much']])
  })
})

/** Formats are left to the gateway's own tests: JSON Schema makes them an annotation. */
function validatorOf(document: Document): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  return ajv
}

function shownIn(document: Document): Shown[] {
  const components = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    shownBy(schema, `/components/schemas/${name}`),
  )
  return [
    ...components,
    ...shownByOperations(document.paths, '/paths'),
    ...shownByOperations(document.webhooks, '/webhooks'),
  ]
}

function shownByOperations(items: Document['paths'], place: string): Shown[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters = [], requestBody, responses }]) => {
      const at = `${place}/${encoded(path)}/${method}`
      return [
        ...parameters.flatMap((each, index) => shownByMedia(each, `${at}/parameters/${index}`)),
        ...Object.entries(requestBody?.content ?? {}).flatMap(([type, media]) =>
          shownByMedia(media, `${at}/requestBody/content/${encoded(type)}`),
        ),
        ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
          Object.entries(content).flatMap(([type, media]) =>
            shownByMedia(media, `${at}/responses/${status}/content/${encoded(type)}`),
          ),
        ),
      ]
    }),
  )
}

function shownByMedia({ schema, example, examples = {} }: Media, place: string): Shown[] {
  const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
  const own = values.map((value): Shown => [`${place}/schema`, value])
  return schema === undefined ? own : [...own, ...shownBy(schema, `${place}/schema`)]
}

/** Follows no references: components are visited by themselves. */
function shownBy(schema: Schema, place: string): Shown[] {
  const own = [schema.example, schema.default].filter((value) => value !== undefined)
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [] } = schema
  return [
    ...own.map((value): Shown => [place, value]),
    ...Object.entries(properties).flatMap(([name, part]) => shownBy(part, `${place}/properties/${encoded(name)}`)),
    ...(items ? shownBy(items, `${place}/items`) : []),
    ...(typeof additionalProperties === 'object' ? shownBy(additionalProperties, `${place}/additionalProperties`) : []),
    ...oneOf.flatMap((part, index) => shownBy(part, `${place}/oneOf/${index}`)),
    ...anyOf.flatMap((part, index) => shownBy(part, `${place}/anyOf/${index}`)),
  ]
}

/** For a JSON pointer in a URI fragment. */
function encoded(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}
