import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { plantedFault, plantedVariable } from './planted/faults.ts'
import { playSeeds } from './support/play-seeds.ts'

describe('the simulator', () => {
  it('finds nothing wrong in seeds that every change is held to, and each of them is the same run again', async () => {
    const [twice] = await playSeeds(12, { twice: true })
    assert.equal(twice?.sameTwice, true, 'a seed was another run when it was repeated')
    const others = (
      await Promise.all(
        [12, 20_049, plantedFault('refund-beyond-the-credit').seed].map(async (seed) => await playSeeds(seed)),
      )
    ).flat()
    assert.equal(others[0]?.digest, twice.digest, 'a seed is the same run in another process')
    for (const { seed, violations, log } of [twice, ...others]) {
      assert.deepEqual(violations, [], `npm run simulate -- --seed ${seed} --runs 1\n${log.join('')}`)
    }
    const happened = (name: string) => others.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)
    const ends = ['payin COMPLETED', 'payout COMPLETED', 'refund COMPLETED']
    const names = [...ends, 'callbacks delivered', 'lost', 'stopped', 'held a moment']
    const missing = names.filter((name) => happened(name) === 0)
    assert.deepEqual(missing, [], 'runs in which nothing happens break no rule')
  })

  it('finds a fault that was put into the gateway, and shrinks its run', async () => {
    const { name, seed } = plantedFault('reservation-released-twice')
    const [told] = await playSeeds(seed, { planted: name, shrinkSeconds: 20 })
    assert.ok(told?.violations.some(({ rule }) => rule === 'ledger-payout'))
    assert.match(told?.shrunk?.what ?? '', /ledger-payout/)
  })

  it('tells of a process that died in a run, and another one takes over', async () => {
    const dying = `process.on('message', ({ seed }) => { if (seed === 1) Promise.reject(new Error('nobody heard')) })`
    process.env['NODE_OPTIONS'] = `--import data:text/javascript,${encodeURIComponent(dying)}`
    try {
      const told = await playSeeds(1, { runs: 2, events: 20 })
      assert.deepEqual(
        told.map(({ seed, violations }) => [seed, violations.map(({ rule }) => rule)]),
        [
          [1, ['worker-died']],
          [2, []],
        ],
      )
      assert.match(told[0]?.violations[0]?.what ?? '', /nobody heard/)
    } finally {
      delete process.env['NODE_OPTIONS']
    }
  })

  it('leaves no worker behind whose command ended before it listened', async (t) => {
    const worker = fork(fileURLToPath(new URL('./worker.js', import.meta.url)))
    t.after(() => worker.kill())
    worker.disconnect()
    const [code] = await once(worker, 'exit', { signal: AbortSignal.timeout(60_000) })
    assert.equal(code, 0)
  })

  it('does not begin where its process lacks the fault that it was to run with', async () => {
    process.env[plantedVariable] = 'late-order-not-refused'
    try {
      await assert.rejects(playSeeds(1), /planted fault late-order-not-refused is not in the code/)
    } finally {
      delete process.env[plantedVariable]
    }
  })
})
