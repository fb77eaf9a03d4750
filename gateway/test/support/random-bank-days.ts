import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { computeBankDays } from '../../src/bank-accounts/days/compute-days.ts'
import { openLedger } from '../../src/bank-accounts/days/open-ledger.ts'
import { readDays } from '../../src/bank-accounts/days/read-days.ts'
import { matchNewLines, matchWaitingLines } from '../../src/bank-accounts/match-lines.ts'
import { createConnectors } from '../../src/connectors/index.ts'
import { textReference } from '../../src/connectors/own-account/references.ts'
import { type ApplyDeps, applyOutcomes } from '../../src/processing/apply-outcome.ts'
import type { NewTransaction } from '../../src/processing/rules/new-transaction.ts'
import { insertTransactions } from '../../src/processing/store/creations.ts'
import { addDays } from '../../src/values/days.ts'
import { formatAmount } from '../../src/values/money.ts'
import { aProcess, aTransaction } from './a-transaction.ts'
import { anOwnAccount, type BankLine, giveStatements, moveToNoon, type OwnAccount } from './own-accounts.ts'
import { randomFrom } from './random-month.ts'
import { aPoint, type SetUp, setUp } from './set-up.ts'

/** What the bank knows of an account, and what the operator did beside it. */
interface Account extends OwnAccount {
  openingCents: number
  /** What the operator said. Undefined: nothing. */
  saidCents: number | undefined
  /** The bank dates opening balances on the day before. */
  datesOnDayBefore: boolean
  lines: (BankLine & { isWithheld: boolean })[]
  /** The blocks of days that statements covered. */
  blocks: { from: string; to: string }[]
  nextFile: string
  /** Confirmed by hand: on which day, of how much, and the day of the line that proves it. */
  confirmed: { day: string; cents: number; line: BankLine | undefined }[]
}

/** Random days of two accounts for each seed from the first to the last. */
export async function proveRandomBankDays(seeds: { first: number; last: number }): Promise<void> {
  const world = await setUp({ after })
  const connectors = createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined })
  const deps = { ...world, ...aProcess(world), connectors }
  const { pointId } = await aPoint(deps, { environment: 'live' })
  // Money for all payouts by hand.
  await deps.database.owner.query(
    `insert into ledger_accounts (environment, currency, kind, point_id, balance_minor)
      values ('live', 'MXN', 'reserved', $1, 10000000000)`,
    [pointId],
  )
  test('on random days the difference is 0 where the bank’s book and the ledger agree, and else what is missing', async (t) => {
    const totals = { days: 0, different: 0, unproven: 0 }
    for (let seed = seeds.first; seed <= seeds.last; seed++) {
      const found = await playBankDays({ deps, pointId, seed, days: 12 })
      totals.days += found.days
      totals.different += found.different
      totals.unproven += found.unproven
    }
    t.diagnostic(`${totals.days} days: ${totals.different} with a difference, ${totals.unproven} with confirmations`)
    assert.ok(totals.different > 0 && totals.different < totals.days && totals.unproven > 0)
  })
}

interface RandomBank {
  deps: SetUp & ApplyDeps
  pointId: string
  seed: number
  days: number
}

let number = 40_000n
let references = 10_000

/**
 * Plays random days of two bank accounts in one currency: payments, costs, money of nobody, confirmations and payouts by
 * hand before and after their lines, late and overlapping files, lines that no file holds. Then compares every day with
 * what the bank's own book says. Returns what it compared.
 */
async function playBankDays(bank: RandomBank): Promise<{ days: number; different: number; unproven: number }> {
  const { deps, seed, days } = bank
  const random = randomFrom(seed)
  const first = '2030-06-03'
  await moveToNoon(deps, first)
  const accounts = [await anAccount(deps, random, first), await anAccount(deps, random, first)] as const
  for (let at = 0; at < days; at++) {
    const today = addDays(first, at)
    await moveToNoon(deps, today)
    for (const account of accounts) {
      for (let event = Math.floor(random() * 4); event > 0; event--) await anEvent(bank, { account, today, random })
      if (account.nextFile < today && random() < 0.6) await deliver(deps, { account, to: addDays(today, -1), random })
    }
    await work(deps)
    await confirmWaiting(bank, { accounts, today, random })
    await work(deps)
  }
  const end = addDays(first, days + 4)
  await moveToNoon(deps, end)
  for (const account of accounts) {
    if (account.nextFile < end) await deliver(deps, { account, to: addDays(end, -1), random })
  }
  await work(deps)
  const totals = { days: 0, different: 0, unproven: 0 }
  for (const account of accounts) await compare(bank, { account, first, end, totals })
  return totals
}

