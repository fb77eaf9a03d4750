import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { failpointVariable, paymentFileFailpointNames } from '../../../src/platform/process/failpoint.ts'
import { secretBox } from '../../../src/platform/secret-box.ts'
import { checkBankLines, checkLineTransfers } from '../../../src/verify/store/bank-line-checks.ts'
import { checkBalances } from '../../../src/verify/store/ledger-checks.ts'
import { runPageCheck } from '../../../src/verify/store/page-checks.ts'
import { checkPaymentBatches } from '../../../src/verify/store/payment-batch-checks.ts'
import { checkStatements } from '../../../src/verify/store/statement-checks.ts'
import { openPaymentDesk } from '../../support/payment-desk.ts'
import { gatewayRoot } from '../../support/processes.ts'
import { setUp } from '../../support/set-up.ts'
import { randomFrom } from '../soak/random.ts'
import type { PayerSettings } from './payer.ts'

/** Where the money of single debits is claimed: the same points as for deposits. */
const names = [...paymentFileFailpointNames, 'line_claimed_before_commit', 'lines_applied_after_commit'] as const

/** A process that its failpoint does not end by then is ended like the others. */
const lifeMaxMs = 2_000
const payoutsPerRound = 4

interface BankFile {
  content: string
  /** By instruction key, in cents. */
  payments: ReadonlyMap<string, bigint>
}

type Scene = Awaited<ReturnType<typeof setScene>>

async function setScene(t: TestContext, seed: number) {
  const world = await setUp({ after: (work) => void t.after(work) })
  const masterKey = randomBytes(32)
  const desk = await openPaymentDesk({ ...world, secretBox: secretBox(masterKey) })
  const account = await desk.anAccount()
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-payment-files-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const folders = { away: join(folder, 'away'), bank: join(folder, 'bank'), statements: join(folder, 'statements') }
  for (const each of Object.values(folders)) mkdirSync(each)
  const random = randomFrom(seed)
  const debits: { cents: bigint; text: string }[] = []
  return { ...desk, url: world.url, masterKey, account, folders, random, debits, paid: new Set<string>() }
}

/**
 * Processes that pay by payment files, two at once, are killed `kills` times: each in turn between two steps of a file, or
 * at a random moment. The bank makes every payment of every file that reached it whole, and says so by single debits or by
 * one of the whole file. At the end every payout was in one file of the bank, paid once, and the ledger holds what the bank
 * holds.
 */
export async function killPayers(t: TestContext, { kills, seed }: { kills: number; seed: number }): Promise<void> {
  const scene = await setScene(t, seed)
  const ends = new Map<string, number>()
  for (let kill = 0; kill < kills; kill += 1) {
    for (let n = 0; n < payoutsPerRound; n += 1) await scene.aPayout(scene.account)
    payAtBank(scene)
    const armed = names[kill % (names.length + 1)]
    const lives = [armed, undefined].map(async (name, at) => await liveAndDie(scene, name, seed + kill * 2 + at))
    for (const end of await Promise.all(lives)) ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  t.diagnostic(`seed ${seed}, processes by how they ended: ${JSON.stringify(Object.fromEntries([...ends].sort()))}`)
  // A process reaches its point only where there is work for it: chance decides.
  const reached = names.filter((name) => ends.has(name)).length
  if (kills > names.length * 3) assert.ok(reached * 4 >= names.length * 3, `only ${reached} points ended a process`)
  await finish(scene, seed)
  await check(scene)
}

function filesAtBank({ folders }: Scene): ReadonlyMap<string, BankFile> {
  const files = new Map<string, BankFile>()
  for (const name of readdirSync(folders.bank).sort()) {
    const content = readFileSync(join(folders.bank, name), 'utf8')
    const [messageId = ''] = name.split('-')
    const known = files.get(messageId)
    if (known) assert.equal(content, known.content, `every copy of ${messageId} has the same bytes`)
    const rows = content.split('\r\n').slice(1, -1)
    const payments = rows.map((row): [string, bigint] => {
      const [, amount = '', key = ''] = row.split(';')
      return [key, BigInt(amount.replace('.', ''))]
    })
    files.set(messageId, { content, payments: new Map(payments) })
  }
  return files
}

/** The bank makes the payments of files that are new to it, and writes its statement of the day so far. */
function payAtBank(scene: Scene): void {
  const { debits, paid, random, folders, account } = scene
  for (const [messageId, { payments }] of filesAtBank(scene)) {
    if (paid.has(messageId)) continue
    paid.add(messageId)
    const total = [...payments.values()].reduce((sum, cents) => sum + cents, 0n)
    if (random.chance(0.5)) debits.push({ cents: total, text: `PAGO ${messageId}` })
    else for (const [key, cents] of payments) debits.push({ cents, text: `SPEI ${key}` })
  }
  if (debits.length === 0) return
  const name = `${String(debits.length).padStart(6, '0')}.sta`
  writeFileSync(join(folders.statements, name), statementOf(account.number, debits))
}

function statementOf(number: string, debits: Scene['debits']): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City', dateStyle: 'short' })
    .format(new Date())
    .slice(2)
    .replaceAll('-', '')
  const amount = (cents: bigint) => `${cents / 100n},${String(cents % 100n).padStart(2, '0')}`
  const total = debits.reduce((sum, { cents }) => sum + cents, 0n)
  return [
    ...[':20:DEMO', `:25:${number}`, ':28C:1', `:60F:C${day}MXN0,00`],
    ...debits.flatMap(({ cents, text }) => [`:61:${day}${day.slice(2)}D${amount(cents)}NTRFNONREF`, `:86:${text}`]),
    ...[`:62F:D${day}MXN${amount(total)}`, '-', ''],
  ].join('\r\n')
}

