import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import { anOwnAccount, giveStatements, moveToNoon, type OwnAccount } from '../../../test/support/own-accounts.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { evaluateAlerts } from '../../alerts/evaluate-alerts.ts'
import { alertTextsIn } from '../../alerts/texts/alert-language.ts'
import { type AlertFacts, plainFacts } from '../../alerts/texts/alert-texts.ts'
import { createConnectors } from '../../connectors/index.ts'
import { applyOutcomes } from '../../processing/apply-outcome.ts'
import { insertTransactions } from '../../processing/store/creations.ts'
import { addDays } from '../../values/days.ts'
import { classLine } from '../judgements/class-line.ts'
import { matchNewLines, matchWaitingLines } from '../match-lines.ts'
import { acceptStatement } from './accept-statement.ts'
import { closeDay } from './close-day.ts'
import { computeBankDays } from './compute-days.ts'
import { openLedger } from './open-ledger.ts'
import { readDay, readDays } from './read-days.ts'

const world = await setUp({ after })
const deps = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }),
}
const { pointId } = await aPoint(deps, { environment: 'live' })
const first = '2030-06-03'

async function work(): Promise<void> {
  while ((await matchNewLines(deps)) > 0);
  while ((await matchWaitingLines(deps)) > 0);
  while ((await computeBankDays(deps)) > 0);
}

async function confirmed(account: OwnAccount, cents: number, bankReference: string): Promise<string> {
  const order = aTransaction(
    deps,
    { pointId, connectorAccountId: account.connectorAccountId },
    { environment: 'live', serviceCode: 'SPEI_MX', currency: 'MXN', amountMinor: BigInt(cents), targetReference: null },
  )
  await insertTransactions(deps.database.engine, [order])
  const update = { kind: 'completed', creditedMinor: BigInt(cents) } as const
  await applyOutcomes(deps, [{ transactionId: order.id, source: 'operator', bankReference, update }])
  return order.id
}

/** The days as `day state bank ledger unposted unproven difference reasons`, amounts in cents. */
async function daysOf(account: OwnAccount, from = first): Promise<string[]> {
  const { days } = await readDays(deps, { bankAccountId: account.id, from, to: addDays(from, 60) })
  return days.map((row) =>
    [
      ...[row.day.slice(5), row.state, row.bank_minor ?? '?', row.ledger_minor, row.unposted_minor, row.unproven_minor],
      ...[row.difference_minor ?? '?', ...row.reasons],
    ].join(' '),
  )
}

test('a day whose lines are all in the ledger is proven, also a day between two statements that join', async () => {
  await moveToNoon(world, first)
  const account = await anOwnAccount(world)
  await moveToNoon(world, addDays(first, 3))
  await giveStatements(world, account, [
    {
      ...{ from: first, to: first, openingCents: 0, closingCents: 650 },
      lines: [
        { day: first, cents: 700, text: 'nobody knows' },
        { day: first, cents: -50, text: 'comision' },
      ],
    },
    {
      ...{ from: '2030-06-05', to: '2030-06-05', openingCents: 650, closingCents: 750 },
      lines: [{ day: '2030-06-05', cents: 100, text: 'nobody knows' }],
    },
  ])
  await work()
  assert.deepEqual(await daysOf(account), [
    '06-03 proven 650 650 0 0 0',
    '06-04 proven 650 650 0 0 0',
    '06-05 proven 750 750 0 0 0',
  ])
})

