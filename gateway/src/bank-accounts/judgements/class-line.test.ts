import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openJudgedWorld } from '../../../test/support/judged-lines.ts'
import { aPoint } from '../../../test/support/set-up.ts'
import { evaluateAlerts } from '../../alerts/evaluate-alerts.ts'
import { alertTextsIn } from '../../alerts/texts/alert-language.ts'
import { type AlertFacts, plainFacts } from '../../alerts/texts/alert-texts.ts'
import { checkBankLines, checkLineTransfers } from '../../verify/store/bank-line-checks.ts'
import { decideLines } from '../decide-lines.ts'
import { matchNewLines } from '../match-lines.ts'
import { settleLines } from '../settle-lines.ts'
import { readLines } from '../store/line-states.ts'
import { type ClassInput, classLine } from './class-line.ts'
import { addLineRule, listLineRules } from './line-rules.ts'
import { linkLine } from './link-line.ts'
import { reopenLine } from './reopen-line.ts'
import { keepLine, returnLine } from './return-line.ts'

const world = await openJudgedWorld({ after })
const { deps, pointId, account, order, lines, one, lookAgain, stateOf, bankMinor, balanceOf, prove } = world
const { owner, engine } = deps.database
const ana = { actor: 'ana', breakGlass: 'ana', evidence: 'seen' }
const judge = async (lineId: string, as: ClassInput['class'], more: Partial<ClassInput> = {}) =>
  await classLine(deps, { line_id: lineId, class: as, ...more }, ana)
const giveBack = async (lineId: string, counterId?: string) =>
  await returnLine(deps, { line_id: lineId, ...(counterId === undefined ? {} : { counter_line_id: counterId }) }, ana)

test('a day of a fee, a tax, interest, an own transfer, a funding, a withdrawal, the owner’s and two unknowns is in the ledger as it was', async () => {
  const [bank, other] = [await account(), await account()]
  const ids = await lines(bank, [
    ...[{ cents: -1_100 }, { cents: -70 }, { cents: 300 }, { cents: -50_000 }, { cents: 900_000 }, { cents: -20_000 }],
    ...[{ cents: -4_000 }, { cents: 55 }, { cents: -66 }],
  ])
  const [fee = '', tax = '', interest = '', sent = '', funded = '', withdrawn = '', owners = ''] = ids
  await judge(fee, 'fee')
  await judge(tax, 'tax')
  await judge(interest, 'interest')
  await judge(sent, 'own_transfer')
  await judge(await one(other, 50_000), 'own_transfer')
  await judge(funded, 'funding', { point_id: pointId })
  await judge(withdrawn, 'withdrawal', { point_id: pointId })
  await judge(owners, 'owner_out', { point_id: pointId })
  assert.deepEqual(await Promise.all(ids.map(stateOf)), [
    ...['explained fee', 'explained tax', 'explained interest', 'explained own_transfer', 'explained funding'],
    ...['explained withdrawal', 'explained owner_out', 'in_suspense', 'in_suspense'],
  ])
  assert.equal(await bankMinor(bank), 825_119n)
  assert.equal(await bankMinor(other), 50_000n)
  const balances = ['bank_costs', 'suspense', 'unexplained'].map(async (kind) => await balanceOf(kind, bank))
  assert.deepEqual(await Promise.all(balances), [-870n, 55n, -66n])
  assert.deepEqual(
    [await balanceOf('transit'), await balanceOf('funding'), await balanceOf('fees')],
    [0n, 880_000n, -4_000n],
  )
  await prove()
})

test('a withdrawal of the owner is shared by points, and the shares are the line', async () => {
  const bank = await account()
  const { pointId: second } = await aPoint(deps, { environment: 'live' })
  const { pointId: trial } = await aPoint(deps, { environment: 'test' })
  const lineId = await one(bank, -9_000)
  const share = (id: string, amount: string) => ({ point_id: id, amount })
  await assert.rejects(judge(lineId, 'owner_out'), /wrong/)
  await assert.rejects(judge(lineId, 'owner_out', { shares: [share(pointId, '80')] }), /wrong/)
  await assert.rejects(judge(lineId, 'owner_out', { shares: [share(pointId, '60'), share(pointId, '30')] }), /wrong/)
  await assert.rejects(judge(lineId, 'owner_out', { shares: [share(trial, '90')] }), /wrong/)
  await judge(lineId, 'owner_out', { shares: [share(pointId, '60'), share(second, '30.00')] })
  assert.equal(await bankMinor(bank), -9_000n)
  await prove()
})

