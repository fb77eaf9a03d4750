import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkChecks } from '../src/checks/links.ts'
import { refundChecks } from '../src/checks/refunds.ts'
import { allRules } from '../src/rules/all-rules.ts'
import type { Fault } from './support/fake-gateway.ts'
import { faultsByCheck, linkFaults, refundFaults } from './support/faults.ts'
import { checksOfSpecification, ruleOf, runAgainstFake } from './support/run-against-fake.ts'

/** They are beyond the specification. */
const only = ['--only', 'REFUND,LINK']
const beyond = ['--setup', 'pasarela', '--settings-key', 's', ...only]

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

  it('of refunds or payment links is found out by exactly that rule, whichever it is', async () => {
    const all = { ...refundFaults, ...linkFaults }
    assert.deepEqual(Object.keys(all).toSorted(), Object.keys({ ...refundChecks, ...linkChecks }).toSorted())
    for (const [check, faults] of Object.entries(all)) {
      const only = ['--only', check.startsWith('link') ? 'LINK' : 'REFUND']
      const judged = await Promise.all(faults.map(async (fault) => await runAgainstFake([fault], [...beyond, ...only])))
      for (const { failed, code } of judged) assert.deepEqual([failed, code], [[ruleOf(check)], 1], check)
      assert.ok(judged.length > 0, check)
    }
  })

  it('is not confused with one that keeps all about them, nor with one that has none or forbids them', async () => {
    for (const args of [beyond, ['--decisions', ...only]]) {
      assert.deepEqual(await runAgainstFake([], args), { failed: [], unchecked: [], code: 0 })
    }
    const ids = Object.keys({ ...refundChecks, ...linkChecks }).map(ruleOf)
    const forbids: Fault = {
      problems: (problems, { kind }) => (['refund', 'link'].includes(kind) ? ['scope'] : problems),
      code: (code, { kind }) => (['refund', 'link'].includes(kind) ? 403 : code),
    }
    for (const fault of [...[404, 405, 400, 403, 500].map((code) => ({ hasNoRefunds: code })), forbids]) {
      assert.deepEqual(await runAgainstFake([fault], beyond), { failed: [], unchecked: ids, code: 0 })
    }
  })

  it('is not confused with one that keeps them all', async () => {
    const { failed, code, unchecked } = await runAgainstFake([])
    assert.deepEqual([failed, code], [[], 0])
    const visible = allRules.filter(({ checks }) => checks.every((name) => checksOfSpecification().includes(name)))
    const wanted = allRules.filter((rule) => rule.checks.length === 0 || !visible.includes(rule)).map(({ id }) => id)
    assert.deepEqual(unchecked.toSorted(), wanted.toSorted())
  })
})
