import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import {
  agreeOpening,
  anOwnAccount,
  type BankLine,
  giveStatements,
  moveToNoon,
  type OwnAccount,
} from '../../../test/support/own-accounts.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../connectors/index.ts'
import { textReference } from '../../connectors/own-account/references.ts'
import { setPolicies } from '../../point-settings/set-point-money.ts'
import { applyOutcomes } from '../../processing/apply-outcome.ts'
import type { ProcessingDeps } from '../../processing/deps.ts'
import { expireOverdue } from '../../processing/expire-overdue.ts'
import { inquiryBudget } from '../../processing/inquiries/inquiry-budget.ts'
import { routeFinder } from '../../processing/route-finder.ts'
import { insertTransactions } from '../../processing/store/creations.ts'
import { dayBegins } from '../../values/days.ts'
import { checkBankLines } from '../../verify/store/bank-line-checks.ts'
import { checkBalances } from '../../verify/store/ledger-checks.ts'
import { runPageCheck } from '../../verify/store/page-checks.ts'
import { matchNewLines } from '../match-lines.ts'
import { setBankAccount } from '../set-bank-account.ts'
import { holdExpiry } from './hold-expiry.ts'

// A Wednesday, then the Friday and the days behind it. Nobody works on the weekend.
const wednesday = '2030-06-12'
const [thursday, friday, saturday, monday, tuesday, next] = [13, 14, 15, 17, 18, 19].map((day) => `2030-06-${day}`) as [
  ...[string, string, string, string, string, string],
]
const zone = 'America/Mexico_City'

const world = await setUp({ after })
const { owner, engine } = world.database
const base = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }),
}
const deps = {
  ...base,
  processName: 'a',
  routes: routeFinder(base),
  inquiryBudget: inquiryBudget({ worker: 1 }),
  outcomes: {
    write: async (item: Parameters<typeof applyOutcomes>[1][number]) => (await applyOutcomes(base, [item]))[0],
  },
  expiryHolds: [async (payins: readonly { id: string }[]) => await holdExpiry(world, payins)],
} as unknown as ProcessingDeps
const ana = { actor: 'ana', operator: 'ana', evidence: 'agreed', breakGlass: 'ana' }
let patient: string
let prompt: string
const accounts: OwnAccount[] = []

before(async () => {
  // Live points and accounts are made at the true time.
  patient = (await aPoint(world, { environment: 'live' })).pointId
  prompt = (await aPoint(world, { environment: 'live' })).pointId
  await setPolicies(base, { pointId: patient, policies: { expire: 'after_statement' } }, ana)
  for (let made = 0; made < 7; made++) accounts.push(await anOwnAccount(world))
})

async function account(): Promise<OwnAccount> {
  await moveToNoon(world, wednesday)
  const made = accounts.pop()
  assert.ok(made)
  await agreeOpening(world, made.id, { day: wednesday })
  return made
}

let sequence = 50_000n

/** An order of 1,500.00 MXN that expires at an hour of a day in Mexico City. */
async function anOrder(
  { connectorAccountId }: OwnAccount,
  { day, hour, pointId = patient, attempt }: { day: string; hour: number; pointId?: string; attempt?: string },
) {
  const order = aTransaction(
    world,
    { pointId, connectorAccountId },
    {
      ...{ environment: 'live', serviceCode: 'SPEI_MX', currency: 'MXN', amountMinor: 150_000n },
      targetReference: textReference('key', sequence++),
      expiredAt: new Date(dayBegins(day, zone).getTime() + hour * 3_600_000),
      // Own accounts are told nothing about an order.
      ...(attempt ? {} : { attempt: null }),
    },
  )
  await insertTransactions(engine, [order])
  await owner.query(
    `update attempts set state = $2, outcome = 'pending', lease_until = null, next_action_at = gateway_now() + interval '1 day'
      where transaction_id = $1`,
    [order.id, attempt],
  )
  return { id: order.id, text: `pago ${order.targetReference}` }
}

/** Lets the clock's loop come around at noon of a day, or later. */
async function expireAt(day: string, laterMs = 0): Promise<void> {
  await moveToNoon(world, day, laterMs)
  for (let round = 0; round < 3; round++) await expireOverdue(deps)
}