test('a class that the line cannot have is refused, and so is a line that is judged', async () => {
  const bank = await account()
  const [credit = '', debit = ''] = await lines(bank, [{ cents: 500 }, { cents: -500 }])
  for (const [lineId, as, more] of [
    [credit, 'withdrawal', { point_id: pointId }],
    [credit, 'owner_out', { point_id: pointId }],
    [debit, 'funding', { point_id: pointId }],
    [credit, 'funding', {}],
    [debit, 'fee', { point_id: pointId }],
    [debit, 'fee', { shares: [{ point_id: pointId, amount: '5' }] }],
  ] as const) {
    await assert.rejects(judge(lineId, as, { ...more } as Partial<ClassInput>), { code: 'validation_failed' })
  }
  await assert.rejects(classLine(deps, { line_id: debit, class: 'fee' }, { actor: 'ana' }), {
    code: 'second_person_required',
  })
  const results = await Promise.allSettled([judge(debit, 'fee'), judge(debit, 'tax')])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
  assert.deepEqual(refused, ['not_in_this_state'])
  await assert.rejects(judge(debit, 'fee'), /explained already/)
  const { rows } = await owner.query(`select detail ->> 'class' as class from audit_log where object_id = $1`, [debit])
  assert.equal(rows.length, 2, 'the judgement, and that it was made alone')
  await prove()
})

test('unknown money goes back with its debit line, and no order can have it meanwhile', async () => {
  const bank = await account()
  const { id } = await order(bank)
  const lineId = await one(bank, 7_700)
  await giveBack(lineId)
  await assert.rejects(giveBack(lineId), /sent back already/)
  await assert.rejects(linkLine(deps, { line_id: lineId, transaction_id: id }, ana), /keep it first/)
  await lookAgain()
  assert.deepEqual([await stateOf(lineId), await balanceOf('suspense', bank)], ['returning unknown_return', 7_700n])
  await assert.rejects(keepLine(deps, { line_id: lineId }, { actor: 'bea' }), /Somebody else has to decide/)
  assert.equal(await stateOf(lineId), 'returning unknown_return', 'one operator undoes nothing that two decided')
  await keepLine(deps, { line_id: lineId }, ana)
  assert.equal(await stateOf(lineId), 'in_suspense')
  await giveBack(lineId)
  await assert.rejects(giveBack(lineId, await one(bank, -7_600)), /amounts of both lines differ/)
  await assert.rejects(giveBack(lineId, await one(bank, 7_700)), /same direction/)
  const debit = await one(bank, -7_700)
  await giveBack(lineId, debit)
  assert.deepEqual(
    [await stateOf(lineId), await stateOf(debit)],
    ['explained unknown_return', 'explained unknown_return'],
  )
  assert.deepEqual([await balanceOf('suspense', bank), await bankMinor(bank)], [7_700n, 100n])
  await prove()
})

test('a debit of nobody that comes back is explained by its credit', async () => {
  const bank = await account()
  const [debit = '', credit = ''] = await lines(bank, [{ cents: -4_400 }, { cents: 4_400 }])
  await giveBack(debit, credit)
  assert.deepEqual([await balanceOf('unexplained', bank), await bankMinor(bank)], [0n, 0n])
  await assert.rejects(
    giveBack(await one(bank, 4_400), await one(await account(), -4_400)),
    /by the account that it came to/,
  )
  await prove()
})

