import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { aProcess, aTransaction } from '../../../../test/support/a-transaction.ts'
import { workOff } from '../../../../test/support/eventually.ts'
import { textReference } from '../../../../test/support/reference-mistakes.ts'
import { aPoint, setUp } from '../../../../test/support/set-up.ts'
import { createConnectors } from '../../../core/connectors/index.ts'
import { applyOutcomes } from '../../../core/processing/apply-outcome.ts'
import { insertTransactions } from '../../../core/processing/store/creations.ts'
import { countries } from '../../../core/values/country.ts'
import { dayMs, dayOf } from '../../../core/values/days.ts'
import { Problem } from '../../../core/values/problem.ts'
import { evaluateAlerts } from '../../alerts/evaluate-alerts.ts'
import { checkBankLines } from '../../verify/store/bank-line-checks.ts'
import { checkBalances } from '../../verify/store/ledger-checks.ts'
import { addDepositAccount } from '../add-deposit-account.ts'
import { ownAccount } from '../connector/connector.ts'
import { decideLine } from '../decide-by-operator.ts'
import { importStatement } from '../import-statement.ts'
import { addLineRule, removeLineRule } from '../line-rules.ts'
import { matchNewLines } from '../match-lines.ts'
import { decideLines } from '../matching/decide-lines.ts'
import { setBankAccount } from '../set-bank-account.ts'
import { previewOpening, setOpening } from '../set-opening.ts'
import { settleLines } from '../settle-lines.ts'
import { showStandingAccount } from '../show-account-figures.ts'
import { showDay, showDays } from '../show-days.ts'
import { showLine } from '../show-lines.ts'
import { readNewLines } from '../store/line-states.ts'
import { checkBankDays } from './check-days.ts'

const world = await setUp({ after })
const deps = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}
const { pointId } = await aPoint(deps, { environment: 'live' })
const { owner, engine } = deps.database
const alone = { actor: 'ana', breakGlass: 'ana' }

let accounts = 0
async function anAccount() {
  const number = `${810_000 + accounts}`
  const digits = `002180${String(80_031_234_560 + accounts++)}`
  const sum = [...digits].reduce((total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10), 0)
  const { bankAccountId } = await addDepositAccount(deps, {
    ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', breakGlass: 'ana' },
    number: `${digits}${(10 - (sum % 10)) % 10}`,
  })
  await setBankAccount(deps, { bankAccountId, number, automatic: true }, alone)
  return { id: bankAccountId, number }
}

let sequence = 77_000n
async function anOrder({ id }: { id: string }) {
  const { rows } = await owner.query('select connector_account_id from bank_accounts where id = $1', [id])
  const order = aTransaction(
    deps,
    { pointId, connectorAccountId: rows[0]?.['connector_account_id'] },
    {
      ...{ environment: 'live', service_code: 'SPEI_MX', currency: 'MXN', amount_minor: 150_000n },
      target_reference: textReference('key', sequence++),
    },
  )
  await insertTransactions(engine, [order])
  return order
}

/** Days of the account's zone: 3 is three days ago. */
const ago = (days: number) => dayOf(new Date(Date.now() - days * dayMs), countries.MX.timeZone)

/** Imports what the bank booked on some days, in cents. `gap`: what the closing balance is beside the lines. */
async function give(
  { number }: { number: string },
  {
    days,
    opening,
    lines,
    gap = 0,
  }: {
    days: [number, number]
    opening: number
    lines: [days: number, cents: number, text?: string, bankReference?: string | undefined, code?: string][]
    gap?: number
  },
): Promise<void> {
  const short = (of: number) => ago(of).slice(2).replaceAll('-', '')
  const decimal = (cents: number) => (Math.abs(cents) / 100).toFixed(2).replace('.', ',')
  const balance = (day: string, cents: number) => `${cents < 0 ? 'D' : 'C'}${day}MXN${decimal(cents)}`
  const closing = lines.reduce((sum, [, cents]) => sum + cents, opening) + gap
  const text = [
    ...[':20:DEMO', `:25:${number}`, ':28C:1', `:60F:${balance(short(days[0]), opening)}`],
    ...lines.flatMap(([day, cents, words = `movimiento ${cents}`, reference, code = 'NTRF']) => [
      `:61:${short(day)}${short(day).slice(2)}${cents < 0 ? 'D' : 'C'}${decimal(cents)}${code}NONREF${reference ? `//${reference}` : ''}`,
      `:86:${words}`,
    ]),
    ...[`:62F:${balance(short(days[1]), closing)}`, '-', ''],
  ].join('\r\n')
  const file = { content: Buffer.from(text), name: 'a.sta', environment: 'live', receivedBy: 'ana' } as const
  await importStatement(deps, { ...file, agreed: { breakGlass: 'ana' } })
}