async function now(id: string): Promise<string> {
  const { rows } = await owner.query<{ told: string }>(
    `select t.status || ' ' || t.reason || ' ' || coalesce((select string_agg(e.status, ' ' order by e.seq)
      from callback_events e where e.transaction_id = t.id), 'nothing told') as told from transactions t where t.id = $1`,
    [id],
  )
  return rows[0]?.told ?? ''
}

const closings = new Map<string, number>()

/** A statement of days, at the time that the clocks show, and what its lines pay. */
async function statement(of: OwnAccount, days: { from: string; to?: string }, lines: readonly BankLine[] = []) {
  const { from, to = from } = days
  const openingCents = closings.get(of.id) ?? 0
  const closingCents = lines.reduce((sum, { cents }) => sum + cents, openingCents)
  await giveStatements(world, of, [{ from, to, openingCents, closingCents, lines }])
  closings.set(of.id, closingCents)
  while ((await matchNewLines(base)) > 0);
}

const waits = 'PENDING awaiting_statement nothing told'
const night = 11 * 3_600_000

async function prove(): Promise<void> {
  assert.deepEqual((await checkBalances(engine, true)).violations, [])
  assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  const { rows } = await owner.query<{ id: string }>('select id from transactions')
  const ids = rows.map(({ id }) => id)
  for (const check of ['I1', 'I7', 'I8', 'I9'] as const)
    assert.deepEqual(await runPageCheck(engine, check, ids), [], check)
}

test('an order waits until a statement covers its time; a point that does not want that hears at once', async () => {
  const bank = await account()
  const [order, other] = [
    await anOrder(bank, { day: wednesday, hour: 20 }),
    await anOrder(bank, { day: wednesday, hour: 20, pointId: prompt }),
  ]
  await expireAt(wednesday, 7 * 3_600_000)
  assert.equal(await now(order.id), 'PENDING awaiting_payment nothing told')
  await expireAt(wednesday, night)
  assert.deepEqual([await now(order.id), await now(other.id)], [waits, 'EXPIRED expired EXPIRED'])
  // A statement of a part of the day says nothing about its evening.
  await statement(bank, { from: wednesday })
  await expireAt(thursday)
  assert.equal(await now(order.id), waits)
  await prove()
  await statement(bank, { from: thursday })
  await expireAt(thursday, 300_000)
  assert.equal(await now(order.id), 'EXPIRED expired EXPIRED')
  await prove()
})

test('a transfer of Friday night that the bank books on Monday pays its order, and nobody is told that it expired', async () => {
  const bank = await account()
  await setBankAccount(world, { bankAccountId: bank.id, cutoff: '17:00' }, ana)
  const [order, unpaid] = [
    await anOrder(bank, { day: friday, hour: 22 }),
    await anOrder(bank, { day: friday, hour: 22 }),
  ]
  await expireAt(friday, night)
  await moveToNoon(world, saturday)
  await statement(bank, { from: wednesday, to: friday })
  await expireAt(saturday)
  assert.deepEqual([await now(order.id), await now(unpaid.id)], [waits, waits])
  await moveToNoon(world, tuesday)
  await statement(bank, { from: monday }, [{ day: monday, cents: 150_000, text: order.text }])
  await expireAt(tuesday)
  assert.equal(await now(order.id), 'COMPLETED paid COMPLETED')
  assert.equal(await now(unpaid.id), 'EXPIRED expired EXPIRED')
  await prove()
})

test('nothing waits longer than two business days, and what no statement proves does not count as one', async () => {
  const bank = await account()
  const order = await anOrder(bank, { day: friday, hour: 22 })
  await moveToNoon(world, monday)
  // It does not add up with the balance that was agreed.
  await giveStatements(world, bank, [{ from: friday, to: friday, openingCents: 77, closingCents: 77, lines: [] }])
  await expireAt(monday)
  assert.equal(await now(order.id), waits)
  await expireAt(tuesday, night)
  assert.equal(await now(order.id), waits)
  await expireAt(next, -11 * 3_600_000)
  assert.equal(await now(order.id), 'EXPIRED expired EXPIRED')
})

