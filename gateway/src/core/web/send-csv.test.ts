import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pacedParts } from './send-csv.ts'

async function* parts() {
  yield 'x'.repeat(20_000)
  yield 'y'
}

/** Reads two parts, and takes each only so many milliseconds after it was there. */
async function slowOnes(context: { mock: typeof import('node:test').mock }, takesMs: number): Promise<number> {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let slow = 0
  for await (const part of pacedParts(parts(), () => slow++)) {
    assert.notEqual(part, '')
    context.mock.timers.tick(takesMs)
  }
  context.mock.timers.tick(60_000)
  context.mock.timers.reset()
  return slow
}

it('ends a reader that takes a part more slowly than the least rate and a pause allow, and no other', async (t) => {
  assert.equal(await slowOnes(t, 12_001), 2, '20 kB may take 12 s, one byte 10 s')
  assert.equal(await slowOnes(t, 11_999), 1, 'the small part')
  assert.equal(await slowOnes(t, 9_999), 0)
})
