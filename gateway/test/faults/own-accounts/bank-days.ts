import type pg from 'pg'
import { addDepositAccount } from '../../../src/bank-accounts/add-deposit-account.ts'
import { importStatement } from '../../../src/bank-accounts/import-statement.ts'
import { matchExpectedLines, matchNewLines, matchWaitingLines } from '../../../src/bank-accounts/match-lines.ts'
import { setBankAccount } from '../../../src/bank-accounts/set-bank-account.ts'
import { createConnectors } from '../../../src/connectors/index.ts'
import { textReference } from '../../../src/connectors/own-account/references.ts'
import { makeClabe } from '../../../src/identifiers/mx/clabe.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { insertTransactions } from '../../../src/processing/store/creations.ts'
import { checkBankLines } from '../../../src/verify/store/bank-line-checks.ts'
import { checkBalances } from '../../../src/verify/store/ledger-checks.ts'
import { checkStatements } from '../../../src/verify/store/statement-checks.ts'
import { aProcess, aTransaction } from '../../support/a-transaction.ts'
import type { Cleanup } from '../../support/database.ts'
import { aPoint, setUp } from '../../support/set-up.ts'
import { type Random, randomFrom } from '../soak/random.ts'

/** What a bank has booked, in the order of its book. */
interface Booked {
  day: number
  sign: 'C' | 'D'
  cents: number
  text: string
  /** The bank's own number. Half of the banks write none: then equal movements differ in nothing. */
  ref: string | undefined
  /** The order that the payer meant, where its reference was typed right. */
  orderId: string | undefined
}

interface Order {
  id: string
  reference: string
  cents: number
}

const firstDay = Date.parse('2026-01-05T00:00:00Z')
const steps = 24
/** How often a commit is lost: half of these never arrive, of the others only the answer is lost. */
const lostCommits = 0.06

class LostOnPurpose extends Error {
  readonly code = 'ECONNRESET'
}

export type BankWorld = Awaited<ReturnType<typeof bankWorld>>

/** One database for all seeds; each seed has an account of its own. */
export async function bankWorld(t: Cleanup) {
  const world = await setUp(t)
  const connectors = createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined })
  const deps = { ...world, ...aProcess(world), connectors }
  const { pointId } = await aPoint(deps)
  return { deps, pointId }
}

/**
 * Some days of one bank account, all drawn by the seed: payers pay once or twice, mistype, or quote nothing; the bank books
 * some of it days later, and writes files of days and of parts of days, again and again and in any order; two gateways
 * import and match them, alone or at once, and lose commits. Returns what is wrong at the end.
 */
export async function liveBankDays({ deps, pointId }: BankWorld, seed: number): Promise<string[]> {
  const random = randomFrom(seed)
  const account = await anAccount(deps, { pointId, seed })
  const gateways = [1, 2].map(() => ({ ...deps, ...aProcess(deps), database: lossy(deps.database, random) }))
  const run: Run = {
    deps,
    account,
    pointId,
    random,
    seed,
    hasRefs: random.chance(0.5),
    book: [],
    later: [],
    orders: [],
    files: [],
    day: 0,
  }
  const thrown: string[] = []
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      if (!(error instanceof LostOnPurpose)) thrown.push(`threw ${String(error)}`)
    })
  }
  for (let step = 0; step < steps; step += 1) {
    await happen(run)
    const file = random.chance(0.45) ? announce(run) : writeFile(run)
    run.files.push(file)
    const given = random.chance(0.3) ? random.pick(run.files) : file
    const works = gateways.map((gateway) => async () => {
      await importStatement(gateway, { content: given, name: `${step}.sta`, environment: 'test', receivedBy: 'test' })
      await matchNewLines(gateway)
      await restLines(run)
      await matchWaitingLines(gateway)
      await matchExpectedLines(gateway)
    })
    if (random.chance(0.5)) await Promise.all(works.map(attempt))
    else await attempt(random.pick(works))
  }
  await attempt(async () => await finish(run))
  return [...thrown, ...(await wrongIn(run))]
}

