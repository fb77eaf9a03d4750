import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allChecks } from '../src/checks/all-checks.ts'
import { lenientGateway, strictGateway } from './support/contrary-gateways.ts'
import { faultsByCheck, groupsOfFaults, linkFaults, refundFaults } from './support/faults.ts'
import { checksOfSpecification, ruleOf, runAgainstFake } from './support/run-against-fake.ts'

import './broken-gateways.test.ts'

/** All run in this process: more at once would only wait for one another. */
const groupsAtOnce = 4

describe('a gateway that breaks any rule', { concurrency: 2 }, () => {
  it('is found out by exactly that rule, whichever of the specification it is', async () => {
    const others = checksOfSpecification().filter((name) => name !== 'point-id-is-a-uuid')
    assert.deepEqual(Object.keys(faultsByCheck).toSorted(), others.toSorted())
    assert.deepEqual(groupsOfFaults.flat().toSorted(), others.toSorted())
    const queue = [...groupsOfFaults]
    const check = async () => {
      for (let names = queue.shift(); names !== undefined; names = queue.shift()) {
        const { failed } = await runAgainstFake(names.map((name) => faultsByCheck[name] ?? {}))
        assert.deepEqual(differences(failed, names), { missing: [], tooMany: [] })
      }
    }
    await Promise.all(Array.from({ length: groupsAtOnce }, check))
  })

  it('that decides otherwise than Pasarela fails every check of a decision and of the adapter', async () => {
    // A callback that comes too late only makes more checks fail here.
    const setup = ['--setup', 'pasarela', '--settings-key', 's', '--callback-wait', '4']
    const gateways = [runAgainstFake(lenientGateway, setup), runAgainstFake(strictGateway(), setup)]
    const failed = new Set((await Promise.all(gateways)).flatMap((judged) => judged.failed))
    const others = [...checksOfSpecification(), ...Object.keys({ ...refundFaults, ...linkFaults })]
    const beyond = Object.keys(allChecks).filter((name) => !others.includes(name))
    assert.ok(beyond.length > 50, String(beyond.length))
    assert.deepEqual(
      beyond.filter((name) => !failed.has(ruleOf(name))),
      [],
    )
  })

  it('is told when its Point ID is no UUID', async () => {
    const { failed } = await runAgainstFake([], ['--point-id', 'point-1'])
    assert.deepEqual(failed, [ruleOf('point-id-is-a-uuid'), ruleOf('security-hash')])
  })
})

function differences(failed: readonly string[], names: readonly string[]): { missing: string[]; tooMany: string[] } {
  const wanted = names.map(ruleOf)
  return {
    missing: names.filter((name) => !failed.includes(ruleOf(name))),
    tooMany: failed.filter((id) => !wanted.includes(id)),
  }
}
