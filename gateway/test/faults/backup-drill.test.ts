import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmasterFile } from '../../src/boot/embedded-postgres/postmaster-pid.ts'
import { processState } from '../../src/boot/embedded-postgres/processes.ts'
import { testFolder } from '../../src/boot/embedded-postgres/test-folder.ts'
import { consoleClient } from '../support/console-client.ts'
import { executedOrders } from '../support/executed-orders.ts'
import { type Acknowledged, paymentLoad } from '../support/payment-load.ts'
import { type Child, gatewayRoot, runCommand, simbankRoot, startChild } from '../support/processes.ts'
import { type Demo, eventually, type Wire } from '../support/world.ts'
import { callApi, callBank } from '../support/world-calls.ts'

it('a backup under load, the loss of the whole data folder, and a restore: nothing acknowledged is lost, nothing paid twice', async (t) => {
  const folder = await testFolder(t)
  const site = await startSite(t, folder)
  const backup = join(folder, 'backup')
  const keyCopy = join(folder, 'key-copy')

  const load = paymentLoad(site.url(), site.demo.api_key)
  await load.more(20)
  // Payouts that wait for their bank when the backup is made, and are paid out after it.
  await load.noMorePayouts()
  await site.killBank()
  const waiting = await Promise.all(Array.from({ length: 3 }, async () => await load.create('payout')))
  const saved = await site.command('backup', '--to', backup, '--master-key-to', keyCopy, '--json')
  assert.equal(saved.code, 0, saved.output)
  const { ended_at: endedAt } = JSON.parse(lastJson(saved.output))
  await load.more(20)
  await load.stop()
  await site.startBank()
  for (const { transactionId } of waiting) await site.becomes(transactionId, 'COMPLETED')
  const client = consoleClient(site.url())
  await client.signIn(site.demo.people.owner)
  // The next life takes its order numbers from where the backup would.
  await site.stopGateway()
  await site.startGateway()
  const late = paymentLoad(site.url(), site.demo.api_key)
  await late.more(10)
  await late.stop()
  const made = [...load.made, ...late.made]
  const before = made.filter(({ atMs }) => atMs < Date.parse(endedAt))
  t.diagnostic(`${before.length} of ${made.length} payments were acknowledged before the backup ended`)
  assert.ok(before.length >= 20 && before.length <= made.length - 20)

  await site.destroy()
  await refusesDamage(site, { backup, keyCopy })
  const restored = await site.command('restore', '--from', backup, '--master-key', keyCopy)
  assert.equal(restored.code, 0, restored.output)
  assert.equal((await site.command('restore', '--from', backup)).code, 1, 'what is there is not overwritten')
  await site.startGateway()

  for (const payment of before) {
    const read = await callApi(site.url(), site.demo.api_key, {
      method: 'GET',
      path: `/api/v1/payments/${payment.transactionId}`,
    })
    assert.deepEqual([read.status, read.body.data?.reference], [200, payment.reference])
  }
  for (const { transactionId } of waiting) await site.becomes(transactionId, 'COMPLETED')
  await nothingTwice(site, before)
  await onlyTheLostAreUnknown(site, made)
  await nothingIsGivenOutAgain(site, made)
  const signedOut = await consoleClient(site.url(), client.cookie()).call('GET', '/console/me')
  assert.equal(signedOut.status, 401)
})

/** One byte is enough: nothing of such a backup is used. */
async function refusesDamage(site: Site, { backup, keyCopy }: { backup: string; keyCopy: string }): Promise<void> {
  const victim = join(backup, 'postgres', 'global', 'pg_control')
  const whole = readFileSync(victim)
  const damaged = Buffer.from(whole)
  damaged[100] = (damaged[100] ?? 0) ^ 1
  await writeFile(victim, damaged)
  const refused = await site.command('restore', '--from', backup, '--master-key', keyCopy)
  assert.equal(refused.code, 1, refused.output)
  assert.match(refused.output, /damaged: postgres\/global\/pg_control/)
  await assert.rejects(stat(join(site.dataDir, 'postgres')), { code: 'ENOENT' })
  await rm(join(site.dataDir), { recursive: true, force: true })
  await writeFile(victim, whole)
}

/** By the bank's own book, which nobody restored. */
async function nothingTwice(site: Site, before: readonly Acknowledged[]): Promise<void> {
  const executed = await executedOrders(site.bank)
  const payouts = before.filter(({ kind }) => kind === 'payout')
  assert.ok(payouts.length >= 3)
  for (const { transactionId } of payouts) {
    await site.becomes(transactionId, 'COMPLETED')
    assert.equal(executed.get(transactionId), 1, transactionId)
  }
}