interface Run {
  deps: BankWorld['deps']
  account: { id: string; connectorAccountId: string; number: string }
  pointId: string
  random: Random
  seed: number
  hasRefs: boolean
  book: Booked[]
  /** Paid, and not booked before this day. */
  later: Booked[]
  orders: Order[]
  files: Buffer[]
  day: number
}

async function anAccount(deps: BankWorld['deps'], { pointId, seed }: { pointId: string; seed: number }) {
  const number = makeClabe({ bank: '002', city: '180', account: String(10_000_000_000 + (seed % 1_000_000)) })
  const { bankAccountId: id, connectorAccountId } = await addDepositAccount(deps, {
    ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', breakGlass: undefined },
    ...{ number, onlyPointId: pointId },
  })
  await setBankAccount(deps, { bankAccountId: id, automatic: true }, { actor: 'test', breakGlass: undefined })
  await deps.database.owner.query('update bank_accounts set ledger_from = $2 where id = $1', [id, isoDay(0)])
  return { id, connectorAccountId, number }
}

/** A database whose commits are lost now and then, as its connections are. */
function lossy(database: Database, random: Random): Database {
  const connect = async () => lossyClient(await database.engine.connect(), random)
  return { ...database, engine: overridden(database.engine, { connect }) }
}

function lossyClient(client: pg.PoolClient, random: Random): pg.PoolClient {
  const query = async (...given: Parameters<pg.PoolClient['query']>) => {
    const [text] = given as unknown[]
    if (text !== 'commit' || !random.chance(lostCommits)) return await client.query(...given)
    await client.query(random.chance(0.5) ? 'commit' : 'rollback')
    throw new LostOnPurpose('the connection is lost at a commit')
  }
  return overridden(client, { query })
}

