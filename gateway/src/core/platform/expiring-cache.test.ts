import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiringCache } from './expiring-cache.ts'

function countingCache(entriesMax = 3) {
  const state = { nowMs: 0, loads: 0 }
  const cache = expiringCache<string>({ hitMs: 5_000, missMs: 1_000, entriesMax, monotonicMs: () => state.nowMs })
  const get = async (name: string, value: string | undefined) =>
    await cache.get(name, async () => {
      state.loads++
      return await Promise.resolve(value)
    })
  return { state, get }
}

test('a found value is used for 5 s and not a millisecond longer', async () => {
  const { state, get } = countingCache()
  assert.equal(await get('a', 'old'), 'old')
  state.nowMs = 4_999
  assert.equal(await get('a', 'new'), 'old')
  state.nowMs = 5_000
  assert.equal(await get('a', 'new'), 'new')
  assert.equal(state.loads, 2)
})

test('a miss is cached for 1 s only', async () => {
  const { state, get } = countingCache()
  assert.equal(await get('a', undefined), undefined)
  state.nowMs = 999
  assert.equal(await get('a', 'new'), undefined)
  state.nowMs = 1_000
  assert.equal(await get('a', 'new'), 'new')
})

test('a value that no longer exists is removed after its lifetime', async () => {
  const { state, get } = countingCache()
  await get('a', 'old')
  state.nowMs = 5_000
  assert.equal(await get('a', undefined), undefined)
})

test('the oldest entry is evicted, and misses never evict found values', async () => {
  const { state, get } = countingCache(3)
  for (const name of ['a', 'b', 'c', 'd']) await get(name, name)
  for (let each = 0; each < 10; each++) await get(`none-${each}`, undefined)
  state.loads = 0
  for (const name of ['b', 'c', 'd']) assert.equal(await get(name, 'new'), name)
  assert.equal(state.loads, 0)
  assert.equal(await get('a', 'new'), 'new')
})

test('concurrent requests share one load, and a failed load is not cached', async () => {
  const cache = expiringCache<string>({ hitMs: 5_000, missMs: 1_000, entriesMax: 3 })
  let loads = 0
  const failing = async () => {
    loads++
    await Promise.resolve()
    throw new Error('the database is unavailable')
  }
  const both = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)])
  assert.deepEqual(
    both.map((each) => each.status),
    ['rejected', 'rejected'],
  )
  assert.equal(loads, 1)
  assert.equal(await cache.get('a', async () => await Promise.resolve('there')), 'there')
})
