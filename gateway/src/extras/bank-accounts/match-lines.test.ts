import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aProcess } from '../../../test/support/a-transaction.ts'
import { workOff } from '../../../test/support/eventually.ts'
import { type OwnAccount as Account, ownBank } from '../../../test/support/own-bank.ts'
import { numericReference } from '../../../test/support/reference-mistakes.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { applyOutcomes } from '../../core/processing/apply-outcome.ts'
import type { NewTransaction } from '../../core/processing/rules/new-transaction.ts'
import { evaluateAlerts } from '../alerts/evaluate-alerts.ts'
import { checkBankLines } from '../verify/store/bank-line-checks.ts'
import { ownAccount } from './connector/connector.ts'
import { matchNewLines, matchWaitingLines } from './match-lines.ts'
import { decideLines } from './matching/decide-lines.ts'
import { settleLines } from './settle-lines.ts'
import { showWaitingLines } from './show-lines.ts'
import { readNewLines } from './store/line-states.ts'

const world = await setUp({ after })
const deps = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}
const { pointId } = await aPoint(deps, { environment: 'live' })
const { owner, engine } = deps.database

const { anAccount, anOrder, give, dayIn, matchAll, statesOf, orderNow, settlementOf, proveAll } = ownBank(deps, pointId)

async function reasonOf(id: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ reason: string }>(
    `select concat_ws(' ', reason, needs_operator) as reason from transactions where id = $1`,
    [id],
  )
  return rows[0]?.reason
}

/** What a person is shown about the waiting lines of an account. */
async function proposedFor(account: Account): Promise<string[]> {
  const lines = await showWaitingLines(deps, account.id)
  return lines.flatMap(({ candidates }) =>
    candidates.map((each) => `${each.class} ${each.transactionId}: ${each.reasons.map(({ code }) => code).join(', ')}`),
  )
}

test('a deposit with its reference completes its order, and whatever nobody claims is in the ledger, in and out', async () => {
  const account = await anAccount()
  const order = await anOrder(account)
  await give(account, [
    { cents: 150_000, text: `pago ${order.target_reference?.slice(0, 4)}-${order.target_reference?.slice(4)}` },
    { cents: 777, text: 'nobody knows' },
    { cents: 90, sign: 'D', text: 'comision' },
  ])
  await matchAll()
  assert.deepEqual(await orderNow(order.id), ['COMPLETED', 150_000n, 0n])
  assert.deepEqual(await statesOf(account), ['D 90 in_suspense', 'C 777 in_suspense', 'C 150000 applied payin'])
  assert.equal(await settlementOf(account), 150_687n, 'the ledger holds what the bank holds')
  const { rows } = await owner.query<{ source: string; detail: string }>(
    'select source, detail from transaction_history where transaction_id = $1 order by id desc limit 1',
    [order.id],
  )
  assert.deepEqual([rows[0]?.source, rows[0]?.detail.slice(0, 17)], ['statement', 'bank statement of'])
  assert.equal((await owner.query('select from callback_events where transaction_id = $1', [order.id])).rowCount, 1)
  await proveAll()
})

test('nothing is applied where no person has turned it on, or where the statement does not add up', async () => {
  for (const [automatic, gap] of [
    [false, 0],
    [true, 5],
  ] as const) {
    const account = await anAccount(automatic)
    const order = await anOrder(account)
    await give(account, [{ cents: 150_000, text: `pago ${order.target_reference}` }], { gap })
    await matchAll()
    assert.deepEqual(await orderNow(order.id), ['PENDING', 0n, 0n])
    assert.deepEqual(await statesOf(account), ['C 150000 in_suspense'])
    assert.equal(await reasonOf(order.id), 'awaiting_confirmation a line of the bank names it and waits for a person')
    assert.deepEqual(await proposedFor(account), [`payin ${order.id}: reference_agrees, amount_agrees`])
    assert.equal(await settlementOf(account), 150_000n)
  }
  await proveAll()
})

test('a part of the amount, more than it, two lines for one order, and a second payment wait for a person', async () => {
  const account = await anAccount()
  const anyOrder = async () => await anOrder(account)
  const [part, more, twice, again] = [await anyOrder(), await anyOrder(), await anyOrder(), await anyOrder()]
  await give(account, [
    { cents: 50_000, text: `parte ${part.target_reference}` },
    { cents: 150_001, text: `de mas ${more.target_reference}` },
    ...['uno', 'dos'].map((word) => ({ cents: 150_000, text: `${word} ${twice.target_reference}` })),
    { cents: 150_000, text: `pago ${again.target_reference}` },
  ])
  await matchAll()
  await give(account, [{ cents: 150_000, text: `otra vez ${again.target_reference}` }], { opening: 650_001 })
  await matchAll()
  for (const { id } of [part, more, twice]) assert.deepEqual(await orderNow(id), ['PENDING', 0n, 0n])
  assert.deepEqual(await orderNow(again.id), ['COMPLETED', 150_000n, 0n])
  assert.deepEqual((await statesOf(account)).filter((state) => state.includes('applied')).length, 1)
  assert.equal(await settlementOf(account), 800_001n)
  await proveAll()
})

