import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMetrics } from '../platform/log/metrics.ts'
import { callSlots } from './call-slots.ts'

describe('call slots of one account', () => {
  const setUp = () => {
    const slots = callSlots(createMetrics(), { max: 8, share: 6 })
    const ends: (() => void)[] = []
    const call = (pointId: string, accountId = 'shared') =>
      slots.within({ accountId, pointId }, async () => await new Promise<void>((resolve) => ends.push(resolve)))
    const end = () => {
      for (const resolve of ends.splice(0)) resolve()
    }
    return { call, end }
  }
  const full = { code: 'unavailable' }

  it('keep the last quarter for other points', async () => {
    const { call, end } = setUp()
    const calls = Array.from({ length: 6 }, async () => await call('greedy'))
    await assert.rejects(call('greedy'), full)
    calls.push(call('modest'), call('humble'))
    await assert.rejects(call('patient'), full, 'all are taken')
    calls.push(call('greedy', 'another account'))
    end()
    await Promise.all(calls)
  })

  it('are released, for the point too, when their calls end', async () => {
    const { call, end } = setUp()
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 6 }, async () => await call('greedy'))
      await assert.rejects(call('greedy'), full)
      end()
      await Promise.all(calls)
    }
  })
})
