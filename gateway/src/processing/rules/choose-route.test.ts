import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRoute, type RouteTerms, routeVerdicts } from './choose-route.ts'

const open: RouteTerms = { has_started: true, is_disabled: false, amount_min_minor: null, amount_max_minor: null }

test('the first route that takes the amount gets the order; limits include their ends', () => {
  const small = { ...open, name: 'small', amount_max_minor: 1_000n }
  const middle = { ...open, name: 'middle', amount_min_minor: 500n, amount_max_minor: 5_000n }
  const large = { ...open, name: 'large', amount_min_minor: 5_001n }
  const chosen = (amountMinor: bigint) => chooseRoute([small, middle, large], amountMinor)?.name
  const cases = [1n, 1_000n, 1_001n, 5_000n, 5_001n, 9_999_999n]
  assert.deepEqual(cases.map(chosen), ['small', 'small', 'middle', 'middle', 'large', 'large'])
  assert.equal(chooseRoute([middle, large], 499n), undefined)
})

test('each candidate has a verdict, and exactly the chosen one is taken', () => {
  const candidates = [
    { ...open, name: 'later start', has_started: false },
    { ...open, name: 'off', is_disabled: true },
    { ...open, name: 'too small', amount_min_minor: 101n },
    { ...open, name: 'too large', amount_max_minor: 99n },
    { ...open, name: 'first' },
    { ...open, name: 'second' },
  ]
  const verdicts = routeVerdicts(candidates, 100n).map(({ route, verdict }) => [route.name, verdict])
  assert.deepEqual(verdicts, [
    ['later start', 'not_started'],
    ['off', 'disabled'],
    ['too small', 'amount_too_small'],
    ['too large', 'amount_too_large'],
    ['first', 'taken'],
    ['second', 'later'],
  ])
})