test('an order with the amount, the document, the name and the typed number of a deposit does not get it', async () => {
  const account = await anAccount()
  const payer = { payer_doc_id: 'GODE561231GR8', payer_name: 'Elena', payer_lastname: 'Prueba' }
  const victim = await anOrder(account, { details: payer })
  const thieves: NewTransaction[] = []
  for (let guess = 0; guess < 3; guess++) thieves.push(await anOrder(account, { details: payer }))
  for (const [at, thief] of thieves.entries()) {
    await owner.query('update transactions set payer_reference = $2 where id = $1', [thief.id, `MX-9900-112${at}`])
  }
  await give(account, [
    { cents: 150_000, text: 'ELENA PRUEBA', ref: 'MX99001121' },
    { cents: 150_000, text: `pago ${victim.target_reference}`, ref: 'MX99001122' },
  ])
  await owner.query(
    `update bank_lines set party_document = 'GODE561231GR8', party_name = 'ELENA PRUEBA' where bank_account_id = $1`,
    [account.id],
  )
  await matchAll()
  assert.deepEqual(await orderNow(victim.id), ['COMPLETED', 150_000n, 0n])
  for (const { id } of thieves) assert.deepEqual(await orderNow(id), ['PENDING', 0n, 0n])
  const [likeliest, ...others] = await proposedFor(account)
  const sender = 'amount_agrees, document_agrees, name_agrees'
  assert.equal(likeliest, `payin ${thieves[1]?.id}: typed_number_agrees, ${sender}`)
  assert.deepEqual(others.sort(), [0, 2].map((at) => `payin ${thieves[at]?.id}: ${sender}`).sort())
  await proveAll()
})

test('a person is shown the order of a reference with one mistake, whatever the amount, and ten orders at most', async () => {
  const account = await anAccount()
  const order = await anOrder(account, { amount_minor: 98_765n })
  for (let at = 0; at < 12; at++) await anOrder(account, { amount_minor: 4_321n })
  const typo = `${order.target_reference?.slice(0, 5)}${order.target_reference?.[5] === '7' ? '8' : '7'}${order.target_reference?.slice(6)}`
  await give(account, [
    { cents: 55, text: `pago ${typo}` },
    { cents: 4_321, text: 'deposito' },
  ])
  await matchAll()
  const proposed = await proposedFor(account)
  assert.ok(proposed.includes(`payin ${order.id}: reference_similar, amount_differs`), proposed.join('\n'))
  assert.equal(proposed.length, 1 + 10)
})

test('an order of another own account is proposed, never paid by itself', async () => {
  const [here, there] = [await anAccount(), await anAccount()]
  const order = await anOrder(there)
  await give(here, [{ cents: 150_000, text: `pago ${order.target_reference}` }])
  await matchAll()
  assert.deepEqual(await statesOf(here), ['C 150000 in_suspense'])
  assert.deepEqual([await settlementOf(here), await settlementOf(there)], [150_000n, 0n])
})

test('money that an operator confirmed by the bank’s number counts once when its line comes', async () => {
  const account = await anAccount(false)
  const order = await anOrder(account)
  await confirm(order.id, '0000 SPEI-4711')
  await give(account, [{ cents: 150_000, text: 'deposito', ref: 'SPEI4711' }])
  await matchAll()
  assert.deepEqual(await statesOf(account), ['C 150000 linked payin'])
  assert.deepEqual(await orderNow(order.id), ['COMPLETED', 150_000n, 0n])
  assert.equal(await settlementOf(account), 150_000n)
  await proveAll()
})

/** Confirms money by hand, as `pasarela confirm` does. */
async function confirm(transactionId: string, bankReference: string): Promise<void> {
  const update = { kind: 'completed', creditedMinor: 150_000n } as const
  await applyOutcomes(deps, [{ transactionId, source: 'operator', bankReference, update }])
}

async function matchAgain(): Promise<void> {
  await workOff(async () => await matchWaitingLines(deps))
}