const match = async () => await workOff(async () => await matchNewLines(deps))

/** The judged days as text: day, state, bank, ledger, what explains the difference, and what came up on the day. */
async function daysOf({ id }: { id: string }): Promise<string[]> {
  await workOff(async () => await checkBankDays(deps))
  const { days } = await showDays(deps, { bankAccountId: id, from: ago(90), to: ago(-1) })
  return days.map(
    (each) =>
      `${each.day} ${each.state} bank ${each.bank_minor} ledger ${each.ledger_minor} unposted ${each.unposted_minor} unproven ${each.unproven_minor} gap ${each.gap_minor}`,
  )
}
const day = (
  days: number,
  [state, bank, ledger, unposted, unproven, gap]: [string, number | null, number, number, number, number | null],
) => `${ago(days)} ${state} bank ${bank} ledger ${ledger} unposted ${unposted} unproven ${unproven} gap ${gap}`

const openAt = async ({ id }: { id: string }, days: number, cents: number) =>
  await setOpening(deps, { bankAccountId: id, day: ago(days), openingMinor: BigInt(cents) }, alone)

test('days whose lines nobody has claimed are proven, and a quiet day between two statements too', async () => {
  const account = await anAccount()
  await give(account, {
    days: [4, 4],
    opening: 100_000,
    lines: [
      [4, 700],
      [4, -200],
    ],
  })
  await give(account, { days: [2, 2], opening: 100_500, lines: [[2, 900]] })
  await openAt(account, 4, 100_000)
  assert.deepEqual(await daysOf(account), [
    day(4, ['explained', 100_500, 100_000, 500, 0, null]),
    day(3, ['explained', 100_500, 100_000, 500, 0, 0]),
    day(2, ['explained', 101_400, 100_000, 1_400, 0, 0]),
  ])
  await match()
  const proven = [
    day(4, ['proven', 100_500, 100_500, 0, 0, null]),
    day(3, ['proven', 100_500, 100_500, 0, 0, 0]),
    day(2, ['proven', 101_400, 101_400, 0, 0, 0]),
  ]
  assert.deepEqual(await daysOf(account), proven)
  const { waiting } = await showDay(deps, { bankAccountId: account.id, day: ago(4) })
  assert.deepEqual(waiting.map(({ text }) => text).sort(), ['movimiento -200', 'movimiento 700'])
  // Transfers that are old enough stand in sums: the days are the same.
  for (let round = 0; round < 2; round += 1) {
    await owner.query(`update bank_days_upto set seen_at = 'epoch'`)
    assert.deepEqual(await daysOf(account), proven)
  }
  const { rows } = await owner.query('select moved_minor from bank_day_moves where bank_account_id = $1 order by day', [
    account.id,
  ])
  assert.deepEqual(
    rows.map((row) => Number(row['moved_minor'])),
    [100_500, 900],
  )
})

test('a line that is missing in the file is a gap of exactly its amount on its day', async () => {
  const account = await anAccount()
  await give(account, { days: [3, 3], opening: 5_000, lines: [[3, 700]] })
  await give(account, { days: [2, 2], opening: 5_700, lines: [[2, 900]], gap: 1_250 })
  await give(account, { days: [1, 1], opening: 7_850, lines: [[1, -50]] })
  await openAt(account, 3, 5_000)
  await match()
  assert.deepEqual(await daysOf(account), [
    day(3, ['proven', 5_700, 5_700, 0, 0, null]),
    day(2, ['open', 7_850, 6_600, 0, 0, 1_250]),
    day(1, ['open', 7_800, 6_550, 0, 0, 0]),
  ])
  const alertsOf = async () => {
    await evaluateAlerts({ ...deps, mail: undefined }, { toPayHours: 24 })
    const { rows } = await owner.query(
      `select facts from alerts where kind = 'statement_gap' and object = $1 and resolved_at is null`,
      [account.id],
    )
    return rows.map(({ facts }) => [facts.day, facts.amount, facts.currency])
  }
  assert.deepEqual(await alertsOf(), [[ago(2), '12.50', 'MXN']])
  await give(account, {
    days: [2, 2],
    opening: 5_700,
    lines: [
      [2, 900],
      [2, 1_250],
    ],
  })
  await match()
  assert.deepEqual(
    (await daysOf(account)).map((text) => text.split(' ')[1]),
    ['proven', 'proven', 'proven'],
  )
  assert.deepEqual(await alertsOf(), [])
})

