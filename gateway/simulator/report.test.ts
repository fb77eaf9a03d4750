import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { WishesError } from './arguments.ts'
import { addTo, noTotals, reportOf, reportOfStored } from './report.ts'
import { readRun, saveRun } from './saved-run.ts'
import type { Told } from './worker.ts'

const told: Told = {
  ...{
    seed: 7,
    violations: [{ rule: 'ledger', what: 'one is two' }],
    steps: 3,
    busySteps: 2,
    seconds: 1,
    digest: 'd',
    counts: {},
  },
  ...{ sameTwice: undefined, shrunk: undefined, repeat: undefined, lines: undefined },
  log: [
    'G1 {"level":50,"time":"T","err":{"message":"why","stack":"where"},"id":"p","msg":"first"}\n',
    ...Array.from({ length: 12 }, (_, index) => `G2 {"level":40,"time":"T","msg":"w${index}"}\n`),
  ],
}

test('the report of a failure shows the log, errors first, and how the same run comes again', () => {
  const report = reportOf(told, { events: 50, planted: 'some-fault', shrinks: false, saved: '/tmp/run.json' })
  const lines = report.split('\n')
  const log = lines.slice(lines.indexOf('the gateways logged:') + 1).filter((line) => line.startsWith('  G'))
  assert.equal(log.length, 10)
  assert.equal(log[0], '  G1 error T first {"id":"p","err":"why"}')
  assert.equal(log[9], '  G2 warn T w11 {}')
  assert.match(report, /--seed 7 --runs 1 --events 50 --trace --planted some-fault --no-shrink$/m)
  assert.match(report, /^this run: npm run simulate -- --only \/tmp\/run.json$/m)
})

test('failures that were stored count and are named', () => {
  const totals = noTotals()
  const stored = [
    { seed: 1, steps: 1, busySteps: 1, seconds: 1, digest: '', counts: {}, rules: ['ledger', 'ledger'] },
    { seed: 2, steps: 1, busySteps: 1, seconds: 1, digest: '', counts: {}, rules: [], sameTwice: false },
  ]
  for (const done of stored) addTo(totals, done)
  assert.deepEqual([totals.runs, totals.failed, totals.differed], [2, 1, 1])
  assert.deepEqual(reportOfStored(stored).slice(1), [
    '  seed 1 broke ledger',
    '  seed 2 was another run when it was repeated',
  ])
})

test('a run that was saved is read again, and nothing else is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-saved-'))
  try {
    const decisions = [{ name: 'payout-1/fate', choice: 'lost' }]
    const run = { seed: 7, events: 50, planted: null, rules: ['ledger'], acts: ['payout-1'], decisions }
    const path = saveRun(join(folder, 'new'), run)
    assert.match(path, /simulate-seed-7\.json$/)
    assert.deepEqual(readRun(path), run)
    writeFileSync(path, '{}')
    assert.throws(() => readRun(path), WishesError)
    assert.throws(() => readRun(join(folder, 'missing')), WishesError)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
