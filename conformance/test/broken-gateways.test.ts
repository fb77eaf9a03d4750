import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allRules } from '../src/rules/all-rules.ts'
import { faultsByCheck } from './support/faults.ts'
import { checksOfSpecification, ruleOf, runAgainstFake } from './support/run-against-fake.ts'

describe('a gateway that breaks one rule', { concurrency: 3 }, () => {
  for (const [fault, check] of [
    ['signs with another token', 'security-hash'],
    ['writes another status word in callbacks', 'callback-status'],
    ['leaves out a field of the reply', 'pay-in-has-updated-at'],
    ['writes created_at of a payout in another form', 'payout-created-at'],
    ['writes api_key as a text with a leading zero', 'api-key-is-an-integer'],
    ['writes amount as a text', 'pay-in-amount'],
    ['does not tell again after HTTP 500', 'retry-after-a-server-error'],
    ['pays out without account_bank', 'payout-requires-account-bank'],
  ] as const) {
    it(`${fault} is found out by exactly that rule`, async () => {
      const { failed, code } = await runAgainstFake([faultsByCheck[check] ?? {}])
      assert.deepEqual([failed, code], [[ruleOf(check)], 1])
    })
  }

  it('is not confused with one that keeps them all', async () => {
    const { failed, code, unchecked } = await runAgainstFake([])
    assert.deepEqual([failed, code], [[], 0])
    const visible = allRules.filter(({ checks }) => checks.every((name) => checksOfSpecification().includes(name)))
    const wanted = allRules.filter((rule) => rule.checks.length === 0 || !visible.includes(rule)).map(({ id }) => id)
    assert.deepEqual(unchecked.toSorted(), wanted.toSorted())
  })
})