function overridden<T extends object>(target: T, own: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A payer, a fee, or the next day. */
async function happen(run: Run): Promise<void> {
  const { random } = run
  if (random.chance(0.25)) {
    run.day += 1
    const due = run.later.filter(({ day }) => day <= run.day)
    run.later = run.later.filter(({ day }) => day > run.day)
    run.book.push(...due)
  }
  if (random.chance(0.15)) {
    book(run, { sign: 'D', cents: 100 * random.whole(1, 3), text: 'COMISION' }, undefined)
    return
  }
  const order = run.orders.length > 0 && random.chance(0.3) ? random.pick(run.orders) : await anOrder(run)
  const deposit = { sign: 'C', cents: order.cents, text: `PAGO ${order.reference}` } as const
  const way = random.pick(['right', 'right', 'right', 'twice', 'typo', 'nothing', 'part'] as const)
  if (way === 'right' || way === 'twice') book(run, deposit, order)
  if (way === 'twice') book(run, deposit, order)
  if (way === 'part') book(run, { ...deposit, cents: Math.max(1, Math.floor(order.cents / 2)) }, order)
  if (way === 'nothing') book(run, { ...deposit, text: 'DEPOSITO' }, undefined)
  if (way === 'typo') book(run, { ...deposit, text: `PAGO ${mistype(order.reference)}` }, undefined)
}

function book(run: Run, movement: Pick<Booked, 'sign' | 'cents' | 'text'>, order: Order | undefined): void {
  const late = run.random.chance(0.2) ? run.random.whole(1, 2) : 0
  const ref = run.hasRefs ? `B${run.seed}N${run.book.length + run.later.length}` : undefined
  const booked = { ...movement, day: run.day + late, ref, orderId: order?.id }
  if (late > 0) run.later.push(booked)
  else run.book.push(booked)
}

/** A wrong character that no reference has. */
function mistype(reference: string): string {
  return `${reference.slice(0, 4)}0${reference.slice(5)}`
}

async function anOrder(run: Run): Promise<Order> {
  const { deps, account, pointId } = run
  const { connectorAccountId } = account
  const cents = 100 * run.random.whole(1, 6)
  // No two seeds share a reference.
  const reference = textReference('key', BigInt(run.seed % 1_000_000) * 100n + BigInt(run.orders.length))
  const order = aTransaction(
    deps,
    { pointId, connectorAccountId },
    {
      ...{
        serviceCode: 'SPEI_MX',
        currency: 'MXN',
        amountMinor: BigInt(cents),
        targetReference: reference,
        details: {},
      },
    },
  )
  await insertTransactions(deps.database.engine, [order])
  const made = [order.id, `${isoDay(run.day)}T08:00:00Z`]
  await deps.database.owner.query('update transactions set created_at = $2 where id = $1', made)
  run.orders.push({ id: order.id, reference, cents })
  return { id: order.id, reference, cents }
}

/** MT940 of the last day or of some days up to now. Its balances are the bank's. */
function writeFile(run: Run, from = run.random.chance(0.6) ? run.day : run.random.whole(0, run.day)): Buffer {
  const { book, account, day } = run
  const sum = (some: readonly Booked[]) =>
    some.reduce((total, each) => total + (each.sign === 'C' ? each.cents : -each.cents), 0)
  const before = sum(book.filter((each) => each.day < from))
  const shown = book.filter((each) => each.day >= from)
  const balance = (cents: number, of: number) => `${cents < 0 ? 'D' : 'C'}${swiftDay(of)}MXN${amount(Math.abs(cents))}`
  const text = [
    ...[':20:DAYS', `:25:${account.number}`, ':28C:1', `:60F:${balance(before, from)}`],
    ...shown.flatMap((each) => [
      `:61:${swiftDay(each.day)}${swiftDay(each.day).slice(2)}${each.sign}${amount(each.cents)}NTRFNONREF${each.ref ? `//${each.ref}` : ''}`,
      `:86:${each.text}`,
    ]),
    ...[`:62F:${balance(before + sum(shown), day)}`, '-', ''],
  ]
  return Buffer.from(text.join('\r\n'))
}

/**
 * MT942: what was booked today and what will be booked later, in part, on one day. The bank sends it more than once and in
 * files that overlap.
 */
function announce(run: Run): Buffer {
  const { book, later, account, day, random } = run
  const some = [...book.filter((each) => each.day >= day - 1), ...later].filter(() => random.chance(0.8))
  const text = [
    ...[':20:NOTICE', `:25:${account.number}`, `:28C:${random.whole(1, 9)}`, ':34F:MXN0,'],
    `:13D:${swiftDay(day)}1200+0000`,
    ...some.flatMap((each) => {
      const on = Math.min(each.day, day)
      return [
        `:61:${swiftDay(on)}${swiftDay(on).slice(2)}${each.sign}${amount(each.cents)}NTRFNONREF${each.ref ? `//${each.ref}` : ''}`,
        `:86:${each.text}`,
      ]
    }),
    ...['-', ''],
  ]
  return Buffer.from(text.join('\r\n'))
}

const isoDay = (day: number) => new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10)
const swiftDay = (day: number) => isoDay(day).slice(2).replaceAll('-', '')
const amount = (cents: number) => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** Lets lines in suspense rest long enough to be judged again: those of the newest accounts, of which the run's is one. */
async function restLines({ deps }: Run, accounts = 1): Promise<void> {
  // Locks in the order of the ids, as the gateways do.
  const text = `with resting as materialized (
      select bank_line_id from bank_line_states where state in ('in_suspense', 'expected')
        and bank_account_id in (select id from bank_accounts order by id desc limit $1) order by bank_line_id for update)
    update bank_line_states s set judged_at = judged_at - interval '1 day' from resting r where s.bank_line_id = r.bank_line_id`
  await deps.database.owner.query(text, [accounts])
}

/** All days in one file, and every line judged once more, without losses. */
async function finish(run: Run): Promise<void> {
  const { deps } = run
  run.day += 3
  run.book.push(...run.later.splice(0).sort((one, other) => one.day - other.day))
  const content = writeFile(run, 0)
  await importStatement(deps, { content, name: 'whole.sta', environment: 'test', receivedBy: 'test' })
  for (let round = 0; round < 10 && (await matchNewLines(deps)) > 0; round += 1);
  await restLines(run, 2)
  // A round judges the lines of one account, drawn by chance. Lines of earlier seeds wait too.
  while ((await matchWaitingLines(deps)) > 0);
  while ((await matchExpectedLines(deps)) > 0);
}