test('money that an operator confirmed explains the difference until a line proves it', async () => {
  const account = await anAccount()
  await give(account, { days: [3, 3], opening: 0, lines: [[3, 100]] })
  await openAt(account, 3, 0)
  const order = await anOrder(account)
  const update = { kind: 'completed', creditedMinor: 150_000n } as const
  await applyOutcomes(deps, [{ transactionId: order.id, source: 'operator', bankReference: 'ABCD1234', update }])
  await match()
  await give(account, { days: [0, 0], opening: 100, lines: [] })
  assert.deepEqual((await daysOf(account)).at(-1), day(0, ['explained', 100, 150_100, 0, 150_000, 0]))
  const listed = async () =>
    (await showDay(deps, { bankAccountId: account.id, day: ago(0) })).unproven.map((each) => [
      ...[each.transaction_id, each.moved_minor, each.kind],
    ])
  assert.deepEqual(await listed(), [[order.id, 150_000n, 'payin']])
  await give(account, { days: [0, 0], opening: 100, lines: [[0, 150_000, 'pago', 'ABCD1234']] })
  await match()
  assert.deepEqual((await daysOf(account)).at(-1), day(0, ['proven', 150_100, 150_100, 0, 0, 0]))
  assert.deepEqual(await listed(), [])
})

test('an opening balance is booked once, less what the ledger knew of earlier days, and lets left out lines count', async () => {
  const account = await anAccount()
  await give(account, {
    days: [5, 3],
    opening: -2_000,
    lines: [
      [5, 400],
      [3, 700],
    ],
  })
  await match()
  assert.deepEqual(await daysOf(account), [], 'the first day of the account is today')
  const opening = { bankAccountId: account.id, day: ago(4), openingMinor: -1_600n }
  const { blocked } = await previewOpening(deps, { ...opening, day: ago(-2) })
  assert.match(String(blocked), /has not come/)
  const { missingMinor, saidMinor } = await previewOpening(deps, opening)
  assert.deepEqual([missingMinor, saidMinor], [-1_600n, -1_600n], 'the statement says it too')
  await assert.rejects(
    setOpening(deps, opening, { actor: 'ana' }),
    (error) => error instanceof Problem && error.code === 'second_person_required',
  )
  await setOpening(deps, opening, alone)
  await match()
  assert.deepEqual(await daysOf(account), [
    day(4, ['proven', -1_600, -1_600, 0, 0, null]),
    day(3, ['proven', -900, -900, 0, 0, 0]),
  ])
  assert.equal((await showStandingAccount(deps, account.id)).difference, '0.00', 'it holds the line before its day')
  await assert.rejects(
    setOpening(deps, opening, alone),
    (error) => error instanceof Problem && error.code === 'not_in_this_state',
  )
  const { violations } = await checkBalances(engine, true)
  assert.deepEqual(violations, [])
})

test('a line that is being closed as one before the first day counts if that day is moved before it meanwhile', async () => {
  const account = await anAccount()
  await give(account, { days: [3, 3], opening: 0, lines: [[3, 700]] })
  const closer = await owner.connect()
  await closer.query('begin')
  await closer.query(`update bank_line_states set state = 'closed' where bank_account_id = $1`, [account.id])
  let isMoved = false
  const moved = openAt(account, 3, 0).then(() => (isMoved = true))
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while (!isMoved && (await owner.query(waiting)).rows.length === 0) await setImmediate()
  await closer.query('commit')
  closer.release()
  await moved
  await match()
  assert.deepEqual((await daysOf(account)).at(0), day(3, ['proven', 700, 700, 0, 0, null]))
})

test('a line that was judged as one before the first day counts if that day is moved before it meanwhile', async () => {
  const account = await anAccount()
  await give(account, { days: [3, 3], opening: 0, lines: [[3, 700]] })
  const stale = await decideLines(engine, await readNewLines(engine, 10))
  assert.deepEqual(
    stale.map(({ kind }) => kind),
    ['close'],
  )
  await openAt(account, 3, 0)
  await settleLines(deps, stale)
  await match()
  assert.deepEqual(await daysOf(account), [day(3, ['proven', 700, 700, 0, 0, null])])
})

