import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { changeLines, changesOf, readResults } from './compare.ts'
import type { Measured } from './latencies.ts'
import type { Results } from './results.ts'

const machine = {
  ...{ processor: 'P', cores: 2, memoryGb: 8, system: 'linux', node: '20.0.0', postgres: '18.4' },
  ...{ database: {}, gateway: {} },
}

function run(rates: readonly number[], p99Ms = 10): Results {
  const measured = (perSecond: number): Measured => ({ perSecond, p50Ms: 1, p95Ms: 5, p99Ms, items: perSecond })
  const rounds = (all: readonly number[]) => ({ busy: all.map(measured), alone: [], open: [] })
  const gateway = rounds(rates)
  const driver = rounds(rates.map(() => 1_000))
  const path = { name: 'payout', title: 'Payout', rounds: { gateway, driver } }
  return { takenAt: 'then', seconds: 1, rows: 0, machine, paths: [path], memory: { peakMb: 1, lastMb: 1 } }
}

const verdict = (before: Results, now: Results, what: RegExp) =>
  changesOf(before, now).find((change) => what.test(change.what))?.verdict

describe('a comparison', () => {
  it('marks what got worse or better by more than the rounds lie apart', () => {
    const steady = run([1_000, 1_010, 990])
    assert.equal(verdict(steady, run([800, 810, 790]), /ratio to the driver/), 'worse')
    assert.equal(verdict(steady, run([1_200, 1_210, 1_190]), /ratio to the driver/), 'better')
    assert.equal(verdict(steady, run([800, 810, 790]), /a second/), 'worse')
  })

  it('calls noise what the rounds of either run do not tell apart, and less than 5 %', () => {
    assert.equal(verdict(run([1_000, 700, 1_300]), run([800, 810, 790]), /ratio/), 'noise')
    assert.equal(verdict(run([1_000, 1_010, 990]), run([800, 1_100, 500]), /ratio/), 'noise')
    assert.equal(verdict(run([1_000, 1_000, 1_000]), run([960, 960, 960]), /ratio/), 'noise')
  })

  it('calls a longer time worse', () => {
    assert.equal(verdict(run([1_000], 10), run([1_000], 20), /p99/), 'worse')
    assert.equal(verdict(run([1_000], 20), run([1_000], 10), /p99/), 'better')
  })

  it('leaves out what one of the runs did not measure, and says when the machine is another one', () => {
    const before = run([1_000])
    assert.deepEqual(changesOf({ ...before, paths: [] }, before), [])
    assert.doesNotMatch(changeLines(before, before).join('\n'), /ANOTHER MACHINE/)
    const moved = { ...before, machine: { ...machine, cores: 64 } }
    assert.match(changeLines(before, moved).join('\n'), /ANOTHER MACHINE/)
  })

  it('is refused in a sentence where there is no saved result', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-compare-'))
    try {
      const file = join(folder, 'result.json')
      for (const text of [undefined, 'not JSON', 'null', '{}']) {
        if (text !== undefined) writeFileSync(file, text)
        assert.throws(() => readResults(file), { message: `${file} is no saved result: save one with --save.` })
      }
      writeFileSync(file, JSON.stringify(run([1])))
      assert.deepEqual(readResults(file), run([1]))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
