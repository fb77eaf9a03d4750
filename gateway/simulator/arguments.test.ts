import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readWishes, WishesError } from './arguments.ts'

describe('the arguments of the simulator', () => {
  it('have usual values that run a hundred seeds on all cores, four at most', () => {
    const { seed, runs, events, workers, shrinkSeconds, minutes } = readWishes([], 16)
    assert.deepEqual(
      { seed, runs, events, workers, shrinkSeconds, minutes },
      { seed: 1, runs: 100, events: 200, workers: 4, shrinkSeconds: 90, minutes: Number.POSITIVE_INFINITY },
    )
  })

  it('are read as they are given', () => {
    const wishes = readWishes(['--seed', '7', '--runs', '1', '--events', '50', '--trace', '--no-shrink'], 2)
    assert.deepEqual([wishes.seed, wishes.runs, wishes.events, wishes.trace, wishes.shrinkSeconds], [7, 1, 50, true, 0])
  })

  it('are refused by name where they are no numbers, too small or unknown', () => {
    for (const given of [
      ['--runs', '0'],
      ['--seed', 'x'],
      ['--events', '1.5'],
      ['--sneed', '1'],
    ]) {
      assert.throws(
        () => readWishes(given, 2),
        (error) => error instanceof WishesError && error.message.includes(given[0] ?? ''),
      )
    }
  })
})
