import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRows } from '../check-run.ts'
import { providersOf, type Sample, sample } from './sample.ts'

type Damage = (made: Sample) => void

function found(damage: Damage) {
  const made = sample()
  damage(made)
  return checkRows(made.rows, { facts: made.facts, witnesses: providersOf(made) }).violations
}

/** A test: the damage breaks this rule, and of the others only those in `also`, each of them. */
export function breaks(rule: string, damage: Damage, also: readonly string[] = []): void {
  it(`finds ${rule}`, () => {
    const violations = found(damage)
    const rules = [...new Set(violations.map((violation) => violation.rule))].sort()
    assert.deepEqual(rules, [rule, ...also].sort(), violations.map(({ what }) => what).join('\n'))
  })
}

/** A test: nothing is broken. */
export function holds(what: string, change: Damage): void {
  it(what, () => assert.deepEqual(found(change), []))
}

/** The same for what looks like a fault and is none. */
export function silent(what: string, change: Damage): void {
  holds(`lets ${what} pass`, change)
}
