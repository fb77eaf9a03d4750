import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from './description.ts'
import { DescriptionSchemas } from './description-schemas.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const kind = (word: string, fields: Json, more: Json = {}) => ({
  type: 'object',
  required: ['type', ...Object.keys(fields)],
  properties: { type: { enum: [word] }, ...fields },
  ...more,
})

/** An invented provider: ways of paying, of which each has fields of its own. */
const schemas = {
  Payment: {
    type: 'object',
    required: ['amount', 'method', 'id'],
    properties: {
      id: { type: 'string', readOnly: true },
      amount: { type: 'integer', exclusiveMinimum: 0 },
      method: { oneOf: ['Card', 'Slip', 'Wallet'].map(ref) },
      metadata: { type: 'object' },
      parts: { type: 'array', items: ref('Payment') },
      note: { allOf: [{ type: 'object', properties: { text: { type: 'string' } } }, ref('Signed')] },
    },
  },
  Card: kind('card', { month: { type: 'string' }, number: { type: 'string' } }),
  Slip: kind('slip', { days: { type: 'integer' } }),
  Wallet: kind('wallet', { phone: { type: 'string' } }),
  Signed: { type: 'object', required: ['by'], properties: { by: { type: 'string' } } },
  Result: {
    oneOf: [
      kind('done', {}, { additionalProperties: false }),
      kind('done', { at: {} }, { additionalProperties: false }),
    ],
  },
}
const described = (version: string, more: Json = {}) =>
  new DescriptionSchemas({ version, document: { components: { schemas: { ...schemas, ...more } } } })
const card = { type: 'card', month: '03', number: '4111' }

test('what we send is a closed world, at every depth, but for maps of our own words', () => {
  const check = described('3.1').check(ref('Payment'), 'sent')
  assert.deepEqual(check({ amount: 1, method: card, metadata: { any: 1 }, note: { text: 'a', by: 'b' } }), [])
  assert.deepEqual(check({ amount: 1, method: card, noet: {} }), ['/ must NOT have unevaluated properties: noet'])
  assert.deepEqual(check({ amount: 1, method: { ...card, cvv: '1' } }), [
    '/method must NOT have unevaluated properties: cvv',
  ])
  assert.deepEqual(check({ amount: 1, method: card, note: { by: 'b', txt: 'a' } }), [
    '/note must NOT have unevaluated properties: txt',
  ])
  const inner = { amount: 1, method: card, parts: [{ amount: 1, method: card, amonut: 2 }] }
  assert.deepEqual(check(inner), ['/parts/0 must NOT have unevaluated properties: amonut'])
  assert.deepEqual(check({ amount: 1, method: card, id: 'ours' }), ['/ must NOT have unevaluated properties: id'])
})

test('of many branches the one speaks that was meant', () => {
  const check = described('3.1').check(ref('Payment'), 'sent')
  assert.deepEqual(check({ amount: 1, method: { ...card, month: 3 } }), ['/method/month must be string'])
  assert.deepEqual(check({ amount: 1, method: { type: 'slip' } }), ["/method must have required property 'days'"])
  assert.deepEqual(check({ amount: 0, method: { type: 'slip', days: 'x' }, parts: [{ amount: 1, method: {} }] }), [
    '/amount must be > 0',
    '/method/days must be integer',
    "/parts/0/method must have required property 'type'",
    "/parts/0/method must have required property 'days'",
  ])
})

test('what is answered may have more fields, also where the description closes it', () => {
  const payment = described('3.1').check(ref('Payment'), 'received')
  assert.deepEqual(payment({ id: 'p', amount: 1, method: { ...card, brand: 'x' }, more: true }), [])
  assert.deepEqual(payment({ amount: 1, method: card }), ["/ must have required property 'id'"])
  const result = described('3.1').check(ref('Result'), 'received')
  assert.deepEqual(result({ type: 'done', at: 1, more: true }), [])
  assert.deepEqual(result({ type: 'gone' }), ['/type must be equal to one of the allowed values: done'])
})

test('what OpenAPI 3.0 writes otherwise is understood', () => {
  const old = {
    Old: {
      type: 'object',
      properties: {
        amount: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        word: { type: 'string', enum: ['a'], nullable: true },
        signed: { ...ref('Signed'), maxProperties: 0 },
      },
    },
  }
  const check = described('3.0', old).check(ref('Old'), 'sent')
  assert.deepEqual(check({ amount: 1, word: null, signed: { by: 'b' } }), [])
  assert.deepEqual(check({ amount: 0 }), ['/amount must be > 0'])
})
