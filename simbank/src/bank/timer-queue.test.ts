import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../test/support/eventually.ts'
import { TimerQueue } from './timer-queue.ts'

test('items fall due in the order of their times, however they were added', async () => {
  let nowMs = 0
  const seen: number[] = []
  const queue = new TimerQueue<number>({ nowMs: () => nowMs, onDue: (item) => seen.push(item) })
  const times = Array.from({ length: 3_000 }, (_, index) => (index * 7_919) % 3_001)
  for (const time of times) queue.add(time, time)
  queue.start()
  nowMs = 1_500
  queue.rearm()
  await eventually('the first half', () => seen.length >= times.filter((time) => time <= nowMs).length)
  assert.deepEqual(
    seen,
    times.filter((time) => time <= nowMs).sort((a, b) => a - b),
  )
  nowMs = 3_001
  queue.rearm()
  await eventually('all of them', () => seen.length >= times.length)
  assert.deepEqual(
    seen,
    [...times].sort((a, b) => a - b),
  )
  queue.stop()
})

test('what is due at the same time comes in the order in which it was added', async () => {
  const seen: number[] = []
  const queue = new TimerQueue<number>({ nowMs: () => 10, onDue: (item) => seen.push(item) })
  const items = Array.from({ length: 50 }, (_, index) => index)
  for (const item of items) queue.add(item % 2, item)
  queue.start()
  await eventually('all of them', () => seen.length >= items.length)
  queue.stop()
  assert.deepEqual(seen, [...items.filter((item) => item % 2 === 0), ...items.filter((item) => item % 2 === 1)])
})

test('nothing falls due before the start and after the stop', async () => {
  const seen: string[] = []
  const queue = new TimerQueue<string>({ nowMs: () => 10, onDue: (item) => seen.push(item) })
  queue.add(1, 'a')
  await sleep(5)
  assert.deepEqual(seen, [])
  queue.start()
  queue.stop()
  await sleep(5)
  assert.deepEqual(seen, [])
})
