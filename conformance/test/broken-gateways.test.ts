import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { allChecks } from '../src/checks/all-checks.ts'
import { main } from '../src/main.ts'
import { allRules } from '../src/rules/all-rules.ts'
import { lenientGateway, strictGateway } from './support/contrary-gateways.ts'
import { apiToken, type Fault, pointId, startFakeGateway } from './support/fake-gateway.ts'
import { faultsByCheck, groupsOfFaults } from './support/faults.ts'
import { freePort } from './support/free-port.ts'

/** Callbacks of the fake gateway come at once; only one that must not be missed is waited for so long. */
const callbackWaitSeconds = '10'
/** All run in this process: more at once would only wait for one another. */
const groupsAtOnce = 4

describe('a gateway that breaks one rule', { concurrency: 2 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-broken-'))
  let reports = 0
  after(() => rmSync(folder, { recursive: true, force: true }))

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
      const { failed, code } = await run([faultsByCheck[check] ?? {}])
      assert.deepEqual([failed, code], [[ruleOf(check)], 1])
    })
  }

  it('is found out by exactly that rule, whichever of the specification it is', async () => {
    const others = checksOfSpecification().filter((name) => name !== 'point-id-is-a-uuid')
    assert.deepEqual(Object.keys(faultsByCheck).toSorted(), others.toSorted())
    assert.deepEqual(groupsOfFaults.flat().toSorted(), others.toSorted())
    const queue = [...groupsOfFaults]
    const check = async () => {
      for (let names = queue.shift(); names !== undefined; names = queue.shift()) {
        const { failed } = await run(names.map((name) => faultsByCheck[name] ?? {}))
        assert.deepEqual(differences(failed, names), { missing: [], tooMany: [] })
      }
    }
    await Promise.all(Array.from({ length: groupsAtOnce }, check))
  })

  it('that decides otherwise than Pasarela fails every check of a decision and of the adapter', async () => {
    // A callback that comes too late only makes more checks fail here.
    const setup = ['--setup', 'pasarela', '--settings-key', 's', '--callback-wait', '4']
    const [lenient, strict] = await Promise.all([run(lenientGateway, setup), run(strictGateway(), setup)])
    const failed = new Set([...lenient.failed, ...strict.failed])
    const beyond = Object.keys(allChecks).filter((name) => !checksOfSpecification().includes(name))
    assert.ok(beyond.length > 50, String(beyond.length))
    assert.deepEqual(
      beyond.filter((name) => !failed.has(ruleOf(name))),
      [],
    )
  })

  it('is told when its Point ID is no UUID', async () => {
    const { failed } = await run([], ['--point-id', 'point-1'])
    assert.deepEqual(failed, [ruleOf('point-id-is-a-uuid'), ruleOf('security-hash')])
  })

  it('is not confused with one that keeps them all', async () => {
    const { failed, code, unchecked } = await run([])
    assert.deepEqual([failed, code], [[], 0])
    const visible = allRules.filter(({ checks }) => checks.every((name) => checksOfSpecification().includes(name)))
    const wanted = allRules.filter((rule) => rule.checks.length === 0 || !visible.includes(rule)).map(({ id }) => id)
    assert.deepEqual(unchecked.toSorted(), wanted.toSorted())
  })

  async function run(
    faults: readonly Fault[],
    more: readonly string[] = [],
  ): Promise<{ failed: string[]; unchecked: string[]; code: number }> {
    const gateway = await startFakeGateway(faults)
    reports += 1
    const json = join(folder, `report-${reports}.json`)
    try {
      const port = await freePort()
      gateway.callbackUrl = `http://127.0.0.1:${port}/callbacks`
      const credentials = ['--key', 'k', '--point-id', pointId, '--api-token', apiToken]
      const receiver = ['--receiver-port', String(port), '--pays-itself', '--callback-wait', callbackWaitSeconds]
      const args = [gateway.url, ...credentials, ...receiver, '--json', json, ...more]
      const printed: string[] = []
      const print = (line: string) => void printed.push(line)
      const code = await main(args, { out: print, err: print, signal: new AbortController().signal })
      assert.notEqual(code, 2, printed.join('\n'))
      const { rules } = JSON.parse(readFileSync(json, 'utf8')) as { rules: { id: string; outcome: string }[] }
      const idsOf = (wanted: string) => rules.filter(({ outcome }) => outcome === wanted).map(({ id }) => id)
      return { failed: idsOf('failed'), unchecked: idsOf('not checked'), code }
    } finally {
      await gateway.close()
    }
  }
})

/** Checks that any gateway can fail: those of decisions and of adapters need a gateway that has them. */
function checksOfSpecification(): string[] {
  return Object.keys(allChecks).filter((name) => (allChecks[name]?.needs ?? []).every((need) => need === 'receiver'))
}

function ruleOf(check: string): string {
  return allRules.find(({ checks }) => checks.includes(check))?.id ?? check
}

function differences(failed: readonly string[], names: readonly string[]): { missing: string[]; tooMany: string[] } {
  const wanted = names.map(ruleOf)
  return {
    missing: names.filter((name) => !failed.includes(ruleOf(name))),
    tooMany: failed.filter((id) => !wanted.includes(id)),
  }
}
