import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCampaign } from './campaign.ts'
import { withPlanted } from './planted/faults.ts'
import { playSeeds } from './play-seeds.ts'
import type { Told } from './worker.ts'

describe('the simulator', () => {
  it('finds nothing wrong in seeds that every change is held to, and each of them is the same run twice', async () => {
    const told = await playSeeds([12], { events: 200, twice: true })
    for (const { seed, sameTwice } of told) {
      assert.equal(sameTwice, true, `seed ${seed} was another run when it was repeated`)
    }
    const others = await playSeeds([12, 20_049, 39], { events: 200, twice: false })
    assert.equal(others[0]?.digest, told[0]?.digest, 'a seed is the same run in another process')
    const all = [...told, ...others]
    for (const { seed, violations, log } of all) {
      assert.deepEqual(violations, [], `npm run simulate -- --seed ${seed} --runs 1\n${log.join('')}`)
    }
    const happened = (name: string) => all.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)
    const ends = ['payin COMPLETED', 'payout COMPLETED', 'refund COMPLETED']
    const names = [...ends, 'callbacks delivered', 'lost', 'stopped', 'held a moment']
    assert.deepEqual(
      names.filter((name) => happened(name) === 0),
      [],
      'runs in which nothing happens break no rule',
    )
  })

  it('finds a fault that was put into the gateway', async () => {
    const [first] = await playSeeds([29], { events: 200, twice: false, planted: 'reservation-released-twice' })
    assert.ok(first?.violations.some(({ rule }) => rule === 'ledger-payout'))
    const [refunds] = await playSeeds([39], { events: 200, twice: false, planted: 'refund-beyond-the-credit' })
    assert.ok(refunds?.violations.some(({ rule }) => rule === 'refund-beyond-credit'))
  })

  it('tells of a process that died in a run, and another one takes over', async () => {
    const seeds = [1, 2]
    const dying = `process.on('message', ({ seed }) => { if (seed === 1) Promise.reject(new Error('nobody heard')) })`
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
        [1, ['worker-died']],
        [2, []],
      ],
    )
    assert.match(told[0]?.violations[0]?.what ?? '', /nobody heard/)
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