test('a rule explains new and waiting lines up to its amount, and never one that is likely an order’s', async () => {
  const [bank, later] = [await account(), await account()]
  await owner.query('update bank_accounts set automatic = false')
  const rule = async (id: string, sign: 'C' | 'D', text: string) => {
    const input = { bank_account_id: id, sign, text_contains: text, amount_max: '9.00' } as const
    await addLineRule(deps, { ...input, class: sign === 'C' ? 'interest' : 'fee' }, ana)
  }
  const waiting = await one(bank, -900, 'COMISION  SPEI')
  await rule(bank.id, 'D', 'Comisión spei')
  await lookAgain()
  assert.equal(await stateOf(waiting), 'explained fee')
  const { targetReference } = await order(later, { amountMinor: 900n })
  await rule(later.id, 'D', 'Comisión')
  await rule(later.id, 'C', 'pago')
  const ids = await lines(later, [
    { cents: -800, text: 'cobro comision' },
    { cents: -901, text: 'cobro comision' },
    { cents: 900, text: `pago ${targetReference}` },
  ])
  assert.deepEqual(await Promise.all(ids.map(stateOf)), ['explained fee', 'in_suspense', 'in_suspense'])
  const rules = await listLineRules(deps, later.id)
  assert.deepEqual(rules.map((each) => `${each.class} ${each.lines}`).sort(), ['fee 1', 'interest 0'])
  assert.deepEqual([await balanceOf('bank_costs', bank), await balanceOf('bank_costs', later)], [-900n, -800n])
  await owner.query('update bank_accounts set automatic = true')
  await prove()
})

test('a person’s judgement and a round of the loop about one line: one of both moves its money', async () => {
  const bank = await account()
  await addLineRule(
    deps,
    { bank_account_id: bank.id, sign: 'D', text_contains: 'CARGO', amount_max: '99', class: 'tax' },
    ana,
  )
  await owner.query(`update bank_line_rules set ended_at = now() where bank_account_id = $1`, [bank.id])
  const lineId = await one(bank, -1_234, 'CARGO')
  await owner.query(`update bank_line_rules set ended_at = null where bank_account_id = $1`, [bank.id])
  const verdicts = await decideLines(engine, await readLines(engine, [lineId]))
  assert.deepEqual(
    verdicts.map(({ kind }) => kind),
    ['explain'],
  )
  await judge(lineId, 'fee')
  assert.equal(await settleLines(deps, verdicts, { moved: [], booked: [] }), 0)
  assert.equal(await stateOf(lineId), 'explained fee')
  assert.equal(await matchNewLines(deps), 0)
  await prove()
})

test('operators are told of an unexplained debit at once, and of money of nobody after a day', async () => {
  const bank = await account()
  const told = async () => {
    await evaluateAlerts({ ...deps, mail: undefined })
    const { rows } = await owner.query<{ facts: AlertFacts }>(
      `select facts from alerts where kind = 'lines_waiting' and resolved_at is null and facts ->> 'bank_account_id' = $1
        order by facts ->> 'sign'`,
      [bank.id],
    )
    return rows.map(({ facts }) =>
      alertTextsIn('en')
        .kinds.lines_waiting.title(plainFacts(facts, 'en'))
        .replace(/[A-Z][a-z]+ \d+, \d{4}/, 'DAY'),
    )
  }
  const [debit = '', credit = ''] = await lines(bank, [{ cents: -1_250 }, { cents: 2_000 }])
  const left = '12.50 MXN left BANAMEX MXN on DAY, and nobody knows why'
  assert.deepEqual(await told(), [left])
  await owner.query(`update bank_lines set seen_at = seen_at - interval '25 hours' where id = $1`, [credit])
  assert.deepEqual(await told(), ['20.00 MXN on BANAMEX MXN of DAY belong to nobody', left])
  await judge(debit, 'fee')
  await judge(credit, 'interest')
  assert.deepEqual(await told(), [])
})