async function anAccount(deps: SetUp, random: () => number, first: string): Promise<Account> {
  const openingCents = random() < 0.3 ? 0 : Math.floor(random() * 200_000) - 50_000
  const said = random()
  const saidCents = said < 0.2 ? undefined : said < 0.3 ? openingCents + 1_000 : openingCents
  const account: Account = {
    ...(await anOwnAccount(deps)),
    ...{ openingCents, saidCents, datesOnDayBefore: random() < 0.5, lines: [], blocks: [], confirmed: [] },
    nextFile: first,
  }
  if (saidCents !== undefined) {
    const opening = formatAmount(BigInt(saidCents), 'MXN')
    const input = { bank_account_id: account.id, ledger_from: first, opening }
    await openLedger({ ...deps, knownAccounts: new Map() }, input, { actor: 'ana', breakGlass: 'ana', evidence: 'x' })
  }
  return account
}

interface Moment {
  account: Account
  today: string
  random: () => number
}

async function anEvent(bank: RandomBank, { account, today, random }: Moment): Promise<void> {
  const cents = 100 + Math.floor(random() * 50_000)
  const ref = `Q${references++}`
  const book = (line: BankLine) => {
    const entry = { ...line, isWithheld: random() < 0.06 }
    account.lines.push(entry)
    return entry
  }
  const way = Math.floor(random() * 7)
  if (way === 0) {
    const { targetReference } = await anOrder(bank, account, cents)
    book({ day: today, cents, text: `pago ${targetReference}` })
  } else if (way === 1) book({ day: today, cents, text: `deposito ${random() < 0.5 ? 'igual' : ref}` })
  else if (way === 2) book({ day: today, cents: -cents, text: 'cargo sin nombre', ref })
  else if (way === 3) book({ day: today, cents: -(10 + Math.floor(random() * 90)), text: 'comision' })
  else {
    // By hand today; its line comes the same day, later, or never.
    const { id } = await anOrder(bank, account, cents, way === 4 ? 'payout' : 'payin')
    const day = addDays(today, Math.floor(random() * 4))
    const sign = way === 4 ? -1 : 1
    const line = random() < 0.8 ? book({ day, cents: sign * cents, text: 'por ventanilla', ref }) : undefined
    await confirm(bank, id, { cents, ref })
    account.confirmed.push({ day: today, cents: sign * cents, line: line?.isWithheld ? undefined : line })
  }
}

async function anOrder(
  { deps, pointId }: RandomBank,
  account: Account,
  cents: number,
  payType: 'payin' | 'payout' = 'payin',
): Promise<NewTransaction> {
  const order = aTransaction(
    deps,
    { pointId, connectorAccountId: account.connectorAccountId },
    {
      ...{ environment: 'live', serviceCode: 'SPEI_MX', currency: 'MXN', amountMinor: BigInt(cents), payType },
      targetReference: payType === 'payout' ? null : textReference('key', number++),
    },
  )
  await insertTransactions(deps.database.engine, [order])
  return order
}

async function confirm({ deps }: RandomBank, transactionId: string, { cents, ref }: { cents: number; ref: string }) {
  const update = { kind: 'completed', creditedMinor: BigInt(cents) } as const
  await applyOutcomes(deps, [{ transactionId, source: 'operator', bankReference: ref, update }])
}

/** An operator finds out whose a waiting credit is: an order of this account or of the other one, confirmed by its id. */
async function confirmWaiting(
  bank: RandomBank,
  { accounts, today, random }: Omit<Moment, 'account'> & { accounts: readonly [Account, Account] },
): Promise<void> {
  for (const [at, account] of accounts.entries()) {
    if (random() < 0.6) continue
    const { rows } = await bank.deps.database.owner.query<{ id: string; minor: bigint; day: string }>(
      `select l.id, l.amount_minor as minor, l.booking_day::text as day from bank_line_states s
        join bank_lines l on l.id = s.bank_line_id
        where s.bank_account_id = $1 and s.state = 'in_suspense' and l.sign = 'C' order by l.id limit 1`,
      [account.id],
    )
    const [line] = rows
    if (!line) continue
    const owner = random() < 0.5 ? account : (accounts[1 - at] ?? account)
    const cents = Number(line.minor)
    const { id } = await anOrder(bank, owner, cents)
    await confirm(bank, id, { cents, ref: line.id })
    // Its line is older than the confirmation: on its own account the money counts from the line's day on.
    const proof = { day: line.day, cents, text: '' }
    owner.confirmed.push({ day: today, cents, line: proof })
  }
}

