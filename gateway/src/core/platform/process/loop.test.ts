import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../log/metrics.ts'
import { type Loop, type LoopOptions, startLoop } from './loop.ts'

const never = 3_600_000

/** A loop over a list of work, which records the result of each round. */
function loopOver(options: Pick<LoopOptions, 'idleMs' | 'gather'>) {
  const rounds: number[] = []
  let pile = 0
  let onFound: (() => void) | undefined
  const loop: Loop = startLoop({
    name: 'test',
    runOnce: async () => {
      const found = pile
      pile = 0
      rounds.push(found)
      if (found > 0) onFound?.()
      return await Promise.resolve(found)
    },
    ...options,
    log: createLog('silent'),
    metrics: createMetrics(),
  })
  return {
    loop,
    rounds,
    commit: () => {
      pile++
      loop.notify()
    },
    found: async () => await new Promise<void>((resolve) => (onFound = resolve)),
  }
}

const turn = async () => await new Promise((resolve) => setImmediate(resolve))

describe('a loop', () => {
  it('sleeps without work, and starts a round when it is notified', async () => {
    const { loop, rounds, commit, found } = loopOver({ idleMs: never })
    await turn()
    assert.deepEqual(rounds, [0])
    const seen = found()
    commit()
    await seen
    await loop.stop()
    assert.ok(rounds.includes(1))
  })

  it('that gathers handles in one round the work of several commits', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { loop, rounds, commit } = loopOver({ idleMs: never, gather: { ms: 20, full: 100 } })
    for (let n = 0; n < 5; n++) {
      commit()
      await turn()
    }
    assert.deepEqual(rounds, [])
    t.mock.timers.tick(20)
    await turn()
    assert.deepEqual(rounds, [5])
    await loop.stop()
  })

  it('that gathers continues at once after a full round', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { loop, rounds, commit } = loopOver({ idleMs: never, gather: { ms: 20, full: 3 } })
    for (const count of [3, 2]) {
      for (let n = 0; n < count; n++) commit()
      await turn()
      t.mock.timers.tick(20)
      await turn()
    }
    assert.deepEqual(rounds, [3, 0, 2], 'the second round started without a tick; the third one waited')
    await loop.stop()
  })

  it('that gathers runs again for work that is committed during a round', async () => {
    const { loop, commit, found } = loopOver({ idleMs: never, gather: { ms: 1, full: 100 } })
    for (let n = 0; n < 3; n++) {
      const seen = found()
      commit()
      await seen
    }
    await loop.stop()
  })

  it('ends at once, gathering or asleep', async () => {
    for (const gather of [undefined, { ms: never, full: 100 }]) {
      const { loop } = loopOver({ idleMs: never, gather })
      await turn()
      await loop.stop()
    }
  })
})