test('money confirmed by hand explains its days until its line comes, and keeps a day open when the line is late', async () => {
  await moveToNoon(world, first)
  const account = await anOwnAccount(world)
  await confirmed(account, 500, 'H1001')
  await confirmed(account, 900, 'H1002')
  await moveToNoon(world, addDays(first, 4))
  const day = (at: number, closing: number, lines: { cents: number; ref: string }[] = []) => {
    const on = addDays(first, at)
    const sum = lines.reduce((total, { cents }) => total + cents, 0)
    return {
      ...{ from: on, to: on, openingCents: closing - sum, closingCents: closing },
      lines: lines.map((line) => ({ ...line, day: on, text: 'deposito' })),
    }
  }
  await giveStatements(world, account, [
    day(0, 0),
    day(1, 500, [{ cents: 500, ref: 'H1001' }]),
    day(2, 500),
    day(3, 500),
  ])
  await work()
  assert.deepEqual(await daysOf(account), [
    '06-03 proven 0 1400 0 1400 0',
    '06-04 proven 500 1400 0 900 0',
    '06-05 proven 500 1400 0 900 0',
    '06-06 open 500 1400 0 900 0 late_confirmations',
  ])
  const { confirmations } = await readDay(deps, { bankAccountId: account.id, day: first, limit: 25 })
  assert.deepEqual(
    confirmations.items.map(({ minor, proven_day: by }) => [minor, by]),
    [
      [500n, '2030-06-04'],
      [900n, null],
    ],
  )
  await giveStatements(world, account, [day(4, 1400, [{ cents: 900, ref: 'H1002' }])])
  await moveToNoon(world, addDays(first, 5))
  await work()
  assert.deepEqual((await daysOf(account)).slice(3), ['06-06 proven 500 1400 0 900 0', '06-07 proven 1400 1400 0 0 0'])
})

test('a line that no file holds is named by its amount, on the day on which it moved and from then on', async () => {
  await moveToNoon(world, first)
  const account = await anOwnAccount(world)
  await moveToNoon(world, addDays(first, 4))
  const lines = [{ day: '2030-06-05', cents: -42, text: 'nobody knows' }]
  await giveStatements(world, account, [
    { from: first, to: first, openingCents: 0, closingCents: 0, lines: [] },
    { from: '2030-06-05', to: '2030-06-05', openingCents: 1_000, closingCents: 958, lines },
  ])
  await work()
  assert.deepEqual(await daysOf(account), [
    '06-03 proven 0 0 0 0 0',
    '06-04 open 1000 0 0 0 1000 no_statement difference no_opening',
    '06-05 open 958 -42 0 0 1000 statement_open difference no_opening',
    '06-06 open ? -42 0 0 ? no_statement',
  ])
  await giveStatements(world, account, [
    {
      ...{ from: '2030-06-04', to: '2030-06-04', openingCents: 0, closingCents: 1_000 },
      lines: [{ day: '2030-06-04', cents: 1_000, text: 'it came later' }],
    },
  ])
  await work()
  assert.deepEqual((await daysOf(account)).slice(1, 3), ['06-04 proven 1000 1000 0 0 0', '06-05 proven 958 958 0 0 0'])
})

const alone = { actor: 'ana', breakGlass: 'ana', evidence: 'seen at the bank' }

test('the opening balance joins the first day, takes over what the ledger held before, and is said once', async () => {
  await moveToNoon(world, first)
  const account = await anOwnAccount(world)
  await confirmed(account, 300, 'O1001')
  await giveStatements(world, account, [
    {
      ...{ from: first, to: first, openingCents: 7_700, closingCents: 8_000 },
      lines: [{ day: first, cents: 300, text: 'nobody knows' }],
    },
  ])
  await work()
  await moveToNoon(world, addDays(first, 3))
  const on = (at: number, openingCents: number, cents: number) => {
    const day = addDays(first, at)
    const lines = [{ day, cents, text: 'nobody knows' }]
    return { from: day, to: day, openingCents, closingCents: openingCents + cents, lines }
  }
  await giveStatements(world, account, [on(1, 8_000, 5), on(2, 8_005, -10)])
  await work()
  assert.deepEqual((await daysOf(account)).slice(1), [
    '06-04 open 8005 605 0 300 7700 difference no_opening',
    '06-05 open 7995 595 0 300 7700 difference no_opening',
  ])
  const opening = { bank_account_id: account.id, ledger_from: '2030-06-04', opening: '80.00' }
  await assert.rejects(openLedger(deps, opening, { actor: 'ana', evidence: 'x' }), { code: 'second_person_required' })
  await openLedger(deps, opening, alone)
  await work()
  assert.deepEqual(await daysOf(account), ['06-04 proven 8005 8005 0 0 0', '06-05 proven 7995 7995 0 0 0'])
  const { rows } = await deps.database.owner.query<{ minor: bigint }>(
    `select sum(case when x.debit_account = a.id then x.amount_minor else -x.amount_minor end)::bigint as minor
      from ledger_accounts a join ledger_transfers x on a.id in (x.debit_account, x.credit_account)
      where a.kind = 'settlement' and a.connector_account_id = $1`,
    [account.connectorAccountId],
  )
  assert.equal(rows[0]?.minor, 7_995n, 'the ledger holds what the bank holds')
  await assert.rejects(openLedger(deps, opening, alone), { code: 'not_in_this_state' })
})

