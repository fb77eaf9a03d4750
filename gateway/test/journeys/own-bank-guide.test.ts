import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { startGateway } from '../../src/gateway.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { consoleClient } from '../support/console-client.ts'
import { testDatabase } from '../support/database.ts'
import { gatewayRoot, runCommandHere } from '../support/processes.ts'
import { simulatedAccounts } from '../support/simulated-accounts.ts'
import { eventually } from '../support/world.ts'

const guide = readFileSync(resolve(gatewayRoot, '..', 'docs', 'own-bank-accounts.md'), 'utf8')
/** Every line of a `sh` block, in the order of the page. */
const lines = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))

const folder = mkdtempSync(join(tmpdir(), 'pasarela-guide-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { url: databaseUrl } = await testDatabase({ after })
mkdirSync(join(folder, 'secrets'))
const keyFile = join(folder, 'secrets', 'master.key')
writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o400 })
const env = { DATABASE_URL: databaseUrl, MASTER_KEY_FILE: keyFile, PASARELA_DATA_DIR: join(folder, 'data'), PORT: '0' }
const gateway = await startGateway(readConfig(env), databaseUrl, createLog('silent'), { docs: false })
after(async () => await gateway.stop())
const bank = await simulatedAccounts({ after })
const password = 'a good long password'
const placeholders = new Map([['URL', gateway.url]])

/** Runs the next line of the page, which must be about this. */
async function next(about: string): Promise<string> {
  const line = lines.shift() ?? ''
  assert.ok(line.includes(about), `the page says ${line} where ${about} was expected`)
  const filled = line.replace(/\b(URL|POINT|KEY|ACCOUNT|CODE|DAY|FILE)\b/g, (name) => placeholders.get(name) ?? name)
  const words = [...filled.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  )
  if (words[0] === 'curl') return await curl(words)
  assert.equal(words[0], 'pasarela')
  const { code, output } = await runCommandHere(env, words.slice(1))
  assert.equal(code, 0, `${line}\n${output}`)
  return output
}

/** The call that a line of curl makes. */
async function curl(words: readonly string[]): Promise<string> {
  const after = (name: string) => words[words.indexOf(name) + 1] ?? ''
  const authorization = `Basic ${Buffer.from(after('-u')).toString('base64')}`
  const response = await fetch(words.at(-1) ?? '', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: after('-d'),
  })
  return await response.text()
}

/** Opens the link of an invitation, as its person does in the browser. */
async function joinBy(output: string, name: string) {
  const token = /#(\S+)/.exec(output)?.[1] ?? ''
  const client = consoleClient(gateway.url)
  const body = { name, password, language: 'es' }
  const accepted = await client.call('POST', `/console/invitations/${token}/accept`, { body })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const { secret } = await client.setUpSecondFactor(password)
  return { client, secret }
}

type Person = Awaited<ReturnType<typeof joinBy>>

/** Agrees to the only open proposal. */
async function agree({ client }: Person): Promise<void> {
  const { body } = await client.call('GET', '/console/operator/proposals?state=open')
  const open = body.data.items as { proposal_id: string }[]
  assert.equal(open.length, 1, JSON.stringify(body))
  const path = `/console/operator/proposals/${open[0]?.proposal_id}/decide`
  const answer = await client.call('POST', path, { body: { decision: 'do' } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

test('ten steps lead from an empty database to a deposit that its statement completes', async () => {
  const ana = await joinBy(await next('ana@pay.example'), 'Ana Prueba')
  const luis = await joinBy(await next('luis@pay.example'), 'Luis Prueba')
  const point = await next('point create')
  placeholders.set('POINT', /auth_point_id\s+(\S+)/.exec(point)?.[1] ?? '')
  const key = await next('key create')
  placeholders.set('KEY', /(pas_live_\S+)/.exec(key)?.[1] ?? '')

  placeholders.set('CODE', ana.client.nextCode(ana.secret))
  await next('account add')
  await agree(luis)
  placeholders.set('ACCOUNT', /([0-9a-f-]{36})/.exec(await next('bank list'))?.[1] ?? '')

  const account = '002180700312345671'
  const opening = { opening_minor: '1000000', time_zone: 'America/Mexico_City' }
  await bank.open(account, { holder: 'Tienda SA de CV', currency: 'MXN', ...opening })
  const day = await bank.today(account)
  placeholders.set('DAY', day)
  placeholders.set('CODE', luis.client.nextCode(luis.secret))
  await next('--opening')
  await agree(ana)

  const payin = JSON.parse(await next('payin_hth'))
  assert.equal(payin.data?.status, 'PENDING', JSON.stringify(payin))
  const deposit = { amount_minor: '150000', reference: payin.data.target_account_reference }
  await bank.happen(account, 'deposit', deposit)
  await bank.happen(account, 'no_reference', { amount_minor: '777' })
  const file = join(folder, 'statement.xml')
  writeFileSync(file, await bank.statement(account, { format: 'camt053' }))
  placeholders.set('FILE', file)
  assert.match(await next('statement read'), /adds up/)

  const settings = {
    action: 'bank_account_settings',
    input: { bank_account_id: placeholders.get('ACCOUNT'), automatic: true },
  }
  const proposed = await ana.client.call('POST', '/console/operator/proposals', {
    body: { ...settings, evidence: 'days read well' },
  })
  assert.equal(proposed.status, 201, JSON.stringify(proposed.body))
  await agree(luis)

  await next('statement import')
  const now = async () => {
    const response = await fetch(`${gateway.url}/api/v1/payments/${payin.data.transaction_id}`, {
      headers: { authorization: `Bearer ${placeholders.get('KEY')}` },
    })
    return ((await response.json()) as { data: { status: string } }).data.status === 'COMPLETED' || undefined
  }
  await eventually(now, 'the order is COMPLETED')
  assert.match(await next('statement list'), /adds up/)
  const waits = async () => (await runCommandHere(env, ['line', 'list'])).output.includes('+7.77 MXN') || undefined
  await eventually(waits, 'the deposit that nobody claimed waits')
  assert.match(await next('line list'), /\+7\.77 MXN/)
  await gateway.rounds.bankDays()
  assert.match(await next('bank day'), new RegExp(day))
  assert.match(await next('verify'), /0 violations/)
  assert.deepEqual(lines, [], 'every command of the page was run')
})