test('a line in suspense is linked to an order that is confirmed with the line’s id, also of another own account', async () => {
  const [here, there] = [await anAccount(), await anAccount()]
  const order = await anOrder(there)
  await give(here, [{ cents: 150_000, text: 'deposito', ref: 'B1234' }])
  await matchAll()
  const { rows } = await owner.query<{ id: string }>('select id from bank_lines where bank_account_id = $1', [here.id])
  await confirm(order.id, rows[0]?.id ?? '')
  await matchAgain()
  assert.deepEqual(await statesOf(here), ['C 150000 linked payin'])
  assert.deepEqual([await settlementOf(here), await settlementOf(there)], [150_000n, 0n])
  await proveAll()
})

test('the bank’s number of another own account proves nothing, and of two lines with one number one proves the money', async () => {
  const [here, there] = [await anAccount(), await anAccount()]
  const order = await anOrder(here)
  await confirm(order.id, 'C5678')
  await give(there, [{ cents: 150_000, text: 'deposito', ref: 'C5678' }])
  await matchAll()
  await give(here, [
    { cents: 150_000, text: 'uno', ref: 'C5678' },
    { cents: 150_000, text: 'dos', ref: 'C5678' },
  ])
  await matchAll()
  assert.deepEqual(await statesOf(there), ['C 150000 in_suspense'])
  assert.deepEqual((await statesOf(here)).sort(), ['C 150000 in_suspense', 'C 150000 linked payin'])
  assert.deepEqual([await settlementOf(here), await settlementOf(there)], [300_000n, 150_000n])
  await proveAll()
})

test('an order that is confirmed by hand while its line is judged is not paid a second time', async () => {
  const account = await anAccount()
  const order = await anOrder(account)
  await give(account, [{ cents: 150_000, text: `pago ${order.target_reference}`, ref: 'D9012' }])
  const verdicts = await decideLines(engine, await readNewLines(engine, 10))
  assert.deepEqual(
    verdicts.map(({ kind }) => kind),
    ['apply'],
  )
  await confirm(order.id, 'D9012')
  assert.equal(await settleLines(deps, verdicts), 0)
  await matchAll()
  assert.deepEqual(await statesOf(account), ['C 150000 linked payin'])
  assert.deepEqual(await orderNow(order.id), ['COMPLETED', 150_000n, 0n])
  await proveAll()
})

test('a line that cannot be applied waits in suspense, and the others of its round are applied', async () => {
  const account = await anAccount()
  // Its reserved balance is missing, so that the ledger refuses to pay it out.
  const payout = await anOrder(account, { pay_type: 'payout', amount_minor: 990_000n, details: {} })
  const order = await anOrder(account)
  await give(account, [
    { cents: 990_000, sign: 'D', text: `pago ${payout.id.replaceAll('-', '')}` },
    { cents: 150_000, text: `pago ${order.target_reference}` },
  ])
  await matchAll()
  assert.deepEqual(await statesOf(account), ['C 150000 applied payin', 'D 990000 in_suspense'])
  assert.equal(await settlementOf(account), -840_000n)
  await proveAll()
})

test('lines from before the account was added, and those of no money, move nothing', async () => {
  const account = await anAccount()
  await owner.query(`update bank_accounts set ledger_from = current_date + 7 where id = $1`, [account.id])
  await give(account, [{ cents: 4_100, text: 'before' }])
  await matchAll()
  assert.deepEqual([await statesOf(account), await settlementOf(account)], [['C 4100 closed'], 0n])
})

test('a waiting line is judged again when its statement becomes sound, and by no passing of time', async () => {
  const account = await anAccount()
  const order = await anOrder(account)
  await give(account, [{ cents: 150_000, text: `pago ${order.target_reference}` }], { gap: 700 })
  await matchAll()
  await owner.query(
    `update bank_line_states set judged_at = judged_at - interval '2 days' where bank_account_id = $1`,
    [account.id],
  )
  await matchAgain()
  assert.deepEqual(await statesOf(account), ['C 150000 in_suspense'])
  await give(account, [
    { cents: 150_000, text: `pago ${order.target_reference}` },
    { cents: 700, text: 'lo que faltaba' },
  ])
  await matchAll()
  await matchAgain()
  assert.deepEqual(await statesOf(account), ['C 700 in_suspense', 'C 150000 applied payin'])
  assert.deepEqual([await orderNow(order.id), await reasonOf(order.id)], [['COMPLETED', 150_000n, 0n], 'paid'])
  await proveAll()
})