function launch(scene: Scene, { armed, seed, cancels }: { armed: string | undefined; seed: number; cancels: boolean }) {
  const isSource = import.meta.url.endsWith('.ts')
  const main = join(dirname(fileURLToPath(import.meta.url)), `payer.${isSource ? 'ts' : 'js'}`)
  const { url: databaseUrl, masterKey, account, folders } = scene
  const settings: PayerSettings = {
    ...{ databaseUrl, masterKey: masterKey.toString('base64'), bankAccountId: account.id, folders, seed, cancels },
  }
  const failpoint = armed === undefined ? {} : { [failpointVariable]: `${armed}:1` }
  const child = spawn(process.execPath, [...(isSource ? ['--import', 'tsx'] : []), main], {
    cwd: gatewayRoot,
    env: { PATH: process.env['PATH'], PAYMENT_FILE_PAYER: JSON.stringify(settings), ...failpoint },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const gone = new Promise<void>((done) => child.once('close', () => done()))
  const ready = new Promise<void>((done) => child.once('message', () => done()))
  return { child, gone, ready: Promise.race([ready, gone]), printed: () => text }
}

async function liveAndDie(scene: Scene, armed: string | undefined, seed: number): Promise<string> {
  const { child, gone, ready, printed } = launch(scene, { armed, seed, cancels: true })
  await ready
  const time = armed === undefined ? scene.random.whole(100, 600) : lifeMaxMs
  await Promise.race([gone, sleep(time, undefined, { ref: false })])
  assert.equal(child.exitCode, null, printed())
  child.kill('SIGKILL')
  await gone
  return names.find((name) => printed().includes(`failpoint ${name}\n`)) ?? 'random moment'
}

/** Two processes go on until every payout is paid, without anybody being killed or any file cancelled. */
async function finish(scene: Scene, seed: number): Promise<void> {
  const { owner } = scene.deps.database
  const lives = [1, 2].map((at) => launch(scene, { armed: undefined, seed: seed + 1_000_000 + at, cancels: false }))
  const until = Date.now() + 60_000
  for (;;) {
    payAtBank(scene)
    await owner.query(
      `update bank_line_states set judged_at = judged_at - interval '2 minutes' where state = 'in_suspense'`,
    )
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from transactions where status = 'PENDING'`,
    )
    if (rows[0]?.n === 0) break
    for (const { child, printed } of lives) assert.equal(child.exitCode, null, printed())
    assert.ok(Date.now() < until, `${rows[0]?.n} payouts are still open`)
    await sleep(100)
  }
  for (const { child } of lives) child.kill('SIGKILL')
  await Promise.all(lives.map(async ({ gone }) => await gone))
}

async function check(scene: Scene): Promise<void> {
  const { owner, engine } = scene.deps.database
  const files = filesAtBank(scene)
  const sent = [...files.values()].flatMap(({ payments }) => [...payments]).sort()
  const { rows: payouts } = await owner.query<{ id: string; key: string; minor: bigint; status: string }>(
    `select t.id, i.instruction_key as key, t.amount_minor as minor, t.status from transactions t
      join payment_batch_items i on i.transaction_id = t.id and i.state = 'live'`,
  )
  assert.deepEqual(
    sent,
    payouts.map(({ key, minor }): [string, bigint] => [key, minor]).sort(),
    'each payout is in one file of the bank',
  )
  assert.ok(payouts.every(({ status }) => status === 'COMPLETED'))
  const { rows: all } = await owner.query<{ id: string }>('select id from transactions')
  assert.equal(payouts.length, all.length, 'no payout was lost')
  const { rows } = await owner.query<{ minor: bigint }>(
    `select coalesce(sum(case when a.id = t.debit_account then t.amount_minor else -t.amount_minor end), 0)::bigint as minor
      from ledger_transfers t join ledger_accounts a on a.id in (t.debit_account, t.credit_account)
      where a.kind = 'settlement' and a.connector_account_id = $1`,
    [scene.account.connectorAccountId],
  )
  assert.equal(
    rows[0]?.minor,
    -scene.debits.reduce((sum, { cents }) => sum + cents, 0n),
    'the ledger holds what the bank holds',
  )
  assert.deepEqual((await checkBalances(engine, true)).violations, [])
  assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  assert.deepEqual((await checkLineTransfers(engine, undefined)).violations, [])
  assert.deepEqual((await checkStatements(engine, undefined)).violations, [])
  assert.deepEqual((await checkPaymentBatches(engine, undefined)).violations, [])
  for (const id of ['I1', 'I2', 'I5', 'I6', 'I7', 'I8', 'I9'] as const) {
    assert.deepEqual(
      await runPageCheck(
        engine,
        id,
        all.map((each) => each.id),
      ),
      [],
      id,
    )
  }
}
