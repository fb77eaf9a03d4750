import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  anAccount,
  announcingBank,
  anOrder,
  camt,
  day,
  daysOf,
  deposit,
  give,
  giveReport,
  giveStatement as giveStatementOf,
  linesOf,
  orderNow,
  proveAll,
  work,
} from '../../../test/support/announcing-bank.ts'
import { type BankLine, giveStatements, moveToNoon, type OwnAccount } from '../../../test/support/own-accounts.ts'
import { evaluateAlerts } from '../../alerts/evaluate-alerts.ts'
import { addDays } from '../../values/days.ts'
import { readDay } from '../days/read-days.ts'
import { linkLine } from '../judgements/link-line.ts'
import { showLine } from '../judgements/show-line.ts'

const bank = await announcingBank({ after })
const { deps } = bank
const world = deps
const { owner } = deps.database

async function giveStatement(
  account: OwnAccount,
  lines: readonly BankLine[],
  at: { on?: string; opening?: number } = {},
) {
  await giveStatementOf(bank, account, { lines, ...at })
}

/** Amounts of the lines that people see beside a line: the statement's line, and its announcements. */
async function besideLine({ id }: OwnAccount, amount: number, isAnnounced: boolean) {
  const { rows } = await owner.query<{ id: string }>(
    'select id from bank_lines where bank_account_id = $1 and amount_minor = $2 and announced = $3',
    [id, amount, isAnnounced],
  )
  const { adoptedBy, announcements } = await showLine(deps, rows[0]?.id ?? '')
  const amounts = announcements.map((line) => Number(line.amount_minor)).sort((a, b) => a - b)
  return { statement: adoptedBy ? Number(adoptedBy.amount_minor) : null, announcements: amounts }
}

test('a report completes an order, and the statement proves that money and books it no second time', async () => {
  await moveToNoon(world, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'B7001')])
  await work(bank)
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced applied'])
  // The next report holds it too, and so does a notice in another format.
  await giveReport(bank, account, [deposit(700, order.text, 'B7001'), deposit(50, 'other', 'B7002')])
  await give(bank, camt(account, [{ ref: 'B7001', day, parts: [{ cents: 700, text: order.text }] }]))
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 50 announced expected', 'notice 700 announced applied'])
  await moveToNoon(world, addDays(day, 1))
  await giveStatement(account, [deposit(700, order.text, 'B7001'), deposit(50, 'other', 'B7002')])
  await work(bank)
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  assert.deepEqual(await linesOf(bank, account), [
    'notice 50 adopted closed',
    'notice 700 adopted applied',
    'statement 50 booked in_suspense',
    'statement 700 booked linked',
  ])
  assert.deepEqual(await besideLine(account, 700, true), { statement: 700, announcements: [] })
  assert.deepEqual(await besideLine(account, 700, false), { statement: null, announcements: [700] })
  assert.deepEqual(await daysOf(bank, account), ['06-03 proven 750 750 0 0'])
  await proveAll(bank)
})

test('the statement may come first, on another day, and with other references: each movement counts once', async () => {
  await moveToNoon(world, day)
  const account = await anAccount(bank)
  const [early, late] = [await anOrder(bank, account, 700), await anOrder(bank, account, 900)]
  await giveStatement(account, [deposit(700, early.text, 'S1001')])
  await work(bank)
  await giveReport(bank, account, [deposit(700, early.text, 'I9001'), deposit(900, late.text, 'I9002')])
  await work(bank)
  assert.equal(await orderNow(bank, early.id), 'COMPLETED 700 0')
  assert.equal(await orderNow(bank, late.id), 'COMPLETED 900 0')
  await moveToNoon(world, addDays(day, 2))
  // Booked a day after it was announced, under another number.
  await giveStatement(account, [deposit(900, late.text, 'S1002', addDays(day, 1))], {
    on: addDays(day, 1),
    opening: 700,
  })
  await work(bank)
  assert.equal(await orderNow(bank, late.id), 'COMPLETED 900 0')
  assert.deepEqual(await daysOf(bank, account), ['06-03 proven 700 1600 900 0', '06-04 proven 1600 1600 0 0'])
  await proveAll(bank)
})

