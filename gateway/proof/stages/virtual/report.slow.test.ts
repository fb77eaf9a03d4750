import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWishes, WishesError } from './command.ts'
import { addTo, noTotals, reportOf } from './report.ts'
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
  ...{ sameTwice: undefined, shrunk: undefined, lines: undefined },
  log: [
    'G1 {"level":50,"time":"T","err":{"message":"why","stack":"where"},"id":"p","msg":"first"}\n',
    ...Array.from({ length: 12 }, (_, index) => `G2 {"level":40,"time":"T","msg":"w${index}"}\n`),
  ],
}

test('the report of a failure shows the log, errors first, and how the same run comes again', () => {
  const report = reportOf(told, { events: 50, planted: 'some-fault' })
  const lines = report.split('\n')
  const log = lines.slice(lines.indexOf('the gateways logged:') + 1).filter((line) => line.startsWith('  G'))
  assert.equal(log.length, 10)
  assert.equal(log[0], '  G1 error T first {"id":"p","err":"why"}')
  assert.equal(log[9], '  G2 warn T w11 {}')
  assert.match(report, /--seed 7 --runs 1 --events 50 --trace --planted some-fault$/m)
})

test('runs that broke a rule, and those that were another run when they were repeated, are counted', () => {
  const totals = noTotals()
  for (const each of [told, { ...told, violations: [] }, { ...told, violations: [], sameTwice: false }])
    addTo(totals, each)
  assert.deepEqual([totals.runs, totals.failed, totals.differed], [3, 1, 1])
})

test('arguments are read as they are given, and refused by name where they are no numbers, too small or unknown', () => {
  const names = { flags: ['twice'], texts: ['runs'] }
  const wishes = readWishes(['--runs', '7', '--twice'], names)
  assert.deepEqual([wishes.number('runs', 1), wishes.flag('twice')], [7, true])
  assert.equal(readWishes([], names).number('runs', 1), undefined)
  for (const given of [
    ['--runs', '0'],
    ['--runs', 'x'],
    ['--runs', '1.5'],
    ['--runs', ''],
    ['--rans', '1'],
  ]) {
    assert.throws(
      () => readWishes(given, names).number('runs', 1),
      (error) => error instanceof WishesError && error.message.includes(given[0] ?? ''),
    )
  }
})
