import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { readOpenApi } from '../../src/read-open-api.ts'
import { type ApiDocument, brokenPromises, promisesOf } from '../support/api-promises.ts'
import { gatewayRoot } from '../support/processes.ts'

/** What the first release promised. A release that adds something writes it anew: `PROMISES=write npm test -- only-additions`. */
const keptFile = `${gatewayRoot}/test/conformance/api-promises-0.1.0.txt`

const document = (await readOpenApi()) as ApiDocument
const today = promisesOf(document)
if (process.env['PROMISES'] === 'write') writeFileSync(keptFile, `${[...today].sort().join('\n')}\n`)
const kept = new Set(readFileSync(keptFile, 'utf8').trimEnd().split('\n'))

/** What is found after a change to the document. */
function foundAfter(change: (changed: ChangedDocument) => void): readonly string[] {
  const changed = structuredClone(document) as unknown as ChangedDocument
  change(changed)
  return brokenPromises(today, promisesOf(changed as unknown as ApiDocument))
}

// biome-ignore lint/suspicious/noExplicitAny: a document is changed at any place
type ChangedDocument = any

describe('the merchant API', () => {
  it('changes only by addition', () => {
    assert.deepEqual(brokenPromises(kept, today), [])
  })

  const schema = ({ components }: ChangedDocument, name: string) => components.schemas[name]
  const breaks: readonly [string, (changed: ChangedDocument) => void, RegExp][] = [
    [
      'an operation goes',
      ({ paths }) => delete paths['/api/v1/refunds/{id}'],
      /gone: may GET \/api\/v1\/refunds\/\{id\}$/m,
    ],
    [
      'a field of a reply goes',
      (all) => delete schema(all, 'Refund').properties.reference,
      /gone: may out Refund\.reference$/m,
    ],
    ['a field of a reply can be missing', (all) => (schema(all, 'Refund').required = []), /gone: .* is always there/],
    [
      'a field of a reply gets another type',
      (all) => (schema(all, 'Refund').properties.reference.type = ['string', 'null']),
      /demanded: must out Refund\.reference read null/,
    ],
    [
      'a field of a body goes',
      (all) => delete schema(all, 'RefundRequest').properties.amount,
      /gone: may in RefundRequest\.amount/,
    ],
    [
      'a body needs one more field',
      (all) => schema(all, 'BtArPayinRequest').required.push('payer_name'),
      /demanded: must in BtArPayinRequest\.payer_name be sent/,
    ],
    ['a value is taken away', (all) => schema(all, 'PayinRequest').oneOf.pop(), /gone: may in PayinRequest</],
    [
      'a field becomes shorter',
      (all) => (schema(all, 'RefundRequest').properties.reference.maxLength = 3),
      /demanded: must in RefundRequest\.reference maxLength 3/,
    ],
    [
      'a question needs a parameter',
      ({ paths }) => (paths['/api/v1/refunds'].get.parameters[0].required = true),
      /demanded: must GET \/api\/v1\/refunds query .* be sent/,
    ],
  ]
  for (const [name, change, wanted] of breaks) {
    it(`is seen to break where ${name}`, () => assert.match(foundAfter(change).join('\n'), wanted))
  }

  it('may grow: an operation, a field, a value, and a wider limit break nothing', () => {
    const found = foundAfter((all) => {
      all.paths['/api/v1/made-up'] = {
        get: { parameters: [{ name: 'q', in: 'query', required: true, schema: {} }], responses: {} },
      }
      schema(all, 'Refund').properties.made_up = { type: 'string' }
      schema(all, 'Refund').required.push('made_up')
      schema(all, 'RefundRequest').properties.made_up = { type: 'string', maxLength: 3 }
      schema(all, 'RefundRequest').properties.reference.maxLength = 9_999
      schema(all, 'TransactionReason').enum.push('made_up')
    })
    assert.deepEqual(found, [])
  })
})