test('an earlier first day brings the lines back that were from before it', async () => {
  await moveToNoon(world, addDays(first, 3))
  const account = await anOwnAccount(world)
  await giveStatements(world, account, [
    {
      ...{ from: first, to: '2030-06-05', openingCents: -100, closingCents: -60 },
      lines: [{ day: first, cents: 40, text: 'nobody knows' }],
    },
  ])
  await work()
  assert.deepEqual(await daysOf(account), [])
  await openLedger(deps, { bank_account_id: account.id, ledger_from: first, opening: '-1' }, alone)
  await work()
  assert.deepEqual((await daysOf(account)).slice(0, 2), ['06-03 proven -60 -60 0 0 0', '06-04 proven -60 -60 0 0 0'])
})

test('a statement that does not add up keeps its days open until two people accept it, and its difference stays', async () => {
  await moveToNoon(world, first)
  const account = await anOwnAccount(world)
  await moveToNoon(world, addDays(first, 3))
  const plain = (at: number, openingCents: number, closingCents: number) => {
    const day = addDays(first, at)
    return { from: day, to: day, openingCents, closingCents, lines: [] }
  }
  await giveStatements(world, account, [plain(0, 0, 0), plain(1, 0, 25), plain(2, 25, 25)])
  await work()
  const open = [
    '06-04 open 25 0 0 0 25 statement_open difference no_opening',
    '06-05 open 25 0 0 0 25 difference no_opening',
  ]
  assert.deepEqual((await daysOf(account)).slice(1), open)
  const { statements } = await readDay(deps, { bankAccountId: account.id, day: '2030-06-04', limit: 5 })
  const statement = { statement_id: statements[0]?.id ?? '' }
  await acceptStatement(deps, statement, alone)
  await assert.rejects(acceptStatement(deps, statement, alone), { code: 'not_in_this_state' })
  await work()
  assert.equal((await daysOf(account))[1], '06-04 open 25 0 0 0 25 difference no_opening')
  const closing = { bank_account_id: account.id, day: '2030-06-04' }
  await assert.rejects(closeDay(deps, { ...closing, difference: '0.24' }, alone), { code: 'validation_failed' })
  await closeDay(deps, { ...closing, difference: '0.25' }, alone)
  await work()
  assert.deepEqual((await daysOf(account)).slice(1), [
    '06-04 closed_manually 25 0 0 0 25 difference no_opening',
    '06-05 closed_manually 25 0 0 0 25 difference no_opening',
  ])
  await moveToNoon(world, addDays(first, 4))
  await giveStatements(world, account, [plain(3, 30, 30)])
  await work()
  assert.equal((await daysOf(account))[3], '06-06 open 30 0 0 0 30 statement_open difference no_opening')
})