test('an announcement without a number of the bank completes nothing, and neither does one of another amount or of a paid order', async () => {
  await moveToNoon(world, day)
  const account = await anAccount(bank)
  const [bare, part, twice] = [
    await anOrder(bank, account, 700),
    await anOrder(bank, account, 900),
    await anOrder(bank, account, 300),
  ]
  await giveReport(bank, account, [
    deposit(700, bare.text),
    deposit(400, part.text, 'B4001'),
    deposit(300, twice.text, 'B3001'),
    deposit(300, twice.text, 'B3002'),
  ])
  await work(bank)
  assert.equal(await orderNow(bank, bare.id), 'PENDING 0 0')
  assert.equal(await orderNow(bank, part.id), 'PENDING 0 0')
  assert.equal(await orderNow(bank, twice.id), 'COMPLETED 300 0')
  await moveToNoon(world, addDays(day, 1))
  await giveStatement(account, [
    deposit(700, bare.text),
    deposit(400, part.text, 'B4001'),
    deposit(300, twice.text, 'B3001'),
    deposit(300, twice.text, 'B3002'),
  ])
  await work(bank)
  await work(bank)
  assert.equal(await orderNow(bank, bare.id), 'COMPLETED 700 0')
  assert.equal(await orderNow(bank, part.id), 'PENDING 400 400')
  assert.equal(await orderNow(bank, twice.id), 'COMPLETED 600 300')
  assert.deepEqual(await daysOf(bank, account), ['06-03 proven 1700 1700 0 0'])
  await proveAll(bank)
})

for (const first of ['notice', 'statement'] as const) {
  test(`one entry of the statement is the payments that a notice itemises, also if the ${first} comes first`, async () => {
    await moveToNoon(world, day)
    const account = await anAccount(bank)
    const orders = [await anOrder(bank, account, 700), await anOrder(bank, account, 900)]
    const parts = [
      ...orders.map(({ text }, at) => ({ cents: [700, 900][at] ?? 0, text, ref: `D${first.length}00${at}` })),
      { cents: 50, text: 'nobody knows' },
    ]
    const lump = { ref: 'LUMP01', day, parts }
    const files = [camt(account, [lump]), camt(account, [{ ...lump, isSum: true }], { on: day, opening: 0 })]
    await moveToNoon(world, addDays(day, 1))
    for (const file of first === 'notice' ? files : files.toReversed()) {
      await give(bank, file)
      await work(bank)
    }
    await work(bank)
    assert.deepEqual(await Promise.all(orders.map(({ id }) => orderNow(bank, id))), [
      'COMPLETED 700 0',
      'COMPLETED 900 0',
    ])
    assert.deepEqual(await linesOf(bank, account), [
      'notice 50 part in_suspense',
      'notice 700 part applied',
      'notice 900 part applied',
      'statement 1650 itemised closed',
    ])
    assert.deepEqual(await besideLine(account, 900, true), { statement: 1650, announcements: [] })
    assert.deepEqual(await besideLine(account, 1650, false), { statement: null, announcements: [50, 700, 900] })
    assert.deepEqual(await daysOf(bank, account), ['06-03 proven 1650 1650 0 0'])
    await proveAll(bank)
  })
}

test('what no statement confirms is closed where it moved nothing, and raises an alert where it completed an order', async () => {
  await moveToNoon(world, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'B7001'), deposit(50, 'gone')])
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 50 announced expected', 'notice 700 announced applied'])
  for (let later = 0; later < 5; later += 1) {
    await moveToNoon(world, addDays(day, later + 1))
    await giveStatement(account, [], { on: addDays(day, later) })
  }
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 50 not_booked closed', 'notice 700 announced applied'])
  const days = await daysOf(bank, account)
  assert.equal(days[0], '06-03 proven 0 700 700 0')
  assert.equal(days.at(-1), '06-07 open 0 700 700 0 late_confirmations')
  const { confirmations } = await readDay(deps, { bankAccountId: account.id, day, limit: 5 })
  assert.equal(confirmations.items.length, 1)
  await evaluateAlerts({ ...deps, mail: undefined })
  const alerts = async () =>
    (
      await owner.query(
        `select 1 from alerts where kind = 'announced_unconfirmed' and resolved_at is null
          and facts ->> 'bank_account_id' = $1`,
        [account.id],
      )
    ).rowCount
  assert.equal(await alerts(), 1)
  // The bank books it after all.
  await moveToNoon(world, addDays(day, 6))
  await giveStatement(account, [deposit(700, 'other words', 'X1', addDays(day, 5))], { on: addDays(day, 5) })
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), [
    'notice 50 not_booked closed',
    'notice 700 announced applied',
    'statement 700 booked in_suspense',
  ])
  const { rows } = await owner.query<{ id: string }>(
    `select l.id from bank_lines l where l.bank_account_id = $1 and not l.announced`,
    [account.id],
  )
  const by = { actor: 'ana', breakGlass: 'ana' }
  await linkLine(deps, { line_id: rows[0]?.id ?? '', transaction_id: order.id }, by)
  await work(bank)
  await evaluateAlerts({ ...deps, mail: undefined })
  assert.equal(await alerts(), 0)
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  assert.equal((await daysOf(bank, account)).at(-1), '06-08 proven 700 700 0 0')
  await proveAll(bank)
})

