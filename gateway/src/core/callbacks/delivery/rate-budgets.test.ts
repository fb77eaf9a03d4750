import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rateBudgets } from './rate-budgets.ts'

describe('the budget of a point', () => {
  it('allows one second of its rate at once, then refills evenly', () => {
    let nowMs = 0
    const budgets = rateBudgets(() => nowMs)
    const send = (count: number) => budgets.spend(Array.from({ length: count }, () => ({ pointId: 'a', ratePerS: 50 })))
    send(49)
    assert.deepEqual(budgets.spent(), [])
    send(1)
    assert.deepEqual(budgets.spent(), ['a'])
    nowMs = 20
    assert.deepEqual(budgets.spent(), [])
    send(10)
    nowMs = 199
    assert.deepEqual(budgets.spent(), ['a'], 'an overdrawn budget must refill first')
    nowMs = 201
    assert.deepEqual(budgets.spent(), [])
  })

  it('holds the average rate when every claim takes as much as it can', () => {
    let nowMs = 0
    let sent = 0
    const budgets = rateBudgets(() => nowMs)
    for (; nowMs < 60_000; nowMs += 10) {
      if (budgets.spent().length > 0) continue
      budgets.spend(Array.from({ length: 10 }, () => ({ pointId: 'a', ratePerS: 50 })))
      sent += 10
    }
    assert.ok(Math.abs(sent - 50 * 61) <= 20, String(sent))
  })

  it('is independent of other points', () => {
    const budgets = rateBudgets(() => 0)
    budgets.spend([{ pointId: 'a', ratePerS: 1 }])
    budgets.spend([{ pointId: 'b', ratePerS: 5 }])
    assert.deepEqual(budgets.spent(), ['a'])
  })
})
