import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReceived } from './callback-answer.ts'

test('only 200 confirms a callback, or any 2xx if the point accepts it', () => {
  const taken = (accept2xx: boolean) =>
    [100, 199, 200, 201, 204, 299, 300, 302, 400, 500].filter((status) => isReceived(status, accept2xx))
  assert.deepEqual(taken(false), [200])
  assert.deepEqual(taken(true), [200, 201, 204, 299])
})