test('an alert names lines that wait for more than a day, and a statement that is due', async () => {
  const account = await anAccount()
  await give(account, {
    days: [9, 9],
    opening: 0,
    lines: [
      [9, 12_345],
      [9, -345],
    ],
  })
  await openAt(account, 9, 0)
  await match()
  const alertsOf = async () => {
    await evaluateAlerts({ ...deps, mail: undefined }, { toPayHours: 24 })
    const { rows } = await owner.query(
      `select kind, facts from alerts where object = $1 and resolved_at is null order by kind`,
      [account.id],
    )
    return rows.map(({ kind, facts }) => [kind, facts.credits ?? facts.last_day, facts.debits, facts.lines])
  }
  assert.deepEqual(await alertsOf(), [['statement_missing', ago(9), undefined, undefined]])
  await owner.query(`update bank_lines set seen_at = seen_at - interval '25 hours' where bank_account_id = $1`, [
    account.id,
  ])
  assert.deepEqual(await alertsOf(), [
    ['lines_waiting', '123.45', '3.45', 2],
    ['statement_missing', ago(9), undefined, undefined],
  ])
  await give(account, { days: [8, 0], opening: 12_000, lines: [] })
  assert.deepEqual(
    (await alertsOf()).map(([kind]) => kind),
    ['lines_waiting'],
  )
})

test('a day of fees, taxes, interest, own transfers, funding and lines of nobody ends proven; a rule on text only suggests', async () => {
  const account = await anAccount()
  await openAt(account, 2, 0)
  const rule = { bankAccountId: account.id, sign: 'D' } as const
  const fees = await addLineRule(deps, { ...rule, bankCode: 'NCHG', class: 'fee' }, alone)
  await addLineRule(deps, { ...rule, text: 'Impuesto', class: 'tax' }, alone)
  for (const wrong of [
    { ...rule, class: 'fee' },
    { ...rule, bankCode: 'NCHG', text: 'x y z', class: 'fee' },
    { ...rule, bankCode: 'NINT', class: 'interest' },
  ] as const) {
    await assert.rejects(addLineRule(deps, wrong, alone), Problem)
  }
  const { target_reference: named } = await anOrder(account)
  await give(account, {
    days: [2, 1],
    opening: 0,
    lines: [
      [2, -150, 'COMISION', undefined, 'NCHG'],
      [2, -210, 'IMPUESTO AL DEBITO'],
      [2, 900, 'intereses', undefined, 'NINT'],
      [2, 5_000, 'traspaso'],
      [2, 7_000, 'fondeo'],
      [2, 4_444, 'de nadie'],
      [2, -333, 'de nadie tampoco'],
      [2, -160, `COMISION ${named}`, undefined, 'NCHG'],
    ],
  })
  await match()
  const lines = async () => {
    const { rows } = await owner.query<{ id: string; cents: number; state: string; class: string | null }>(
      `select l.id, (case l.sign when 'C' then l.amount_minor else -l.amount_minor end)::int as cents, s.state, s.class
        from bank_line_states s join bank_lines l on l.id = s.bank_line_id where s.bank_account_id = $1 order by l.amount_minor`,
      [account.id],
    )
    return rows
  }
  const idOf = async (cents: number) => (await lines()).find((each) => each.cents === cents)?.id ?? ''
  assert.deepEqual(
    (await lines()).filter(({ state }) => state !== 'in_suspense').map(({ cents, class: as }) => [cents, as]),
    [[-150, 'fee']],
    'the code decides, but not about a line that names an order',
  )
  assert.equal((await showLine(deps, { id: await idOf(-210), named: undefined })).suggested, 'tax')
  for (const [cents, wish] of [
    [-210, { class: 'tax' }],
    [900, { class: 'interest' }],
    [5_000, { class: 'own_transfer' }],
    [7_000, { class: 'funding', pointId }],
  ] as const) {
    const by = { operator: 'ana', second: 'eva', evidence: 'seen', breakGlass: 'ana' }
    await decideLine(deps, { kind: 'class', bankLineId: await idOf(cents), ...wish }, by)
  }
  assert.deepEqual(await daysOf(account), [
    day(2, ['proven', 16_491, 16_491, 0, 0, null]),
    day(1, ['proven', 16_491, 16_491, 0, 0, 0]),
  ])
  assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  assert.deepEqual((await checkBalances(engine, true)).violations, [])
  await removeLineRule(deps, fees, 'ana')
  await assert.rejects(removeLineRule(deps, fees, 'ana'), Problem)
})
