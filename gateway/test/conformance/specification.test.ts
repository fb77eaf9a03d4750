import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import { gatewayRoot } from '../support/processes.ts'
import { openWorld } from '../support/world.ts'

const program = join(gatewayRoot, '..', 'conformance', 'bin', 'pasarela-conformance.mjs')

/** What binds the server of a merchant, and what takes days. */
const notVisible = ['AUTH-8', ...[12, 13, 14, 42, 43, 44, 45].map((number) => `CALLBACK-${number}`)]
/** Fewer rules than this means that some were lost. */
const rulesMin = 200

interface Report {
  summary: Record<'passed' | 'failed' | 'not_checked', number>
  rules: { id: string; outcome: string; reason?: string; failures?: unknown }[]
}

describe('pasarela-conformance, run against this gateway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-conformance-'))
  const file = (name: string) => join(folder, name)
  const world = openWorld(async (t) => {
    t.after(async () => rmSync(folder, { recursive: true, force: true }))
    const authority = await testAuthority()
    const certificate = await issueCertificate(authority)
    writeFileSync(file('ca.pem'), authority.cert)
    writeFileSync(file('receiver.pem'), certificate.cert)
    writeFileSync(file('receiver.key'), certificate.key)
    return { env: { CALLBACK_ALLOW_CIDRS: '127.0.0.0/8', CALLBACK_CA_FILE: file('ca.pem') } }
  })

  const run = async (...args: string[]): Promise<{ code: number; output: string }> => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
    const [code] = await once(child, 'close')
    return { code, output: output.join('') }
  }
  const credentials = () => {
    const { api_key: key, auth_point_id: point, auth_api_token: token, settings_key: settings } = world.demo
    const receiver = ['--receiver-cert', file('receiver.pem'), '--receiver-key', file('receiver.key')]
    const setup = ['--setup', 'pasarela', '--settings-key', settings]
    return [world.url, '--key', key, '--point-id', point, '--api-token', token, ...receiver, ...setup]
  }

  it('finds no rule broken, and checks all that can be seen from outside', async () => {
    const { code, output } = await run(...credentials(), '--json', file('report.json'))
    const report = JSON.parse(readFileSync(file('report.json'), 'utf8')) as Report
    assert.equal(report.summary.failed, 0, output)
    assert.equal(code, 0, output)
    const unchecked = report.rules.filter(({ outcome }) => outcome === 'not checked')
    assert.deepEqual(
      unchecked.map(({ id }) => id),
      notVisible,
      output,
    )
    for (const { reason } of unchecked) assert.match(reason ?? '', /^not visible from outside: /)
    assert.equal(report.summary.passed, report.rules.length - notVisible.length)
    assert.ok(report.rules.length > rulesMin, String(report.rules.length))
  })

  it('finds none broken with a key alone, and passes nothing that it cannot see', async () => {
    const { code, output } = await run(world.url, '--key', world.demo.api_key, '--json', file('key.json'))
    assert.equal(code, 0, output)
    const { rules, summary } = JSON.parse(readFileSync(file('key.json'), 'utf8')) as Report
    assert.equal(summary.failed, 0)
    const reasons = new Set(rules.flatMap(({ outcome, reason }) => (outcome === 'not checked' ? [reason] : [])))
    for (const reason of reasons) assert.match(reason ?? '', /needs? --|^not visible from outside: /, output)
    assert.ok(summary.passed > rulesMin / 2 && summary.not_checked > notVisible.length, output)
  })
})
