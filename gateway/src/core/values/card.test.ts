import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { serialize } from 'node:v8'
import { CardSecret } from './card.ts'

const number = '4111111111111111'

describe('CardSecret', () => {
  it('gives only the mask in every conversion to text', () => {
    const secret = new CardSecret(number, '737')
    const wrapped = { nested: { secret }, error: new Error('x', { cause: secret }) }
    const texts = [
      JSON.stringify(wrapped),
      `${secret}`,
      inspect(wrapped, { depth: 9, showHidden: true }),
      inspect(secret, { customInspect: false, showHidden: true }),
      JSON.stringify({ ...secret }),
      JSON.stringify(Object.entries(secret)),
      JSON.stringify(structuredClone({ ...secret })),
      serialize({ ...secret }).toString('latin1'),
    ]
    for (const text of texts) {
      assert.ok(!text.includes(number), text)
      assert.ok(!text.includes('737'), text)
    }
    assert.equal(`${secret}`, '411111••••••1111')
    assert.deepEqual(JSON.parse(JSON.stringify({ secret })), { secret: '411111••••••1111' })
    assert.match(inspect(wrapped, { depth: 9 }), /CardSecret\(411111••••••1111\)/)
  })

  it('passes number and code on once', async () => {
    const secret = new CardSecret(number, '737')
    assert.deepEqual(await secret.use(async (...both) => await Promise.resolve(both)), [number, '737'])
    await assert.rejects(
      secret.use(async () => await Promise.resolve()),
      /already used/,
    )
  })

  it('gives the number to a keyed hash before it is used', () => {
    const secret = new CardSecret(number, '737')
    assert.equal(secret.hashNumber((value) => Buffer.from(`hash of ${value}`)).toString(), `hash of ${number}`)
    secret.forget()
    assert.throws(() => secret.hashNumber((value) => Buffer.from(value)), /already used/)
  })

  it('deletes them when the call fails', async () => {
    const secret = new CardSecret(number, '737')
    await assert.rejects(
      secret.use(async () => await Promise.reject(new Error('line cut'))),
      /line cut/,
    )
    assert.throws(() => secret.hashNumber(() => Buffer.alloc(0)), /already used/)
  })
})
