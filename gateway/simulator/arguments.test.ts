import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPlantWishes, readWishes, refuseForeign, WishesError } from './arguments.ts'

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

  it('are refused alike where the simulator itself is measured', () => {
    for (const given of [
      ['--minutes', 'abc'],
      ['--seed', ''],
      ['--only', 'no-such-fault'],
      ['--runs', '1'],
    ])
      assert.throws(() => readPlantWishes(given), WishesError)
    assert.throws(() => readWishes(['--planted', 'no-such-fault'], 2), WishesError)
    assert.equal(readPlantWishes(['-h']).help, true)
    const { faults, minutes, seed } = readPlantWishes(['--only', 'late-order-not-refused'])
    assert.deepEqual([faults, minutes, seed], [['late-order-not-refused'], 10, undefined])
  })

  it('are refused on Windows', () => {
    assert.throws(() => refuseForeign('win32'), WishesError)
    refuseForeign('linux')
  })
})
