import assert from 'node:assert/strict'
import { it } from 'node:test'
import { randomBytesOf } from './random.ts'

it('random bytes never repeat, also where one page ends and the next begins', () => {
  const seen = new Set<string>()
  for (let n = 0; n < 5_000; n++) seen.add(randomBytesOf(10 + (n % 7)).toString('hex'))
  assert.equal(seen.size, 5_000)
})

it('returned bytes do not change when the page is filled again', () => {
  const first = randomBytesOf(16)
  const text = first.toString('hex')
  for (let n = 0; n < 1_000; n++) randomBytesOf(16)
  assert.equal(first.toString('hex'), text)
})

it('the number of bytes is as requested, up to a whole page, and they look random', () => {
  assert.equal(randomBytesOf(4_096).length, 4_096)
  const counts = new Array<number>(256).fill(0)
  for (const byte of randomBytesOf(4_096)) counts[byte] = (counts[byte] ?? 0) + 1
  assert.ok(Math.max(...counts) < 60, 'no byte is too frequent')
})