async function wrongIn(run: Run): Promise<string[]> {
  const { deps, account, book } = run
  const { owner, engine } = deps.database
  const { rows: lines } = await owner.query<{
    told: string
    sign: string
    cents: number
    state: string
    order_id: string | null
    text: string
    booked: number
  }>(
    `select concat_ws(' ', l.booking_day, l.sign, l.amount_minor, l.text, l.refs ->> 'bankRef') as told, l.sign,
        l.amount_minor::int as cents, s.state, s.transaction_id as order_id, l.text,
        (select coalesce(sum(case when a.id = t.debit_account then t.amount_minor else -t.amount_minor end), 0)
          from ledger_transfers t join ledger_accounts a on a.id in (t.debit_account, t.credit_account)
          where (t.bank_line_id = l.id or t.id = s.transfer_id) and a.kind = 'settlement' and a.connector_account_id = $2)::int as booked
      from bank_lines l join bank_line_states s on s.bank_line_id = l.id where l.bank_account_id = $1 and not l.announced`,
    [account.id, account.connectorAccountId],
  )
  const wrong: string[] = []
  const told = book.map(({ day, sign, cents, text, ref }) =>
    [isoDay(day), sign, cents, text, ref].filter((each) => each !== undefined).join(' '),
  )
  const differing = differenceOf(
    told,
    lines.map((line) => line.told),
  )
  if (differing.length > 0) wrong.push(`lines differ from the bank's book: ${differing.join(', ')}`)
  const orderOf = new Map(run.orders.map(({ id, reference }) => [`PAGO ${reference}`, id]))
  for (const line of lines) {
    if (line.booked !== (line.sign === 'C' ? line.cents : -line.cents))
      wrong.push(`${line.told} is booked as ${line.booked}`)
    const meant = orderOf.get(line.text) ?? null
    if (line.order_id !== meant)
      wrong.push(`${line.told} is ${line.state} for ${line.order_id}, and its payer meant ${meant}`)
  }
  wrong.push(...(await onlyAnnounced(run)))
  const { rows: orders } = await owner.query<{ id: string; received: number }>(
    'select id, received_minor::int as received from transactions where connector_account_id = $1',
    [account.connectorAccountId],
  )
  for (const { id, received } of orders) {
    const paid = book.filter(({ orderId }) => orderId === id).reduce((sum, { cents }) => sum + cents, 0)
    if (received !== paid) wrong.push(`the order ${id} received ${received}, and the bank says ${paid}`)
  }
  const proofs = [
    await checkBalances(engine, true),
    await checkBankLines(engine, undefined),
    await checkStatements(engine, undefined),
  ]
  for (const { violations } of proofs) for (const violation of violations) wrong.push(JSON.stringify(violation))
  return wrong
}

/** Announced lines that the whole book has not adopted. */
async function onlyAnnounced(run: Run): Promise<string[]> {
  const { rows: open } = await run.deps.database.owner.query<{ told: string }>(
    `select concat_ws(' ', l.booking_day, l.sign, l.amount_minor, l.text, s.standing, s.state) as told
      from bank_lines l join bank_line_states s on s.bank_line_id = l.id
      where l.bank_account_id = $1 and l.announced
        and (s.standing = 'announced' and ($2 or s.state = 'applied') or s.standing <> 'adopted' and s.state = 'applied')`,
    // Without a number of the bank, what was announced on two days is two announcements: one is closed days later.
    [run.account.id, run.hasRefs],
  )
  return open.map(({ told }) => `the statement holds it, and it is only announced: ${told}`)
}

/** What one list has more of than the other, marked by which. */
function differenceOf(bank: readonly string[], stored: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const each of bank) counts.set(each, (counts.get(each) ?? 0) + 1)
  for (const each of stored) counts.set(each, (counts.get(each) ?? 0) - 1)
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([each, count]) => `${count > 0 ? 'missing' : 'too many'}: ${each}`)
}
