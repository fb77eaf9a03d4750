import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testDatabase } from '../../../test/support/database.ts'
import { simulatedAccounts } from '../../../test/support/simulated-accounts.ts'
import { createPoint } from '../../callbacks/create-point.ts'
import { startGateway } from '../../gateway.ts'
import { createMerchant } from '../../merchants/create-merchant.ts'
import { readConfig } from '../../platform/config/config.ts'
import { createLog } from '../../platform/log/log.ts'
import { checkBankLines } from '../../verify/store/bank-line-checks.ts'
import { checkBalances } from '../../verify/store/ledger-checks.ts'
import { demoAccount } from './ensure-own-account.ts'
import { demoPayerLimits } from './play-own-account.ts'

const payers = 40
/** More than they need. */
const minutesMax = 150

const folder = mkdtempSync(join(tmpdir(), 'pasarela-demo-account-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
const bank = await simulatedAccounts({ after })
const { url } = await testDatabase({ after })
const keyFile = join(folder, 'master.key')
writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o400 })
const logged: string[] = []
const gateway = await startGateway(
  readConfig({
    ...{ DATABASE_URL: url, MASTER_KEY_FILE: keyFile, PASARELA_DATA_DIR: join(folder, 'data'), PORT: '0' },
    ...{ PASARELA_DEMO: '1', DEMO_PAYERS: 'on', SIMBANK_URL: bank.url, SIMBANK_CREDENTIALS_FILE: bank.credentialsFile },
  }),
  url,
  createLog('warn', (line) => void logged.push(line)),
  { listen: false, startJobs: false, docs: false, dashboard: false },
)
after(async () => await gateway.stop())
const { deps, rounds } = gateway
const { owner, engine } = deps.database

let movedMs = 0

async function moveClocks(offsetMs: number): Promise<void> {
  movedMs = offsetMs
  await owner.query('update gateway_clock set offset_ms = $1', [offsetMs])
  await rounds.clock()
  await bank.moveClock(offsetMs)
}

async function countPayins(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from transactions')
  return rows[0]?.count ?? 0
}

interface JudgedLine {
  state: string
  sign: string
  /** Reference of the pay-in that it completed. */
  reference: string | null
  bank_ref: string
}

async function judgedLines(): Promise<readonly JudgedLine[]> {
  const { rows } = await owner.query<JudgedLine>(
    `select s.state, l.sign, t.reference, l.refs ->> 'bankRef' as bank_ref from bank_line_states s
      join bank_lines l on l.id = s.bank_line_id left join transactions t on t.id = s.transaction_id`,
  )
  return rows
}

test('most deposits of the demo complete their orders without a person, none completes a wrong one, and the rest wait', async () => {
  for (let minute = 0; minute < minutesMax && (await countPayins()) < payers; minute += 1) {
    await moveClocks(minute * 60_000)
    await rounds.demoPayers()
    while ((await rounds.bankLines()) > 0);
  }
  const { first, everyMs } = demoPayerLimits
  assert.ok(movedMs >= (payers - first) * everyMs, 'no more payers come in an hour than is said')
  const payerOf = new Map<string, string>()
  for (const { call = '', movements } of await bank.booked()) for (const { id } of movements) payerOf.set(id, call)
  const lines = await judgedLines()
  assert.equal(lines.length, payerOf.size, 'each movement of the bank is one line')
  const credits = lines.filter(({ sign }) => sign === 'C')
  const applied = lines.filter(({ state }) => state === 'applied')
  const wrong = applied.filter((line) => payerOf.get(line.bank_ref) !== line.reference)
  assert.deepEqual(wrong, [])
  assert.deepEqual([credits.length, applied.length], [40, 32], 'of 40 deposits 32 need nobody')
  assert.ok(lines.filter(({ state }) => state !== 'applied').every(({ state }) => state === 'in_suspense'))
  assert.deepEqual((await checkBalances(engine, true)).violations, [])
  assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  const { rows } = await owner.query<{ minor: bigint }>(
    `select sum(case when a.id = t.debit_account then t.amount_minor else -t.amount_minor end)::bigint as minor
      from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account, t.credit_account)
      where a.kind = 'settlement' and a.currency = 'ARS'`,
  )
  assert.equal(rows[0]?.minor, await bank.balance(demoAccount.number), 'the ledger holds what the bank holds')
  assert.deepEqual(logged, [])
})

test('a round of another process books nothing twice', async () => {
  const before = await countPayins()
  await moveClocks(movedMs + demoPayerLimits.everyMs)
  await Promise.all([rounds.demoPayers(), rounds.demoPayers()])
  assert.equal(await countPayins(), before + 1)
  while ((await rounds.bankLines()) > 0);
  const movements = await bank.movements(demoAccount.number)
  assert.equal((await judgedLines()).length, movements.length)
})

test('nobody comes any more once a live point exists', async () => {
  const before = await countPayins()
  const { merchantId } = await createMerchant(deps, { name: 'Shop', actor: 'test' })
  const isDue = movedMs + demoPayerLimits.everyMs
  await moveClocks(0)
  await createPoint(deps, { merchantId, environment: 'live', name: 'Live', actor: 'test' })
  await owner.query('update transactions set created_at = created_at - make_interval(secs => $1)', [isDue / 1_000])
  await rounds.demoPayers()
  assert.equal(await countPayins(), before)
})