test('a line that is still to be judged keeps the orders of its account waiting, and a part that came does not end them', async () => {
  const bank = await account()
  const [order, part] = [
    await anOrder(bank, { day: wednesday, hour: 20 }),
    await anOrder(bank, { day: wednesday, hour: 20 }),
  ]
  await expireAt(wednesday, night)
  await moveToNoon(world, thursday)
  const lines = [
    { day: wednesday, cents: 150_000, text: order.text },
    { day: wednesday, cents: 50_000, text: part.text },
  ]
  await giveStatements(world, bank, [{ from: wednesday, to: wednesday, openingCents: 0, closingCents: 200_000, lines }])
  await expireAt(thursday)
  assert.deepEqual([await now(order.id), await now(part.id)], [waits, waits])
  while ((await matchNewLines(base)) > 0);
  assert.deepEqual(
    [await now(order.id), await now(part.id)],
    ['COMPLETED paid COMPLETED', 'PENDING underpaid nothing told'],
  )
  await expireAt(friday)
  assert.equal(await now(part.id), 'EXPIRED underpaid EXPIRED')
  await prove()
})

test('money counts as late only if the bank booked it after the next business day', async () => {
  const bank = await account()
  await setPolicies(base, { pointId: prompt, policies: { late: 'hold' } }, ana)
  const [inTime, late] = [
    await anOrder(bank, { day: friday, hour: 22, pointId: prompt }),
    await anOrder(bank, { day: friday, hour: 22, pointId: prompt }),
  ]
  await expireAt(friday, night)
  assert.equal(await now(inTime.id), 'EXPIRED expired EXPIRED')
  await moveToNoon(world, next)
  await statement(bank, { from: wednesday, to: tuesday }, [
    { day: monday, cents: 150_000, text: inTime.text },
    { day: tuesday, cents: 150_000, text: late.text },
  ])
  assert.equal(await now(inTime.id), 'COMPLETED paid EXPIRED COMPLETED')
  assert.equal(await now(late.id), 'EXPIRED paid_late EXPIRED')
  await setPolicies(base, { pointId: prompt, policies: { late: 'accept_late' } }, ana)
  await prove()
})

test('orders of a connector that are held keep their attempts as they were, and can be cancelled', async () => {
  const bank = await account()
  const [sent, unsent] = [
    await anOrder(bank, { day: wednesday, hour: 20, attempt: 'open' }),
    await anOrder(bank, { day: wednesday, hour: 20, attempt: 'waiting' }),
  ]
  await expireAt(wednesday, night)
  assert.deepEqual([await now(sent.id), await now(unsent.id)], [waits, waits])
  const { rows } = await owner.query(
    'select state, lease_until from attempts where transaction_id = any ($1) order by state',
    [[sent.id, unsent.id]],
  )
  assert.deepEqual(rows, [
    { state: 'open', lease_until: null },
    { state: 'waiting', lease_until: null },
  ])
  for (const { id } of [sent, unsent]) {
    await applyOutcomes(base, [{ transactionId: id, update: { kind: 'cancel' }, source: 'api' }])
    assert.equal(await now(id), 'EXPIRED cancelled EXPIRED')
  }
})

test('held orders are not asked about in every round, and hold up no others', async () => {
  const bank = await account()
  const held = []
  for (let made = 0; made < 120; made++) held.push(await anOrder(bank, { day: wednesday, hour: 20 }))
  const other = await anOrder(bank, { day: wednesday, hour: 21, pointId: prompt })
  let asked = 0
  const counting = {
    ...deps,
    expiryHolds: [
      async (payins: readonly { id: string }[]) => {
        asked += payins.length
        return await holdExpiry(world, payins)
      },
    ],
  }
  await moveToNoon(world, wednesday, night)
  for (let round = 0; round < 4; round++) await expireOverdue(counting)
  assert.equal(await now(other.id), 'EXPIRED expired EXPIRED')
  assert.equal(asked, held.length + 1)
  await moveToNoon(world, wednesday, night + 300_000)
  for (let round = 0; round < 4; round++) await expireOverdue(counting)
  assert.equal(asked, 2 * held.length + 1)
  await prove()
})
