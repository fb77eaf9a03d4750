import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestStage } from '../../test/support/simulation/test-stage.ts'
import { createMoments, meet } from './moments.ts'

const meeting = { afterMs: 100, withinMs: 5_000 }

function waiting() {
  const stage = new TestStage({ script: {} })
  const moments = createMoments()
  const beganMs = stage.nowMs()
  const met: number[] = []
  void meet({ stage, moments }, 'cancel', { transactionId: 't', meeting }).then(() => met.push(stage.nowMs() - beganMs))
  return { stage, moments, met }
}

test('whoever waits for a moment acts so long after it', async () => {
  const { stage, moments, met } = waiting()
  await stage.pass(1_000)
  moments.tell('another')
  await stage.pass(1_000)
  assert.deepEqual(met, [])
  moments.tell('t')
  await stage.pass(10_000)
  assert.deepEqual(met, [2_100])
  moments.tell('t')
})

test('without a moment they act all the same', async () => {
  const { stage, met } = waiting()
  await stage.pass(10_000)
  assert.deepEqual(met, [5_100])
})
