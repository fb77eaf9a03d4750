import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addDepositAccount } from '../../../src/bank-accounts/add-deposit-account.ts'
import { setBankAccount } from '../../../src/bank-accounts/set-bank-account.ts'
import { createConnectors } from '../../../src/connectors/index.ts'
import { textReference } from '../../../src/connectors/own-account/references.ts'
import { failpointVariable, statementFailpointNames } from '../../../src/platform/process/failpoint.ts'
import { secretBox } from '../../../src/platform/secret-box.ts'
import { insertTransactions } from '../../../src/processing/store/creations.ts'
import { aTransaction } from '../../support/a-transaction.ts'
import { gatewayRoot } from '../../support/processes.ts'
import { aPoint, setUp } from '../../support/set-up.ts'
import { simulatedAccounts } from '../../support/simulated-accounts.ts'
import { type Random, randomFrom } from '../soak/random.ts'
import { checkBooks } from './check-books.ts'
import type { ImporterSettings } from './importer.ts'

const number = '002180700312345671'
const firstDay = '2026-01-05'
/** Kills of one day of the bank: so many versions of its statement overlap. */
const killsPerDay = 6
/** Files that a process is given at most, the newest and some older ones. */
const filesMax = 10
/** A process that its failpoint does not end by then is ended like the others. */
const lifeMaxMs = 2_500
const startMaxMs = 60_000
/**
 * Lives of a failpoint that has ended nobody among the kills: those are so short that a process of a slow machine does not
 * get there. Each of these has new lines of every kind, a whole statement that holds them, nobody beside it, and time.
 */
const moreLivesMax = 5
const patientLifeMs = 60_000

const kinds = ['deposit', 'deposit', 'deposit', 'typo', 'other_amount', 'twice', 'no_reference', 'other_sender', 'fee']

export type Scene = Awaited<ReturnType<typeof setScene>>

async function setScene(t: TestContext, random: Random) {
  const world = await setUp({ after: (work) => void t.after(work) })
  const masterKey = randomBytes(32)
  const box = secretBox(masterKey)
  const connectors = createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined })
  const deps = { ...world, secretBox: box, connectors }
  const bank = await simulatedAccounts({ after: (work) => void t.after(work) })
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-statements-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { pointId } = await aPoint(deps)
  const { bankAccountId } = await addDepositAccount(deps, {
    ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', breakGlass: undefined },
    ...{ number, onlyPointId: pointId },
  })
  await setBankAccount(deps, { bankAccountId, automatic: true }, { actor: 'test', breakGlass: undefined })
  const { rows } = await deps.database.owner.query<{ connector_account_id: string }>(
    `update bank_accounts set ledger_from = $1 returning connector_account_id`,
    [firstDay],
  )
  await bank.open(number, { holder: 'Pasarela Test SA', currency: 'MXN', time_zone: 'UTC', opened_on: firstDay })
  const connectorAccountId = rows[0]?.connector_account_id ?? ''
  return { deps, bank, folder, pointId, connectorAccountId, masterKey, random, orders: 0 }
}

/**
 * Importing and matching processes, two at once, are killed `kills` times: each in turn by a failpoint before or after a
 * commit, or at a random moment. Between kills the bank books more, and writes new and overlapping files. At the end each
 * movement of the bank is one line, its money is booked once, and the ledger holds what the bank holds.
 */
