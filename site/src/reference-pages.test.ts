import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OpenApi } from './open-api.ts'
import { postmanCollection } from './postman.ts'
import { referencePages, triableOperations } from './reference-pages.ts'

const document: OpenApi = {
  info: { title: 'Test', version: '1' },
  tags: [{ name: 'Pay-ins', description: 'Money in.' }, { name: 'Empty' }],
  paths: {
    '/api/v1/payments': {
      post: {
        operationId: 'createPayin',
        summary: 'Create it',
        tags: ['Pay-ins'],
        security: [{ apiKey: ['payins'] }, { basic: ['payins'] }, { apiKey: ['read'] }],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Payin' },
              examples: { first: { value: { note: "it's", deep: { yes: true, list: [1, 'a'] } } } },
            },
          },
        },
        responses: { 200: { description: 'Accepted' }, 422: { description: 'Refused' } },
      },
    },
    '/healthz': { get: { operationId: 'health', summary: 'Alive', tags: ['Pay-ins'], security: [], responses: {} } },
  },
  webhooks: {
    statusChanged: {
      post: {
        operationId: 'statusChanged',
        summary: 'The status changed',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Payin' } } } },
        responses: { 200: { description: 'Taken' } },
      },
    },
  },
  components: {
    schemas: {
      Payin: {
        type: 'object',
        properties: { note: { type: 'string' }, colour: { $ref: '#/components/schemas/Colour' } },
      },
      Either: {
        oneOf: [{ $ref: '#/components/schemas/Payin' }],
        discriminator: { propertyName: 'kind', mapping: { payin: '#/components/schemas/Payin' } },
      },
      Colour: { type: 'string', enum: ['red', 'blue'] },
    },
  },
}

describe('the reference', () => {
  const pages = referencePages(document)
  const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? ''

  it('has a page for each tag that has operations, and one for the webhooks', () => {
    assert.deepEqual(
      pages.map(({ path }) => path),
      ['reference/index', 'reference/pay-ins', 'reference/events', 'reference/schemas'],
    )
    assert.match(textOf('reference/index'), /\(\/reference\/pay-ins#createpayin\)/)
  })

  it('shows fields, replies, scope and samples in four languages', () => {
    const text = textOf('reference/pay-ins')
    for (const part of [
      '## Create it {#createpayin}',
      '<code>note</code>',
      'scope `payins` or `read`.',
      '<code>422</code>',
    ]) {
      assert.ok(text.includes(part), part)
    }
    for (const label of ['[curl]', '[Node]', '[Python]', '[PHP]']) assert.ok(text.includes(label), label)
    assert.match(text, /'note' => 'it\\'s'/)
    assert.match(text, /"yes": True/)
    assert.match(text, /it'\\''s/)
  })

  it('names the schemas of bodies and fields, and explains each in one place', () => {
    const link = '<a class="schema" href="/docs/reference/schemas#payin">Payin</a>'
    assert.ok(textOf('reference/pay-ins').includes(`Body ${link}`))
    const text = textOf('reference/schemas')
    for (const name of ['Payin', 'Either', 'Colour'])
      assert.match(text, new RegExp(`## ${name} {#${name.toLowerCase()}}`))
    assert.match(text, /<code>kind<\/code> says which:<\/p><ul><li><code>payin<\/code> <a [^>]+>Payin<\/a>/)
    assert.match(text, /One of <code>red<\/code> <code>blue<\/code>/)
    assert.match(text, /<code>colour<\/code> <span class="type">string<\/span> <a [^>]+#colour">Colour<\/a>/)
  })

  it('shows what the gateway sends without samples and without a form', () => {
    const text = textOf('reference/events')
    assert.match(text, /The status changed/)
    assert.match(text, /<code>note<\/code>/)
    assert.doesNotMatch(text, /curl|TryRequest/)
  })

  it('offers to try what a key opens, and nothing else', () => {
    assert.deepEqual(Object.keys(triableOperations(document)), ['createPayin'])
    assert.equal(textOf('reference/pay-ins').match(/<TryRequest /g)?.length, 1)
  })

  it('becomes a collection for Postman whose key is a variable', () => {
    const collection = JSON.stringify(postmanCollection(document))
    assert.match(collection, /"raw":"\{\{url\}\}\/api\/v1\/payments"/)
    assert.match(collection, /"value":"\{\{key\}\}"/)
    assert.doesNotMatch(collection, /healthz/)
  })
})
