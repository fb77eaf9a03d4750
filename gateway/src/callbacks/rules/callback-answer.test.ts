import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReceived } from './callback-answer.ts'

test('200 takes a callback as received and nothing else does; any 2xx for who asked for it', () => {
  const taken = (accept2xx: boolean) =>
    [100, 199, 200, 201, 204, 299, 300, 302, 400, 500].filter((status) => isReceived(status, accept2xx))
  assert.deepEqual(taken(false), [200])
  assert.deepEqual(taken(true), [200, 201, 204, 299])
})
