import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  anAccount,
  announcingBank,
  anOrder,
  camt,
  day,
  deposit,
  give,
  giveReport,
  giveStatement,
  linesOf,
  orderNow,
  proveAll,
  work,
} from '../../../test/support/announcing-bank.ts'
import { agreeOpening, anOwnAccount, moveToNoon, type OwnAccount } from '../../../test/support/own-accounts.ts'
import { addDays } from '../../values/days.ts'
import { acceptStatement } from '../days/accept-statement.ts'
import { matchNewLines, matchWaitingLines } from '../match-lines.ts'
import { postponeLines } from '../store/line-states.ts'

const bank = await announcingBank({ after })
const { deps } = bank
const { owner } = deps.database

/** Nobody agreed to this balance, so that a statement which begins with it takes no effect by itself. */
const strange = 5_000

/** Two people accept the newest statement of the account. */
async function acceptNewest({ id }: OwnAccount): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from bank_statements where bank_account_id = $1 and kind = 'booked' order by id desc limit 1`,
    [id],
  )
  const by = { actor: 'ana', breakGlass: 'ana', evidence: 'as the bank says' }
  await acceptStatement(deps, { statement_id: rows[0]?.id ?? '' }, by)
}

test('a statement that waits for a person does not take the place of the bank’s own line', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'B7001')])
  await work(bank)
  await moveToNoon(deps, addDays(day, 2))
  const next = addDays(day, 1)
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'F1', next)], on: next, opening: strange })
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced applied', 'statement 700 booked in_suspense'])
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001')] })
  await work(bank)
  await work(bank)
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  assert.deepEqual(await linesOf(bank, account), [
    'notice 700 adopted applied',
    'statement 700 booked in_suspense',
    'statement 700 booked linked',
  ])
  await proveAll(bank)
})

test('once two people accept the waiting statement, its line proves the money that was announced', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'B7001')])
  await work(bank)
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001')], opening: strange })
  await work(bank)
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced applied', 'statement 700 booked in_suspense'])
  await acceptNewest(account)
  await work(bank)
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  assert.deepEqual(await linesOf(bank, account), ['notice 700 adopted applied', 'statement 700 booked linked'])
  await proveAll(bank)
})

test('a line that waits is judged again as soon as its statement takes effect, however short it has rested', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'B7001')])
  await work(bank)
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001')], opening: strange })
  await work(bank)
  assert.equal(await matchWaitingLines(deps), 0, 'nothing has changed: the line rests')
  const twice = ['notice 700 announced applied', 'statement 700 booked in_suspense']
  assert.deepEqual(await linesOf(bank, account), twice)
  await acceptNewest(account)
  assert.equal(await matchWaitingLines(deps), 1)
  const once = ['notice 700 adopted applied', 'statement 700 booked linked']
  assert.deepEqual(await linesOf(bank, account), once)

  const other = await anAccount(bank)
  const second = await anOrder(bank, other, 700)
  await giveReport(bank, other, [deposit(700, second.text, 'B7002')])
  await work(bank)
  await giveStatement(bank, other, { lines: [deposit(700, second.text, 'B7002')], opening: strange })
  await work(bank)
  assert.equal(await matchWaitingLines(deps), 0)
  assert.deepEqual(await linesOf(bank, other), twice)
  await giveStatement(bank, other, { lines: [deposit(700, second.text, 'B7002')] })
  assert.equal(await matchWaitingLines(deps), 1, 'a statement that joins holds the line too')
  assert.deepEqual(await linesOf(bank, other), once)
})

test('a waiting line that could not be booked rests, though a statement took effect meanwhile', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  await giveStatement(bank, account, { lines: [deposit(700, 'nobody', 'B7003')], opening: strange })
  await work(bank)
  await acceptNewest(account)
  const { rows } = await owner.query<{ id: string }>(
    'select bank_line_id as id from bank_line_states where bank_account_id = $1',
    [account.id],
  )
  await postponeLines(
    deps.database.engine,
    rows.map(({ id }) => id),
    deps.clock.now(),
  )
  assert.equal(await matchWaitingLines(deps), 0)
})

test('other announced lines of the amount go on while a waiting statement holds the line of one', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const [first, second] = [await anOrder(bank, account, 700), await anOrder(bank, account, 700)]
  await giveReport(bank, account, [deposit(700, first.text, 'B7001')])
  await work(bank)
  await giveStatement(bank, account, { lines: [deposit(700, first.text, 'B7001')], opening: strange })
  await work(bank)
  await giveReport(bank, account, [deposit(700, second.text, 'B7002')])
  await work(bank)
  assert.equal(await orderNow(bank, second.id), 'COMPLETED 700 0')
})

test('a line of before the account’s first day proves nothing that was announced', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'B7001')])
  await work(bank)
  const before = addDays(day, -1)
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001', before)], on: before })
  await acceptNewest(account)
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced applied', 'statement 700 booked closed'])
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  await proveAll(bank)
})

test('a line of a day that has not come closes no announced one', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  const later = addDays(day, 3)
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001', later)], on: later })
  await giveReport(bank, account, [deposit(700, order.text, 'B7001')])
  await work(bank)
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced applied', 'statement 700 booked new'])
  await moveToNoon(deps, later)
  await work(bank)
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 700 adopted applied', 'statement 700 booked linked'])
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  await proveAll(bank)
})

test('a sum of a waiting statement does not take the parts that completed orders', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const orders = [await anOrder(bank, account, 700), await anOrder(bank, account, 900)]
  const parts = orders.map(({ text }, at) => ({ cents: [700, 900][at] ?? 0, text, ref: `W00${at}` }))
  const lump = { ref: 'LUMP05', day, parts }
  await give(bank, camt(account, [lump]))
  await work(bank)
  await moveToNoon(deps, addDays(day, 2))
  const next = addDays(day, 1)
  await give(bank, camt(account, [{ ...lump, day: next, isSum: true }], { on: next, opening: strange }))
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), [
    'notice 700 announced applied',
    'notice 900 announced applied',
    'statement 1600 booked in_suspense',
  ])
  await give(bank, camt(account, [{ ...lump, isSum: true }], { on: day, opening: 0 }))
  await work(bank)
  assert.deepEqual(await Promise.all(orders.map(async ({ id }) => await orderNow(bank, id))), [
    'COMPLETED 700 0',
    'COMPLETED 900 0',
  ])
  assert.deepEqual(await linesOf(bank, account), [
    'notice 700 part applied',
    'notice 900 part applied',
    'statement 1600 booked in_suspense',
    'statement 1600 itemised closed',
  ])
  await proveAll(bank)
})

test('parts in a statement of a sum that completed an order wait for a person: each is another amount', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const [whole, part] = [await anOrder(bank, account, 1_600), await anOrder(bank, account, 900)]
  await give(bank, camt(account, [{ ref: 'LUMP06', day, parts: [{ cents: 1_600, text: whole.text }] }]))
  await work(bank)
  assert.equal(await orderNow(bank, whole.id), 'COMPLETED 1600 0')
  const parts = [
    { cents: 700, text: 'a', ref: 'V001' },
    { cents: 900, text: part.text, ref: 'V002' },
  ]
  await give(bank, camt(account, [{ ref: 'LUMP06', day, parts }], { on: day, opening: 0 }))
  await work(bank)
  await work(bank)
  assert.equal(await orderNow(bank, whole.id), 'COMPLETED 1600 0')
  assert.equal(await orderNow(bank, part.id), 'PENDING 0 0')
  assert.deepEqual(await linesOf(bank, account), [
    'notice 1600 announced applied',
    'statement 700 booked in_suspense',
    'statement 900 booked in_suspense',
  ])
  await proveAll(bank)
})

test('a movement that was announced under two numbers is proven by its line: the number of the bank is of the other one', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveReport(bank, account, [deposit(700, order.text, 'I7001')])
  await work(bank)
  await give(bank, camt(account, [{ ref: 'B7001', day, parts: [{ cents: 700, text: order.text }] }]))
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 700 announced applied', 'notice 700 announced expected'])
  await moveToNoon(deps, addDays(day, 1))
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001')] })
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), [
    'notice 700 adopted applied',
    'notice 700 adopted closed',
    'statement 700 booked linked',
  ])
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  await proveAll(bank)
})

test('a line that waits is still the movement of a later announcement, though another one was it before', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const order = await anOrder(bank, account, 700)
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001')], opening: strange })
  await give(bank, camt(account, [{ ref: 'B7001', day, parts: [{ cents: 700, text: order.text }] }]))
  await work(bank)
  assert.deepEqual(await linesOf(bank, account), ['notice 700 adopted closed', 'statement 700 booked in_suspense'])
  await giveReport(bank, account, [deposit(700, order.text, 'I7001')])
  await work(bank)
  await acceptNewest(account)
  await work(bank)
  assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
  assert.deepEqual(await linesOf(bank, account), [
    'notice 700 adopted closed',
    'notice 700 adopted closed',
    'statement 700 booked applied',
  ])
  await proveAll(bank)
})

for (const isAtOnce of [true, false]) {
  test(`a movement that two channels announce under two numbers and with two texts completes one order, ${isAtOnce ? 'in one round' : 'in two'}`, async () => {
    await moveToNoon(deps, day)
    const account = await anAccount(bank)
    // No other order has the sum.
    const cents = isAtOnce ? 701 : 702
    const second = await anOrder(bank, account, cents)
    const ref = `B${cents}12345`
    // The payer quotes one order in the text, and gives the number of the transfer for another one.
    await owner.query('update transactions set payer_reference = $2 where id = $1', [second.id, ref])
    const document = '20267565393'
    const notice = camt(account, [{ ref, day, parts: [{ cents, text: 'x', document }] }])
    await give(bank, notice)
    if (!isAtOnce) await work(bank)
    const first = await anOrder(bank, account, cents)
    await giveReport(bank, account, [deposit(cents, first.text, 'I7001')])
    await work(bank)
    await work(bank)
    // Of two in one round, a person says which order is paid, also when the statement has come.
    const wanted = ['PENDING 0 0', isAtOnce ? 'PENDING 0 0' : `COMPLETED ${cents} 0`]
    const now = async () => await Promise.all([first, second].map(async ({ id }) => await orderNow(bank, id)))
    assert.deepEqual(await now(), wanted)
    await moveToNoon(deps, addDays(day, 1))
    await giveStatement(bank, account, { lines: [deposit(cents, first.text, ref)] })
    await work(bank)
    await work(bank)
    assert.deepEqual(await now(), wanted)
    await proveAll(bank)
  })
}

test('what two channels announce under one number, or each twice, holds up no order', async () => {
  await moveToNoon(deps, day)
  const account = await anAccount(bank)
  const orders = await Promise.all([1, 2, 3].map(async () => await anOrder(bank, account, 700)))
  const [first, second, third] = orders.map(({ text }) => text) as [string, string, string]
  // Two channels with numbers of their own, and the same texts.
  await giveReport(bank, account, [deposit(700, first, 'I7001'), deposit(700, second, 'I7002')])
  await work(bank)
  const entries = [first, second, third].map((text, at) => ({ ref: `B700${at}`, day, parts: [{ cents: 700, text }] }))
  await give(bank, camt(account, entries.slice(0, 2)))
  await work(bank)
  await giveReport(bank, account, [deposit(700, third, 'I7003')])
  await give(bank, camt(account, entries))
  await work(bank)
  for (const { id } of orders) assert.equal(await orderNow(bank, id), 'COMPLETED 700 0')
  await proveAll(bank)
})

for (const share of ['different', 'equal'] as const) {
  test(`a line is compared with the newest announcement, however many of ${share} amounts came before it`, async () => {
    await moveToNoon(deps, day)
    const account = await anAccount(bank)
    const order = await anOrder(bank, account, 700)
    const many = Array.from({ length: 5_001 }, (_, at) =>
      deposit(share === 'equal' ? 700 : 50, `n ${at}`, `M${10_000 + at}`),
    )
    await giveReport(bank, account, many)
    // As if rounds had judged them.
    await owner.query(
      `update bank_line_states set state = 'expected', judged_at = gateway_now() where bank_account_id = $1`,
      [account.id],
    )
    await giveReport(bank, account, [deposit(700, order.text, 'I7001')])
    while ((await matchNewLines(deps)) > 0);
    assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
    await moveToNoon(deps, addDays(day, 1))
    await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001')] })
    while ((await matchNewLines(deps)) > 0);
    assert.equal(await orderNow(bank, order.id), 'COMPLETED 700 0')
    const statement = (await linesOf(bank, account)).filter((line) => line.startsWith('statement'))
    assert.deepEqual(statement, ['statement 700 booked linked'])
    await proveAll(bank)
  })
}

test('of an amount that more announced lines have than are compared, a person says which line is which', async () => {
  await moveToNoon(deps, addDays(day, -6))
  const account = await anOwnAccount(deps)
  await agreeOpening(deps, account.id, { day: addDays(day, -6) })
  const order = await anOrder(bank, account, 700)
  const many = Array.from({ length: 1_000 }, (_, at) => deposit(700, `n ${at}`, `M${10_000 + at}`, addDays(day, -6)))
  await giveReport(bank, account, many)
  await owner.query(
    `update bank_line_states set state = 'applied', class = 'payin', transaction_id = $2, judged_at = gateway_now()
      where bank_account_id = $1`,
    [account.id, (await anOrder(bank, account, 700)).id],
  )
  await moveToNoon(deps, addDays(day, 1))
  await giveStatement(bank, account, { lines: [deposit(700, order.text, 'B7001')] })
  while ((await matchNewLines(deps)) > 0);
  assert.equal(await orderNow(bank, order.id), 'PENDING 0 0')
})