/** The books are true but for what came after the backup: verify names just that, for a person to deal with. */
async function onlyTheLostAreUnknown(site: Site, made: readonly Acknowledged[]): Promise<void> {
  const { output } = await site.command('verify')
  const broken = output.split('\n').filter((line) => /^I\d+ .*BROKEN/.test(line))
  assert.ok(broken.length > 0 && broken.every((line) => line.startsWith('I3 ')), output)
  const ids = new Set(made.map(({ transactionId }) => transactionId))
  const named = [...output.matchAll(/^I3 ([0-9a-f-]{36}): (.*)$/gm)]
  assert.ok(named.length > 0, output)
  for (const [, id, what] of named) {
    assert.equal(what, 'executed by the bank, and unknown here')
    assert.ok(ids.has(id ?? ''))
    const read = await callApi(site.url(), site.demo.api_key, { method: 'GET', path: `/api/v1/payments/${id}` })
    assert.equal(read.status, 404)
  }
}

async function nothingIsGivenOutAgain(site: Site, made: readonly Acknowledged[]): Promise<void> {
  const load = paymentLoad(site.url(), site.demo.api_key)
  await load.more(30)
  await load.stop()
  const used = new Set(made.flatMap(({ transactionId, targetReference }) => [transactionId, targetReference ?? '']))
  for (const { transactionId, targetReference, kind } of load.made) {
    assert.ok(!used.has(transactionId))
    if (kind === 'payin') assert.ok(targetReference !== undefined && !used.has(targetReference), targetReference)
  }
  // Far behind, because nobody knows how many were given out since the backup.
  const [last, next] = [Math.max(...orderNumbers(made)), Math.min(...orderNumbers(load.made))]
  assert.ok(next > last + 4_000_000, `${next} comes after ${last}`)
}

/** Behind the bank's two letters: the order's number, base 36. */
function orderNumbers(payments: readonly Acknowledged[]): number[] {
  return payments.flatMap(({ targetReference }) =>
    targetReference === undefined ? [] : [Number.parseInt(targetReference.slice(2), 36)],
  )
}

interface Site {
  dataDir: string
  demo: Demo
  url(): string
  command(...args: string[]): Promise<{ code: number; output: string }>
  bank(method: string, path: string): Promise<Wire>
  becomes(transactionId: string, status: string): Promise<void>
  startGateway(): Promise<void>
  stopGateway(): Promise<void>
  killBank(): Promise<void>
  startBank(): Promise<void>
  /** As a fire would: gateway, database server and their folder are gone at once. */
  destroy(): Promise<void>
}

/** A bank outside, and a gateway on the embedded database of a data folder. */
async function startSite(t: TestContext, folder: string): Promise<Site> {
  const dataDir = join(folder, 'data')
  const credentialsFile = join(folder, 'credentials.json')
  const token = randomBytes(24).toString('base64url')
  const secret = randomBytes(24).toString('base64url')
  await writeFile(credentialsFile, JSON.stringify({ token, notification_secret: secret }), { mode: 0o600 })
  await mkdir(dataDir, { mode: 0o700 })
  const printed: string[] = []
  const running: { gateway?: Child; bank?: Child; url: string; bankPort: string } = { url: '', bankPort: '0' }
  t.after(async () => await Promise.all([running.gateway?.stop(), running.bank?.kill()]))
  const startBank = async () => {
    const env = { SIMBANK_DATA_DIR: join(folder, 'simbank'), SIMBANK_PAY_DELAY_MS: '300' }
    const settings = { ...env, SIMBANK_CREDENTIALS_FILE: credentialsFile, SIMBANK_PORT: running.bankPort }
    running.bank = startChild(simbankRoot, settings, printed)
    running.bankPort = new URL(await running.bank.ready).port
  }
  await startBank()
  const bankUrl = `http://127.0.0.1:${running.bankPort}`
  const env = { PASARELA_DATA_DIR: dataDir, SIMBANK_URL: bankUrl, SIMBANK_CREDENTIALS_FILE: credentialsFile }
  const startGateway = async () => {
    running.gateway = startChild(gatewayRoot, { ...env, PORT: '0', LOG_LEVEL: 'warn' }, printed)
    running.url = await running.gateway.ready
  }
  await startGateway()
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
  return {
    dataDir,
    demo,
    url: () => running.url,
    command: async (...args) => await runCommand(env, args),
    bank: async (method, path) => await callBank(bankUrl, token, { method, path, body: undefined }),
    becomes: async (transactionId, status) => {
      await eventually(
        async () => {
          const path = `/api/v1/payments/${transactionId}`
          const read = await callApi(running.url, demo.api_key, { method: 'GET', path })
          return read.body.data?.status === status ? true : undefined
        },
        `${transactionId} is ${status}`,
        60_000,
      )
    },
    startGateway,
    stopGateway: async () => await running.gateway?.stop(),
    killBank: async () => await running.bank?.kill(),
    startBank,
    destroy: async () => {
      await running.gateway?.kill()
      const server = await readPostmasterFile(join(dataDir, 'postgres'))
      assert.ok(server)
      process.kill(server.pid, 'SIGQUIT')
      while ((await processState(server.pid)) === 'alive') await sleep(10)
      await rm(dataDir, { recursive: true })
    },
  }
}

function lastJson(output: string): string {
  return output.split('\n').findLast((line) => line.startsWith('{')) ?? ''
}