test('verify names lines whose entries have another class, direction, account or pair', async () => {
  const [bank, other] = [await account(), await account()]
  const [fee = '', tax = '', credit = '', debit = ''] = await lines(bank, [
    ...[{ cents: -10 }, { cents: -20 }, { cents: 30 }, { cents: -30 }],
  ])
  await judge(fee, 'fee')
  await judge(tax, 'tax')
  await giveBack(credit, debit)
  await prove()
  const plant = async (sql: string, values: unknown[], undo: string, found: { lines?: RegExp; transfers?: RegExp }) => {
    await owner.query(sql, values)
    const [inLines, inTransfers] = [
      await checkBankLines(engine, undefined),
      await checkLineTransfers(engine, undefined),
    ]
    if (found.lines) assert.match(inLines.violations.map(({ what }) => what).join(), found.lines)
    if (found.transfers) assert.match(inTransfers.violations.map(({ what }) => what).join(), found.transfers)
    await owner.query(undo, values)
    await prove()
  }
  await plant(
    `update bank_line_states set class = 'own_transfer' where bank_line_id = $1`,
    [fee],
    `update bank_line_states set class = 'fee' where bank_line_id = $1`,
    { lines: /a own_transfer whose entries are .*bank_cost/ },
  )
  await plant(
    `update bank_line_states set counter_line_id = '${tax}' where bank_line_id = $1`,
    [credit],
    `update bank_line_states set counter_line_id = '${debit}' where bank_line_id = $1`,
    { lines: /not its opposite/ },
  )
  await plant(
    `update ledger_transfers set kind = 'bank_income' where bank_line_id = $1 and kind = 'bank_cost'`,
    [fee],
    `update ledger_transfers set kind = 'bank_cost' where bank_line_id = $1 and kind = 'bank_income'`,
    { transfers: /a bank_income of a line D/ },
  )
  const settlement = `(select id from ledger_accounts where kind = 'settlement' and connector_account_id = `
  await one(other, 1)
  await plant(
    `update ledger_transfers set credit_account = ${settlement}'${other.connectorAccountId}') where bank_line_id = $1 and kind = 'bank_cost'`,
    [fee],
    `update ledger_transfers set credit_account = ${settlement}'${bank.connectorAccountId}') where bank_line_id = $1 and kind = 'bank_cost'`,
    { lines: /its account moved/, transfers: /another bank account keeps money/ },
  )
})

test('random judgements in random order keep the books', async () => {
  const [bank, other] = [await account(), await account()]
  let state = 7
  const chance = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  const orders = [
    await order(bank),
    await order(other),
    await world.payout(bank, 5_000),
    await world.payout(bank, 150_000),
  ]
  const ids = await lines(
    bank,
    Array.from({ length: 30 }, () => ({
      cents: (chance(2) === 0 ? 1 : -1) * ([5_000, 150_000, 75_000][chance(3)] ?? 1),
    })),
  )
  const classes = ['fee', 'tax', 'interest', 'own_transfer', 'funding', 'withdrawal', 'owner_out'] as const
  let moved = 0
  for (let step = 0; step < 110; step += 1) {
    const [lineId = '', counterId = ''] = [ids[chance(ids.length)], ids[chance(ids.length)]]
    const acts = [
      async () =>
        await linkLine(
          deps,
          { line_id: lineId, transaction_id: orders[chance(orders.length)]?.id ?? '', is_new_money: chance(2) === 0 },
          ana,
        ),
      async () => {
        const as = classes[chance(classes.length)] ?? 'fee'
        await judge(lineId, as, ['funding', 'withdrawal', 'owner_out'].includes(as) ? { point_id: pointId } : {})
      },
      async () => await giveBack(lineId, chance(2) === 0 ? counterId : undefined),
      async () => await keepLine(deps, { line_id: lineId }, ana),
      async () => await reopenLine(deps, { line_id: lineId }, ana),
      async () => await lookAgain(),
    ]
    const [result] = await Promise.allSettled([acts[chance(acts.length)]?.()])
    if (result?.status === 'fulfilled') moved += 1
    else assert.match(String(result?.reason.code), /not_in_this_state|validation_failed/, String(result?.reason))
  }
  assert.ok(moved > 25, `${moved} acts were possible`)
  const { rows } = await owner.query<{ minor: string }>(
    `select sum(case sign when 'C' then amount_minor else -amount_minor end)::text as minor from bank_lines where bank_account_id = $1`,
    [bank.id],
  )
  assert.equal(await bankMinor(bank), BigInt(rows[0]?.minor ?? 0), 'the ledger holds what the bank holds')
  await prove()
})
