import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConnectors } from '../../../src/core/connectors/index.ts'
import { additionsOfExtras } from '../../../src/extras/index.ts'
import { exampleSubject } from './example-provider.ts'
import { type Fault, faults, faulty } from './faulty-connector.ts'
import { faultyTokens, type TokenFault, tokenFaults } from './faulty-tokens.ts'
import { applies, cases, runCase } from './kit.ts'
import { simulatedBankSubject, subjects } from './subjects.ts'

describe('the conformance kit', () => {
  it('is run over every connector that there is', () => {
    const known = [
      ...createConnectors({
        simulatedBankUrl: 'http://127.0.0.1:9',
        further: additionsOfExtras({ referencesPerPoint: 1 }).connectors,
        onThrown: () => assert.fail('it threw'),
      }).keys(),
    ]
    assert.deepEqual(known.toSorted(), subjects.map(({ account }) => account.connector).toSorted())
  })

  it('has cases of different names, and most of them need a network', () => {
    assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length)
    assert.ok(cases.length >= 32, String(cases.length))
  })

  it('leaves out what a connector does not promise, and nothing else', () => {
    const make = (url: string) => {
      const { register: _register, readNotification: _readNotification, ...rest } = simulatedBankSubject.make(url)
      const capabilities = [{ serviceCode: '*', payType: 'payout' as const }]
      return { ...rest, manifest: { ...rest.manifest, lateExecution: [], capabilities } }
    }
    const left = cases.filter((each) => !applies({ ...simulatedBankSubject, make }, each)).map(({ needs }) => needs)
    assert.deepEqual(new Set(left), new Set(['cards', 'notifications', 'batch', 'token', 'deadline', 'tombstone']))
    assert.ok(cases.every((each) => applies(exampleSubject, each)))
  })
})

for (const subject of [...subjects, exampleSubject]) {
  describe(`the connector of ${subject.name}`, () => {
    const own = cases.filter((each) => applies(subject, each))
    for (const each of own) it(each.name, async () => await runCase(subject, each))

    it('says which cases are about what it does not have', (t) => {
      const left = cases.filter((each) => !own.includes(each))
      t.diagnostic(
        `${own.length} of ${cases.length} cases; not about it: ${left.map(({ name }) => name).join('; ') || 'none'}`,
      )
      assert.equal(
        left.some(({ needs }) => needs === 'network'),
        subject.provider === undefined,
      )
    })
  })
}

describe('the kit finds a connector that', () => {
  const mistaken = [
    ...(Object.keys(faults) as Fault[]).map((fault) => ({ fault, found: faults[fault], make: () => faulty(fault) })),
    ...(Object.keys(tokenFaults) as TokenFault[]).map((fault) => ({
      fault,
      found: tokenFaults[fault],
      make: () => faultyTokens(fault),
    })),
  ]
  for (const { fault, found, make } of mistaken) {
    it(fault, async () => {
      const expected = cases.find(({ name }) => name === found)
      assert.ok(expected, found)
      await assert.rejects(runCase(make(), expected), 'the case that must find it finds nothing')
    })
  }

  it('makes three different mistakes about what an answer must be about: each is found by its own case alone', async () => {
    const three = [
      'takes any answer for its own',
      'does not look at the amount',
      'does not look at the currency',
    ] as const
    for (const fault of three) {
      for (const other of three.filter((each) => each !== fault)) {
        const unrelated = cases.find(({ name }) => name === faults[other])
        assert.ok(unrelated, other)
        await runCase(faulty(fault), unrelated)
      }
    }
  })
})
