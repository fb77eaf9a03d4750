import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createConnectors } from '../../../src/core/connectors/index.ts'
import { providerHttp } from '../../../src/core/net/provider-http.ts'
import { additionsOfExtras } from '../../../src/extras/index.ts'
import { exampleSubject } from './example-provider.ts'
import { type Fault, faults, faulty } from './faulty-connector.ts'
import { faultyPushes, type PushFault, pushFaults } from './faulty-pushes.ts'
import { faultyRecords, type RecordFault, recordFaults } from './faulty-records.ts'
import { faultyTokens, type TokenFault, tokenFaults } from './faulty-tokens.ts'
import { applies, cases, runCase } from './kit.ts'
import { scriptedProvider } from './scripted-provider.ts'
import { simulatedBankSubject, subjects } from './subjects.ts'

// The first call of a process loads the HTTP client, which on a busy machine takes longer than a case waits.
before(async () => {
  const provider = await scriptedProvider()
  const http = providerHttp()
  await http.call({ method: 'GET', url: provider.url, headers: {}, timeoutMs: 10_000 })
  await http.close()
  await provider.close()
})

describe('the conformance kit', () => {
  it('is run over every connector that there is', () => {
    const known = [
      ...createConnectors({
        simulatedBankUrl: 'http://127.0.0.1:9',
        further: additionsOfExtras({ referencesPerPoint: 1, callbackAllowCidrs: [] }).connectors,
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
      const bank = simulatedBankSubject.make(url)
      const { register: _register, readNotifications: _readNotifications, providerRecords: _records, ...rest } = bank
      const capabilities = [{ serviceCode: '*', payType: 'payout' as const }]
      return { ...rest, manifest: { ...rest.manifest, lateExecution: [], capabilities } }
    }
    const left = cases.filter((each) => !applies({ ...simulatedBankSubject, make }, each)).map(({ needs }) => needs)
    assert.deepEqual(
      new Set(left),
      new Set([
        'cards',
        'notifications',
        'pushes',
        'prompts',
        'incoming',
        'reply',
        'records',
        'batch',
        'token',
        'deadline',
        'tombstone',
      ]),
    )
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
    ...(Object.keys(pushFaults) as PushFault[]).map((fault) => ({
      fault,
      found: pushFaults[fault],
      make: () => faultyPushes(fault),
    })),
    ...(Object.keys(recordFaults) as RecordFault[]).map((fault) => ({
      fault,
      found: recordFaults[fault],
      make: () => faultyRecords(fault),
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
