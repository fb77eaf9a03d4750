import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { gatewayRoot, simbankRoot, startChild } from '../support/processes.ts'
import { compileCore, copyCore } from './copy-core.ts'
import type { PointOfCore } from './main-of-core.ts'

const conformance = resolve(gatewayRoot, '..', 'conformance', 'bin', 'pasarela-conformance.mjs')

/** Far fewer than there are: a copy or a run that holds almost nothing proves nothing. */
const filesMin = 300
const rulesMin = 100

/**
 * Rules that need what the core leaves to an extra, `webhooks`: another address is refused unless it is HTTPS, and
 * further fields are switched on.
 */
const needsWebhooks = ['CALLBACK-3', 'CALLBACK-41']
/** The core has no refunds. */
const needsRefunds = [1, 2, 3, 4, 5, 6, 7].map((number) => `REFUND-${number}`)
/** Nor payment links. */
const needsLinks = ['LINK-1', 'LINK-2', 'LINK-3', 'LINK-4']

/** It checks no signatures: nothing is paid out for a point that demands them. */
async function refusesSignedPayouts(url: string, { key }: PointOfCore): Promise<void> {
  const post = async (path: string, fields: object) => {
    const body = JSON.stringify({ service_code: 'BT_AR', amount: 10, reference: 'r', ...fields })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-signature': 'v1=0' }
    const answer = await fetch(`${url}/api/v1/payments/${path}`, { method: 'POST', headers, body })
    return { status: answer.status, code: ((await answer.json()) as { error?: { code: string } }).error?.code }
  }
  const payout = await post('payout_hth', { account_type: 'CBU', account: '2850590940090418135201' })
  assert.deepEqual(payout, { status: 401, code: 'bad_signature' })
  const payin = await post('payin_hth', { payer_doc_id: '20-26756539-3' })
  assert.deepEqual(payin, { status: 200, code: undefined })
}

interface CheckedRule {
  id: string
  outcome: 'passed' | 'failed' | 'not checked'
  reason?: string
}

describe('the core alone', () => {
  let folder = ''
  let gateway = ''
  let compilerPrinted = ''
  let files = 0
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pasarela-core-'))
    const copied = copyCore(folder)
    gateway = copied.gateway
    files = copied.files
    compilerPrinted = await compileCore(gateway)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('compiles in an empty folder, without any extra', () => {
    assert.ok(files > filesMin, String(files))
    assert.equal(compilerPrinted, '')
  })

  it('keeps every rule of the specification', async (t) => {
    const endings: (() => Promise<void>)[] = []
    t.after(async () => {
      for (const end of endings.toReversed()) await end()
    })
    const receiverPort = await freePort()
    await writeCertificates(folder)
    const after = (end: () => Promise<void>) => endings.push(end)
    const { url, point, signedPoint } = await startCoreProcess({ after }, { gateway, folder, receiverPort })
    await refusesSignedPayouts(url, signedPoint)
    const report = join(folder, 'report.json')
    // A token may begin with a dash.
    const given = ['--key', point.key, '--point-id', point.pointId, `--api-token=${point.apiToken}`]
    const certificate = [
      '--receiver-cert',
      join(folder, 'receiver.pem'),
      '--receiver-key',
      join(folder, 'receiver.key'),
    ]
    const receiver = ['--receiver-port', String(receiverPort), ...certificate]
    const { code, output } = await run([
      conformance,
      url,
      ...given,
      ...receiver,
      '--setup',
      'pasarela',
      '--json',
      report,
    ])
    assert.equal(code, 0, output)
    const { rules } = JSON.parse(readFileSync(report, 'utf8')) as { rules: CheckedRule[] }
    assert.ok(rules.length > rulesMin, output)
    const notChecked = rules.filter(({ outcome }) => outcome === 'not checked')
    const visible = notChecked.filter(({ reason = '' }) => !reason.startsWith('not visible from outside'))
    assert.deepEqual(
      visible.map(({ id }) => id),
      [...needsWebhooks, ...needsRefunds, ...needsLinks],
      output,
    )
  })
})

interface RunningCore {
  url: string
  point: PointOfCore
  signedPoint: PointOfCore
}

interface Where {
  gateway: string
  folder: string
  receiverPort: number
}

/** Starts the simulated bank and the copied core, each as a process, on a database of their own. */
async function startCoreProcess(
  t: { after(work: () => Promise<void>): unknown },
  { gateway, folder, receiverPort }: Where,
): Promise<RunningCore> {
  const database = await testDatabase({ after: (work) => void t.after(work) })
  const credentials = { token: secret(), notification_secret: secret() }
  const credentialsFile = join(folder, 'credentials.json')
  const keyFile = join(folder, 'master.key')
  writeFileSync(credentialsFile, JSON.stringify(credentials), { mode: 0o600 })
  writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o400 })
  const printed: string[] = []
  const bankFiles = { SIMBANK_DATA_DIR: join(folder, 'simbank'), SIMBANK_CREDENTIALS_FILE: credentialsFile }
  const bank = startChild(simbankRoot, { ...bankFiles, SIMBANK_PORT: '0', SIMBANK_PAY_DELAY_MS: '300' }, printed)
  t.after(bank.stop)
  const child = spawn(process.execPath, [join(gateway, 'dist', 'test', 'core-alone', 'main-of-core.js')], {
    cwd: gateway,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      MASTER_KEY_FILE: keyFile,
      PORT: '0',
      PASARELA_DATA_DIR: join(folder, 'data'),
      SIMBANK_URL: await bank.ready,
      SIMBANK_CREDENTIALS_FILE: credentialsFile,
      CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
      CALLBACK_CA_FILE: join(folder, 'authority.pem'),
      CALLBACK_URL: `https://127.0.0.1:${receiverPort}/callbacks`,
      BANK_TOKEN: credentials.token,
      BANK_NOTIFICATION_SECRET: credentials.notification_secret,
    },
  })
  t.after(async () => await ended(child))
  const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  assert.ok(typeof ready === 'object' && ready !== null && 'url' in ready, `the core ended with ${String(ready)}`)
  return ready as RunningCore
}

/** Callbacks go to HTTPS addresses only: the receiver's certificate, and the authority that the gateway trusts. */
async function writeCertificates(folder: string): Promise<void> {
  const authority = await testAuthority()
  const { cert, key } = await issueCertificate(authority)
  writeFileSync(join(folder, 'authority.pem'), authority.cert)
  writeFileSync(join(folder, 'receiver.pem'), cert)
  writeFileSync(join(folder, 'receiver.key'), key, { mode: 0o600 })
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  return await new Promise((resolveRun) => {
    execFile(process.execPath, [...args], (error, stdout, stderr) => {
      resolveRun({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr })
    })
  })
}