test('a day with a fee, a tax, interest, an own transfer, a funding and two lines of nobody is proven', async () => {
  await moveToNoon(world, first)
  const [account, other] = [await anOwnAccount(world), await anOwnAccount(world)]
  await moveToNoon(world, addDays(first, 1))
  const line = (cents: number, text: string) => ({ day: first, cents, text })
  const lines = [
    ...[line(-1_500, 'comision'), line(-240, 'iva'), line(33, 'intereses'), line(-70_000, 'traspaso propio')],
    ...[line(500_000, 'fondeo'), line(1_234, 'nobody knows'), line(-99, 'nobody knows')],
  ]
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  await giveStatements(world, account, [{ from: first, to: first, openingCents: 0, closingCents: total, lines }])
  await giveStatements(world, other, [
    { from: first, to: first, openingCents: 0, closingCents: 70_000, lines: [line(70_000, 'traspaso propio')] },
  ])
  await work()
  const { rows } = await deps.database.owner.query<{ id: string; text: string }>(
    'select id, text from bank_lines where bank_account_id = any ($1::uuid[])',
    [[account.id, other.id]],
  )
  const classes = [
    { text: 'comision', class: 'fee' },
    { text: 'iva', class: 'tax' },
    { text: 'intereses', class: 'interest' },
    { text: 'traspaso propio', class: 'own_transfer' },
    { text: 'fondeo', class: 'funding', point_id: pointId },
  ] as const
  for (const { text, ...about } of classes) {
    for (const { id } of rows.filter((row) => row.text === text))
      await classLine(deps, { line_id: id, ...about }, alone)
  }
  await work()
  assert.deepEqual(await daysOf(account), [`06-03 proven ${total} ${total} 0 0 0`])
  assert.deepEqual(await daysOf(other), ['06-03 proven 70000 70000 0 0 0'])
  const { day } = await readDay(deps, { bankAccountId: account.id, day: first, limit: 25 })
  assert.equal(day.waitingLines, 2)
  const transit = await deps.database.owner.query<{ minor: bigint }>(
    `select coalesce(sum(case when x.debit_account = a.id then -x.amount_minor else x.amount_minor end), 0)::bigint as minor
      from ledger_accounts a join ledger_transfers x on a.id in (x.debit_account, x.credit_account)
      where a.kind = 'transit' and a.currency = 'MXN' and a.environment = 'live'`,
  )
  assert.equal(transit.rows[0]?.minor, 0n, 'nothing is under way between the two accounts')
})

test('operators are told of a missing statement, of one that does not add up, and of a day that stays open', async () => {
  await moveToNoon(world, first)
  const account = await anOwnAccount(world)
  await deps.database.owner.query('update bank_accounts set active = false where id <> $1', [account.id])
  const on = (at: number, openingCents: number, closingCents: number) => {
    const day = addDays(first, at)
    return { from: day, to: day, openingCents, closingCents, lines: [] }
  }
  const told = async (kind: string) => {
    await work()
    await evaluateAlerts({ ...deps, mail: undefined })
    const { rows } = await deps.database.owner.query<{ facts: AlertFacts }>(
      `select facts from alerts where kind = $1 and resolved_at is null and facts ->> 'bank_account_id' = $2`,
      [kind, account.id],
    )
    const { title } = alertTextsIn('en').kinds[kind as 'statement_gap']
    return rows.map(({ facts }) => title(plainFacts(facts, 'en')))
  }
  await giveStatements(world, account, [on(0, 0, 0)])
  await moveToNoon(world, addDays(first, 2))
  assert.deepEqual(await told('statement_missing'), [], 'Tuesday’s statement may come until Wednesday ends')
  await moveToNoon(world, addDays(first, 3))
  assert.deepEqual(await told('statement_missing'), ['The statement of BANAMEX MXN for Jun 4, 2030 is missing'])
  await giveStatements(world, account, [on(1, 0, 0), on(2, 1_250, 1_250)])
  assert.deepEqual(await told('statement_missing'), [])
  assert.deepEqual(await told('statement_gap'), [
    'The statement of BANAMEX MXN for Jun 5, 2030 does not add up: 12.50 MXN',
  ])
  assert.deepEqual(await told('day_open'), [])
  const { statements } = await readDay(deps, { bankAccountId: account.id, day: '2030-06-05', limit: 5 })
  await acceptStatement(deps, { statement_id: statements[0]?.id ?? '' }, alone)
  assert.deepEqual(await told('statement_gap'), [])
  assert.deepEqual(await told('day_open'), ['The bank and the ledger differ on BANAMEX MXN since Jun 5, 2030'])
})

test('today is there once a statement says its closing balance, and follows what is confirmed later', async () => {
  await moveToNoon(world, first)
  const account = await anOwnAccount(world)
  const lines = [{ day: first, cents: 700, text: 'nobody knows' }]
  await giveStatements(world, account, [{ from: first, to: first, openingCents: 0, closingCents: 700, lines }])
  await work()
  assert.deepEqual(await daysOf(account), ['06-03 proven 700 700 0 0 0'])
  await moveToNoon(world, first, 3_600_000)
  await confirmed(account, 25, 'T1001')
  await work()
  assert.deepEqual(await daysOf(account), ['06-03 proven 700 725 0 25 0'])
})
