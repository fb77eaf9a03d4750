import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCampaign } from './campaign.ts'
import { withPlanted } from './planted/with-planted.ts'
import type { Told } from './worker.ts'

/** Runs of the real simulator, in a process of their own, which replaces its clock and its chance. */
async function play(seeds: readonly number[], more: { twice: boolean; planted?: string }): Promise<Told[]> {
  const told: Told[] = []
  const { complete } = await runCampaign({
    ...{ seeds, events: 200, workers: 1, twice: more.twice, trace: false, shrinkSeconds: 0 },
    untilMs: Number.POSITIVE_INFINITY,
    ...(more.planted === undefined ? { execArgv: [], env: {} } : withPlanted(more.planted)),
    told: (result) => {
      told.push(result)
      return true
    },
  })
  assert.ok(complete, 'every seed was run')
  return told
}

describe('the simulator', () => {
  it('finds nothing wrong in seeds that every change is held to, and each of them is the same run twice', async () => {
    const told = await play([3, 12, 29, 43, 57, 64], { twice: true })
    for (const { seed, violations, sameTwice, log } of told) {
      assert.deepEqual(violations, [], `npm run simulate -- --seed ${seed} --runs 1\n${log.join('')}`)
      assert.equal(sameTwice, true, `seed ${seed} was another run when it was repeated`)
    }
  })

  it('finds a fault that was put into the gateway, and the run is the same in another process', async () => {
    const planted = 'late-order-not-refused'
    const [first] = await play([29], { twice: false, planted })
    const [second] = await play([29], { twice: false, planted })
    assert.ok(first && first.violations.length > 0, 'the fault was found')
    assert.equal(first.digest, second?.digest)
  })

  it('tells of a process that died in a run, and another one takes over', async () => {
    const seeds = [1, 2, 3]
    const dying = `process.on('message', ({ seed }) => { if (seed === 2) Promise.reject(new Error('nobody heard')) })`
    const told: Told[] = []
    const { complete } = await runCampaign({
      ...{ seeds, events: 20, workers: 1, twice: false, trace: false, shrinkSeconds: 0 },
      ...{ untilMs: Number.POSITIVE_INFINITY, execArgv: ['--import', `data:text/javascript,${dying}`], env: {} },
      told: (result) => told.push(result) > 0,
    })
    assert.ok(complete)
    assert.deepEqual(
      told.map(({ seed, violations }) => [seed, violations.map(({ rule }) => rule)]),
      [
        [1, []],
        [2, ['worker-died']],
        [3, []],
      ],
    )
    assert.match(told[1]?.violations[0]?.what ?? '', /nobody heard/)
  })

  it('does not begin where its process lacks the fault that it was to run with', async () => {
    await assert.rejects(
      runCampaign({
        ...{ seeds: [1], events: 20, workers: 1, twice: false, trace: false, shrinkSeconds: 0 },
        ...{ untilMs: Number.POSITIVE_INFINITY, execArgv: [], env: withPlanted('late-order-not-refused').env },
        told: () => true,
      }),
      /planted fault late-order-not-refused is not in the code/,
    )
  })
})
