import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import { conformanceArguments, runConformance } from '../support/run-conformance.ts'
import { openWorld } from '../support/world.ts'

/** What binds the server of a merchant, and what takes days. */
const notVisible = ['AUTH-8', ...[12, 13, 14, 42, 43, 44, 45].map((number) => `CALLBACK-${number}`)]
/** Fewer rules than this means that some were lost. */
const rulesMin = 200

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

  const credentials = () =>
    conformanceArguments(world.url, world.demo, { certFile: file('receiver.pem'), keyFile: file('receiver.key') })

  it('finds no rule broken, and checks all that can be seen from outside', async () => {
    const { code, output, report } = await runConformance(credentials(), file('report.json'))
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
    const { code, output, report } = await runConformance([world.url, '--key', world.demo.api_key], file('key.json'))
    assert.equal(code, 0, output)
    const { rules, summary } = report
    assert.equal(summary.failed, 0)
    const reasons = new Set(rules.flatMap(({ outcome, reason }) => (outcome === 'not checked' ? [reason] : [])))
    for (const reason of reasons) assert.match(reason ?? '', /needs? --|^not visible from outside: /, output)
    assert.ok(summary.passed > rulesMin / 2 && summary.not_checked > notVisible.length, output)
  })
})