export async function killImporters(t: TestContext, { kills, seed }: { kills: number; seed: number }): Promise<void> {
  const scene = await setScene(t, randomFrom(seed))
  const ends = new Map<string, number>()
  for (let kill = 0; kill < kills; kill += 1) {
    const day = dayAfter(firstDay, Math.floor(kill / killsPerDay))
    await bookSome(scene, day)
    await writeFiles(scene, { day, kill })
    const name = kill % (statementFailpointNames.length + 1)
    const failpoint = statementFailpointNames[name]
    const lives = [failpoint, undefined].map(
      async (armed, at) => await liveAndDie(scene, { armed, seed: seed + kill * 2 + at }),
    )
    for (const end of await Promise.all(lives)) ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  t.diagnostic(`seed ${seed}, processes by how they ended: ${JSON.stringify(Object.fromEntries([...ends].sort()))}`)
  if (kills > statementFailpointNames.length * 3) {
    const day = dayAfter(firstDay, Math.ceil(kills / killsPerDay))
    for (const name of statementFailpointNames) {
      if (!ends.has(name)) await dieAt(t, scene, { name, day, seed })
    }
  }
  await finish(scene, seed)
  await checkBooks(scene, number)
}

/** Gives a process everything that leads to a failpoint, until one is ended by it. Fails where none is. */
async function dieAt(
  t: TestContext,
  scene: Scene,
  { name, day, seed }: { name: StatementFailpoint; day: string; seed: number },
): Promise<void> {
  for (let life = 1; life <= moreLivesMax; life += 1) {
    await bookSome(scene, day, ['deposit', 'no_reference', 'fee'])
    await writeReport(scene, { day, name: `9999-${name}-${life}-report.xml` })
    // A line adopts one that moved money, so what the report announced is booked before the statement comes.
    if (name === 'line_adopted_before_commit') await importFiles(scene, seed - life)
    writeFileSync(join(scene.folder, `9999-${name}-${life}.xml`), await wholeStatement(scene))
    const end = await liveAndDie(scene, { armed: name, passings: 1, lifeMs: patientLifeMs, seed: seed + life })
    t.diagnostic(`no kill of the ${name} before; life ${life} of its own ended by: ${end}`)
    if (end === name) return
  }
  assert.fail(`${name} ended nobody, not in ${moreLivesMax} lives of its own either`)
}

/** Orders, and what their payers do at the bank. Each call of the bank names its order. */
async function bookSome(scene: Scene, day: string, happening?: readonly string[]): Promise<void> {
  const { deps, bank, pointId, connectorAccountId, random } = scene
  for (const kind of happening ?? Array.from({ length: 3 }, () => undefined)) {
    scene.orders += 1
    const owner = { pointId, connectorAccountId }
    const order = aTransaction(deps, owner, {
      ...{ serviceCode: 'SPEI_MX', currency: 'MXN', amountMinor: BigInt(100 * random.whole(1, 20)) },
      targetReference: textReference('key', BigInt(20_000 + scene.orders)),
    })
    await insertTransactions(deps.database.engine, [order])
    // Orders are made now and paid on days of the bank's book.
    await deps.database.owner.query('update transactions set created_at = $2 where id = $1', [
      order.id,
      `${day}T08:00:00Z`,
    ])
    const amount = { amount_minor: String(order.amountMinor), reference: order.targetReference, booking_day: day }
    await bank.happen(number, kind ?? random.pick(kinds), { ...amount, key: order.id })
  }
}

/** New files: the day so far, the day with the one before, in formats that change. */
async function writeFiles({ bank, folder }: Scene, { day, kill }: { day: string; kill: number }): Promise<void> {
  const formats = ['camt053', 'mt940', 'csv'] as const
  const extension = { camt053: 'xml', mt940: 'sta', csv: 'csv' }
  for (const [at, from] of [day, dayAfter(day, -1)].filter((each) => each >= firstDay).entries()) {
    const format = formats[(kill + at) % formats.length] ?? 'camt053'
    const name = `${String(kill).padStart(4, '0')}-${at}.${extension[format]}`
    writeFileSync(join(folder, name), await bank.statement(number, { format, from, to: day }))
  }
  await writeReport({ bank, folder }, { day, name: `${String(kill).padStart(4, '0')}-report.xml` })
  const names = readdirSync(folder).sort()
  // The oldest go, so that a life reads files that it knows and files that it does not.
  for (const name of names.slice(0, Math.max(0, names.length - filesMax))) rmSync(join(folder, name))
}

/** Starts a process and ends it by its failpoint or at a random moment. Returns what ended it. */
async function liveAndDie(
  scene: Scene,
  { lifeMs = lifeMaxMs, ...life }: Armed & { lifeMs?: number },
): Promise<StatementFailpoint | 'random moment'> {
  const { child, printed, ready, gone } = launch(scene, life)
  await ready
  if (life.armed !== undefined) await Promise.race([gone, sleep(lifeMs, undefined, { ref: false })])
  else await sleep(scene.random.whole(0, 300))
  child.kill('SIGKILL')
  await gone
  return statementFailpointNames.find((name) => printed().includes(`failpoint ${name}\n`)) ?? 'random moment'
}

type StatementFailpoint = (typeof statementFailpointNames)[number]

interface Armed {
  armed: StatementFailpoint | undefined
  /** At which passing its failpoint ends it. Undefined: drawn. */
  passings?: number
  seed: number
}

interface Life {
  child: ChildProcess
  printed: () => string
  ready: Promise<void>
  gone: Promise<void>
  imported: Promise<void>
}

function launch(scene: Scene, { armed, passings, seed }: Armed): Life {
  const isSource = import.meta.url.endsWith('.ts')
  const main = join(dirname(fileURLToPath(import.meta.url)), `importer.${isSource ? 'ts' : 'js'}`)
  const { deps, folder, masterKey, random } = scene
  const settings: ImporterSettings = { databaseUrl: deps.url, masterKey: masterKey.toString('base64'), folder, seed }
  const failpoint = armed === undefined ? {} : { [failpointVariable]: `${armed}:${passings ?? random.whole(1, 3)}` }
  const child = spawn(process.execPath, [...(isSource ? ['--import', 'tsx'] : []), main], {
    cwd: gatewayRoot,
    env: { PATH: process.env['PATH'], STATEMENT_IMPORTER: JSON.stringify(settings), ...failpoint },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const gone = new Promise<void>((done) => child.once('close', () => done()))
  const message = (wanted: string) =>
    new Promise<void>((done) => child.on('message', (told) => (told === wanted ? done() : undefined)))
  const late = sleep(startMaxMs, undefined, { ref: false }).then(() => {
    throw new Error(`the importer did not start: ${text}`)
  })
  return {
    child,
    printed: () => text,
    gone,
    ready: Promise.race([message('ready'), gone, late]),
    imported: message('imported'),
  }
}

/** Everything of the bank in one more whole file, without anybody being killed; then all lines are judged. */
async function finish(scene: Scene, seed: number): Promise<void> {
  writeFileSync(join(scene.folder, 'whole.xml'), await wholeStatement(scene))
  await importFiles(scene, seed, async () => await matchWaitingNow(scene.deps))
}

/** A process that nobody kills imports all files of the folder and judges every new line. */
async function importFiles(scene: Scene, seed: number, then?: () => Promise<void>): Promise<void> {
  const { child, imported, gone, printed } = launch(scene, { armed: undefined, seed })
  try {
    await Promise.race([imported, gone])
    assert.equal(child.exitCode, null, printed())
    for (;;) {
      const { rows } = await scene.deps.database.owner.query(
        `select 1 from bank_line_states where state = 'new' limit 1`,
      )
      if (rows.length === 0) break
      await sleep(50)
    }
    await then?.()
  } finally {
    // A child that lives on would keep this process alive after a failure.
    child.kill('SIGKILL')
  }
  await gone
}

/** Lets the running process judge every waiting line once more. By itself it does so after a minute, or ten. */
async function matchWaitingNow({ database: { owner } }: Scene['deps']): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    // In the order in which the running process locks lines, so that neither waits for the other in a circle.
    `with waiting as (select bank_line_id from bank_line_states where state = 'in_suspense' order by bank_line_id for update)
      update bank_line_states s set judged_at = s.judged_at - interval '1 day' from waiting w
      where s.bank_line_id = w.bank_line_id returning s.bank_line_id as id`,
  )
  const ids = rows.map(({ id }) => id)
  for (;;) {
    const { rows: resting } = await owner.query(
      `select 1 from bank_line_states where bank_line_id = any ($1::uuid[]) and state = 'in_suspense'
        and judged_at < gateway_now() - interval '12 hours' limit 1`,
      [ids],
    )
    if (resting.length === 0) return
    await sleep(50)
  }
}

/** What the bank tells of a day before its statement: the statement's lines adopt these. */
async function writeReport(
  { bank, folder }: Pick<Scene, 'bank' | 'folder'>,
  { day, name }: { day: string; name: string },
) {
  writeFileSync(join(folder, name), await bank.statement(number, { format: 'camt052', from: day, to: day }))
}

async function wholeStatement({ bank }: Scene): Promise<Buffer> {
  const to = (await bank.movements(number)).at(-1)?.booking_day ?? firstDay
  return await bank.statement(number, { format: 'camt053', from: firstDay, to })
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