test('a later statement without a line that an order was paid by is an alert that names both files', async () => {
  const account = await anAccount()
  const order = await anOrder(account)
  await give(account, [{ cents: 150_000, text: `pago ${order.target_reference}` }])
  await matchAll()
  await give(account, [
    { cents: 150_000, text: `pago ${order.target_reference}` },
    { cents: 1, text: 'mas' },
  ])
  const facts = async () => {
    await evaluateAlerts({ ...deps, mail: undefined })
    const found = await owner.query(
      `select facts from alerts where kind = 'statement_contradicts' and facts ->> 'transaction_id' = $1`,
      [order.id],
    )
    return found.rows.map((row) => [row['facts'].file, row['facts'].other_file, row['facts'].lines])
  }
  assert.deepEqual(await facts(), [], 'one that has it is none')
  await give(account, [{ cents: 700, text: 'otra cosa' }])
  assert.deepEqual(await facts(), [['a.sta', 'a.sta', 1]])
})

test('what was allowed before the first live point is asked for again', async () => {
  const account = await anAccount()
  await owner.query(`update bank_accounts set automatic_since = '2000-01-01' where id = $1`, [account.id])
  const order = await anOrder(account)
  await give(account, [{ cents: 150_000, text: `pago ${order.target_reference}` }])
  await matchAll()
  assert.deepEqual(await orderNow(order.id), ['PENDING', 0n, 0n])
})

test('a line of a day that has not come is not applied, from a sound statement too', async () => {
  const account = await anAccount()
  const order = await anOrder(account)
  await give(account, [{ cents: 150_000, text: `pago ${order.target_reference}` }], { day: dayIn(2) })
  await matchAll()
  assert.deepEqual([await statesOf(account), await orderNow(order.id)], [['C 150000 in_suspense'], ['PENDING', 0n, 0n]])
})

test('a debit with its payout’s short reference completes it; where two lines name one, by id or by reference, both wait', async () => {
  const account = await anAccount()
  const order = { pay_type: 'payout', amount_minor: 33_300n, details: {} } as const
  const payout = await anOrder(account, { ...order, target_reference: numericReference('key', 1n) })
  const twice = await anOrder(account, { ...order, target_reference: numericReference('key', 2n) })
  const names = [payout.target_reference, twice.target_reference, twice.id]
  const lines = names.map((name) => ({ cents: 33_300, sign: 'D' as const, text: `pago ${name}` }))
  await give(account, lines)
  await owner.query(
    `insert into ledger_accounts (environment, currency, kind, point_id, balance_minor) values ('live', 'MXN', 'reserved', $1, 33300)
      on conflict do nothing`,
    [pointId],
  )
  await matchAll()
  assert.deepEqual(await orderNow(payout.id), ['COMPLETED', 0n, 0n])
  const states = ['D 33300 applied payout', 'D 33300 in_suspense', 'D 33300 in_suspense']
  assert.deepEqual((await statesOf(account)).sort(), states)
  assert.equal(await settlementOf(account), -99_900n)
  assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
})

test('two processes that match the same lines move each of them once', async () => {
  const account = await anAccount()
  const orders = await Promise.all(Array.from({ length: 40 }, async () => await anOrder(account)))
  const lines = orders.flatMap(({ target_reference: targetReference }, at) => [
    { cents: 150_000, text: `pago ${targetReference}`, ref: `A${1_000 + at}` },
    { cents: 75, text: 'de nadie', ref: `B${1_000 + at}` },
  ])
  await give(account, lines)
  const other = { ...deps, ...aProcess(world) }
  await Promise.all([
    matchAll(),
    matchNewLines(other),
    matchNewLines(other),
    matchNewLines({ ...other, knownAccounts: new Map() }),
  ])
  await matchAll()
  for (const { id } of orders) assert.deepEqual(await orderNow(id), ['COMPLETED', 150_000n, 0n])
  assert.equal(await settlementOf(account), 6_003_000n)
  const { violations } = await checkBankLines(engine, undefined)
  assert.deepEqual(violations, [])
})

test('verify names a line whose money is not in the ledger of its account', async () => {
  const account = await anAccount()
  await give(account, [{ cents: 4_242, text: 'nobody' }])
  await matchAll()
  const { rows } = await owner.query<{ id: string }>('select id from bank_lines where bank_account_id = $1', [
    account.id,
  ])
  await owner.query(`update ledger_transfers set amount_minor = 4243 where bank_line_id = $1`, [rows[0]?.id])
  const { violations } = await checkBankLines(engine, undefined)
  assert.deepEqual(
    violations.map(({ id }) => id),
    [rows[0]?.id],
  )
})