async function deliver(
  deps: SetUp,
  { account, to, random }: { account: Account; to: string; random: () => number },
): Promise<void> {
  let from = account.nextFile
  // Some files hold days again that an earlier one held.
  if (account.blocks.length > 0 && random() < 0.3) from = addDays(from, -2 - Math.floor(random() * 3))
  const start = account.blocks[0]?.from ?? from
  if (from < start) from = start
  const blocks: { from: string; to: string }[] = []
  while (from <= to) {
    const last = random() < 0.5 ? from : addDays(from, Math.floor(random() * 4))
    const block = { from, to: last < to ? last : to }
    blocks.push(block)
    from = addDays(block.to, 1)
  }
  await giveStatements(
    deps,
    account,
    blocks.map((block) => ({
      from: account.datesOnDayBefore ? addDays(block.from, -1) : block.from,
      to: block.to,
      openingCents: balanceOf(account, addDays(block.from, -1)),
      closingCents: balanceOf(account, block.to),
      lines: account.lines.filter(({ day, isWithheld }) => !isWithheld && block.from <= day && day <= block.to),
    })),
  )
  account.blocks.push(...blocks)
  account.nextFile = addDays(to, 1)
}

/** By the bank's own book, at the end of a day. */
function balanceOf({ openingCents, lines }: Account, day: string): number {
  return openingCents + sum(lines.filter((line) => line.day <= day))
}

function sum(all: readonly { cents: number }[]): number {
  return all.reduce((total, { cents }) => total + cents, 0)
}

async function work(deps: SetUp & ApplyDeps): Promise<void> {
  while ((await matchNewLines(deps)) > 0);
  await deps.database.owner.query(`update bank_line_states set judged_at = judged_at - interval '11 minutes'
    where state = 'in_suspense'`)
  while ((await matchWaitingLines(deps)) > 0);
  while ((await computeBankDays(deps)) > 0);
}

async function compare(
  { deps, seed }: RandomBank,
  wanted: {
    account: Account
    first: string
    end: string
    totals: { days: number; different: number; unproven: number }
  },
): Promise<void> {
  const { account, first, end, totals } = wanted
  const range = { bankAccountId: account.id, from: first, to: end }
  const { days } = await readDays(deps, range)
  assert.equal(days.length, (Date.parse(end) - Date.parse(first)) / 86_400_000, `seed ${seed}: every day is there`)
  for (const row of days) {
    const expected = expectedOf(account, row.day)
    const figures = [row.bank_minor, row.ledger_minor, row.unposted_minor, row.unproven_minor, row.difference_minor]
    const found = `${row.day} ${figures.join(' ')}`
    const wantedText = `${row.day} ${expected.bank} ${expected.ledger} 0 ${expected.unproven} ${expected.difference}`
    assert.equal(found, wantedText, `seed ${seed}, account ${account.number}`)
    if (row.state === 'proven') assert.equal(row.difference_minor, 0n)
    if (expected.difference !== 0) assert.notEqual(row.state, 'proven')
    totals.days += 1
    if (expected.difference !== 0) totals.different += 1
    if (expected.unproven !== 0) totals.unproven += 1
  }
  // What was computed step by step is what a computation of all days gives.
  await deps.database.owner.query('delete from bank_days where bank_account_id = $1', [account.id])
  await deps.database.owner.query('delete from bank_day_progress where bank_account_id = $1', [account.id])
  while ((await computeBankDays(deps)) > 0);
  const again = await readDays(deps, range)
  const plain = (rows: typeof days) => rows.map(({ computed_at: _at, ...row }) => row)
  assert.deepEqual(plain(again.days), plain(days), `seed ${seed}: computed again`)
}

/** From the bank's book and the operator's notes alone, in cents. */
function expectedOf(account: Account, day: string) {
  const imported = account.lines.filter(({ isWithheld }) => !isWithheld)
  const bank = balanceSaid(account, imported, day)
  const proven = (account.saidCents ?? 0) + sum(imported.filter((line) => line.day <= day))
  const unproven = sum(
    account.confirmed.filter((each) => each.day <= day && (each.line === undefined || each.line.day > day)),
  )
  return { bank, ledger: proven + unproven, unproven, difference: bank - proven }
}

/**
 * The bank says balances at the ends of its statements; between them its lines are counted back. A statement of several
 * days without a line on the first one may begin a day later for all that one can tell.
 */
function balanceSaid(account: Account, imported: readonly BankLine[], day: string): number {
  const blocks = account.blocks.map(({ from, to }) => {
    const isUnclear = from < to && !account.datesOnDayBefore && !imported.some((line) => line.day === from)
    return { from: isUnclear ? addDays(from, 1) : from, to, opening: balanceOf(account, addDays(from, -1)) }
  })
  const between = (last: string) => sum(imported.filter((line) => day < line.day && line.day <= last))
  const covering = blocks.filter(({ from, to }) => from <= day && day <= to).map(({ to }) => to)
  const [anchor] = covering.sort()
  if (anchor !== undefined) return balanceOf(account, anchor) - between(anchor)
  const [next] = blocks.filter(({ from }) => day < from).sort((one, other) => (one.from < other.from ? -1 : 1))
  return next ? next.opening - between(addDays(next.from, -1)) : assert.fail(`nothing is said about ${day}`)
}
