import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allChecks } from '../../src/checks/all-checks.ts'
import { main } from '../../src/main.ts'
import { allRules } from '../../src/rules/all-rules.ts'
import { apiToken, type Fault, pointId, startFakeGateway } from './fake-gateway.ts'
import { freePort } from './free-port.ts'

/** Callbacks of the fake gateway come at once; only one that must not be missed is waited for so long. */
const callbackWaitSeconds = '10'

/** Ids of rules, and the tool's exit code. */
export interface Judged {
  failed: string[]
  unchecked: string[]
  code: number
}

/** Judges a fake gateway with these faults. */
export async function runAgainstFake(faults: readonly Fault[], more: readonly string[] = []): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-broken-'))
  const gateway = await startFakeGateway(faults)
  const json = join(folder, 'report.json')
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
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks that any gateway can fail: those of decisions and of adapters need a gateway that has them. */
export function checksOfSpecification(): string[] {
  return Object.keys(allChecks).filter((name) => (allChecks[name]?.needs ?? []).every((need) => need === 'receiver'))
}

export function ruleOf(check: string): string {
  return allRules.find(({ checks }) => checks.includes(check))?.id ?? check
}