test('a statement’s line of the sum of an announced one that nothing else joins is not applied by itself', async () => {
  await moveToNoon(world, day)
  const account = await anAccount(bank)
  const [announced, other] = [await anOrder(bank, account, 700), await anOrder(bank, account, 700)]
  await giveReport(bank, account, [deposit(700, announced.text, 'B7001')])
  await work(bank)
  await moveToNoon(world, addDays(day, 1))
  await giveStatement(account, [deposit(700, other.text, 'S7777')])
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced applied', 'statement 700 booked in_suspense'])
  assert.equal(await orderNow(bank, other.id), 'PENDING 0 0')
  // Once the announced one is found, the other is no doubt any more.
  await moveToNoon(world, addDays(day, 2))
  await giveStatement(account, [deposit(700, announced.text, 'B7001', addDays(day, 1))], {
    ...{ on: addDays(day, 1), opening: 700 },
  })
  await work(bank)
  await work(bank)
  assert.equal(await orderNow(bank, other.id), 'COMPLETED 700 0')
  assert.equal(await orderNow(bank, announced.id), 'COMPLETED 700 0')
  await proveAll(bank)
})

test('a report hides no gap: the statement that misses a line is open with the amount, and nothing of it is applied', async () => {
  await moveToNoon(world, day)
  const account = await anAccount(bank)
  const [missing, order] = [await anOrder(bank, account, 700), await anOrder(bank, account, 900)]
  await giveReport(bank, account, [deposit(700, missing.text, 'B7001'), deposit(900, order.text)])
  await work(bank)
  await moveToNoon(world, addDays(day, 1))
  const lines = [deposit(900, order.text)]
  await giveStatements(world, account, [{ from: day, to: day, openingCents: 0, closingCents: 1_600, lines }])
  await work(bank)
  assert.equal(await orderNow(bank, missing.id), 'COMPLETED 700 0')
  assert.equal(await orderNow(bank, order.id), 'PENDING 0 0')
  await evaluateAlerts({ ...deps, mail: undefined })
  const { rows } = await owner.query<{ facts: { minor: string } }>(
    `select facts from alerts where kind = 'statement_gap' and resolved_at is null and facts ->> 'bank_account_id' = $1`,
    [account.id],
  )
  assert.deepEqual(
    rows.map(({ facts }) => facts.minor),
    ['700'],
  )
  await proveAll(bank)
})

test('a report that a person uploads completes no live order: nothing proves it', async () => {
  await moveToNoon(world, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'B7001')])
  // As if a person had uploaded the file by the dashboard.
  await owner.query(
    `update bank_files set uploaded_by = gen_random_uuid()
      where id = (select bank_file_id from bank_statements where bank_account_id = $1)`,
    [account.id],
  )
  await work(bank)
  assert.equal(await orderNow(bank, order.id), 'PENDING 0 0')
})

test('a notice that a person uploads does not split the money of a statement: whoever itemises it decides whose it is', async () => {
  await moveToNoon(world, day)
  const account = await anAccount(bank)
  const orders = [await anOrder(bank, account, 700), await anOrder(bank, account, 900)]
  const parts = orders.map(({ text }, at) => ({ cents: [700, 900][at] ?? 0, text, ref: `U00${at}` }))
  const lump = { ref: 'LUMP02', day, parts }
  await moveToNoon(world, addDays(day, 1))
  await give(bank, camt(account, [{ ...lump, isSum: true }], { on: day, opening: 0 }))
  await work(bank)
  await give(bank, camt(account, [lump]))
  await owner.query(
    `update bank_files set uploaded_by = gen_random_uuid() where id = (
       select bank_file_id from bank_statements where bank_account_id = $1 and kind <> 'booked')`,
    [account.id],
  )
  await work(bank)
  await work(bank)
  assert.deepEqual(await Promise.all(orders.map(({ id }) => orderNow(bank, id))), ['PENDING 0 0', 'PENDING 0 0'])
  assert.deepEqual(
    (await linesOf(bank, account)).filter((line) => line.startsWith('statement')),
    ['statement 1600 booked in_suspense'],
  )
})
