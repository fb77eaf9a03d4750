import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostAnswer } from '../../net/post-json.ts'
import type { ClaimedDelivery } from '../store/callback-claims.ts'
import { classifyResponse, retryAfterMs } from './classify-response.ts'

const now = new Date('2026-03-04T05:06:07Z')
const at = { now, random: 0.5 }

function delivery(attempt: number, more: Partial<ClaimedDelivery> = {}): ClaimedDelivery {
  return { attempt, accept2xx: false, createdAt: now, claimedAt: now, ...more } as ClaimedDelivery
}

function answered(status: number, retryAfter?: string): PostAnswer {
  return { kind: 'answer', status, body: '', retryAfter, firstByteMs: 1, totalMs: 1 }
}

function failed(error: 'timeout' | 'dns' | 'connect', ours: boolean): PostAnswer {
  return { kind: 'failure', status: null, firstByteMs: null, totalMs: 1, error, code: 'X', ours }
}

test('only 200 is success, unless the endpoint accepts any 2xx', () => {
  assert.equal(classifyResponse(delivery(1), answered(200), at).state, 'delivered')
  for (const status of [100, 201, 202, 204, 299, 301, 302, 304, 307, 400, 401, 404, 410, 500, 503]) {
    const verdict = classifyResponse(delivery(1), answered(status), at)
    assert.deepEqual([verdict.state, verdict.error, verdict.free], ['pending', 'http', false], String(status))
  }
  const open = { accept2xx: true }
  assert.equal(classifyResponse(delivery(1, open), answered(204), at).state, 'delivered')
  assert.equal(classifyResponse(delivery(1, open), answered(302), at).state, 'pending')
})

test('a whole header block is the answer, whatever becomes of the body', () => {
  const cut = (status: number): PostAnswer => ({ ...failed('timeout', false), status })
  assert.deepEqual(
    [200, 204, 500].map((status) => classifyResponse(delivery(1), cut(status), at).error),
    [null, 'timeout', 'timeout'],
  )
  assert.equal(classifyResponse(delivery(15), cut(200), at).state, 'delivered')
})

test('failures follow the schedule until it is exhausted', () => {
  assert.equal(classifyResponse(delivery(1), answered(500), at).delayMs, 5_000)
  assert.equal(classifyResponse(delivery(8), answered(500), at).delayMs, 7_200_000)
  assert.equal(classifyResponse(delivery(14), answered(500), at).state, 'pending')
  assert.equal(classifyResponse(delivery(15), answered(500), at).state, 'exhausted')
  assert.equal(classifyResponse(delivery(15), failed('timeout', false), at).state, 'exhausted')
})

test('after a timeout, 429 or 503 the next attempt is at least a minute away, after any other failure as the schedule says', () => {
  assert.equal(classifyResponse(delivery(1), failed('timeout', false), at).delayMs, 60_000)
  for (const status of [429, 503]) assert.equal(classifyResponse(delivery(1), answered(status), at).delayMs, 60_000)
  for (const status of [500, 502, 504]) assert.equal(classifyResponse(delivery(1), answered(status), at).delayMs, 5_000)
  assert.equal(classifyResponse(delivery(5), answered(429), at).delayMs, 900_000)
  assert.equal(classifyResponse(delivery(1), failed('connect', false), at).delayMs, 5_000)
})

test('Retry-After raises the delay of 429 and 503 up to an hour, and never lowers it', () => {
  assert.equal(classifyResponse(delivery(1), answered(503, '120'), at).delayMs, 120_000)
  assert.equal(classifyResponse(delivery(1), answered(503, '1'), at).delayMs, 60_000)
  assert.equal(classifyResponse(delivery(1), answered(503, '9'.repeat(400)), at).delayMs, 3_600_000)
  assert.equal(classifyResponse(delivery(8), answered(429, '999999'), at).delayMs, 7_200_000)
  assert.equal(classifyResponse(delivery(1), answered(500, '120'), at).delayMs, 5_000)
  assert.equal(classifyResponse(delivery(1), answered(503, 'Wed, 04 Mar 2026 05:08:07 GMT'), at).delayMs, 120_000)
  assert.equal(retryAfterMs('soon', now), 0)
  assert.equal(retryAfterMs('-5', now), 0)
  assert.equal(retryAfterMs('Wed, 04 Mar 2020 05:08:07 GMT', now), 0)
})

test('a fault of the gateway uses no attempt during the first week', () => {
  const verdict = classifyResponse(delivery(15), failed('dns', true), at)
  assert.deepEqual([verdict.state, verdict.free, verdict.delayMs], ['pending', true, 30_000])
  const old = { createdAt: new Date(now.getTime() - 8 * 86_400_000) }
  assert.equal(classifyResponse(delivery(15, old), failed('dns', true), at).state, 'exhausted')
})
