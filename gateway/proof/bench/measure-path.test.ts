import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureEach } from './measure-path.ts'

test('a line that fails says why, and the figures before and after it are kept', async () => {
  const said: string[] = []
  const measure = async (name: string, isFirst: boolean) => {
    if (name === 'list') throw new Error('nothing was found')
    return await Promise.resolve(`${name} ${isFirst}`)
  }
  const found = await measureEach(['read-one', 'list', 'payout'], measure, (text) => said.push(text))
  assert.deepEqual(found, ['read-one true', 'payout false'])
  assert.deepEqual(said, ['list failed: nothing was found'])
})
