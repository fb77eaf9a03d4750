import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openJudgedWorld } from '../../../test/support/judged-lines.ts'
import { checkBankLines } from '../../verify/store/bank-line-checks.ts'
import { type ClassInput, classLine } from './class-line.ts'
import { addLineRule } from './line-rules.ts'
import { linkLine } from './link-line.ts'
import { reopenLine } from './reopen-line.ts'
import { returnLine } from './return-line.ts'

const world = await openJudgedWorld({ after })
const { deps, pointId, account, order, one, lookAgain, stateOf, bankMinor, balanceOf, prove } = world
const { owner, engine } = deps.database
const ana = { actor: 'ana', breakGlass: 'ana', evidence: 'seen' }
const judge = async (lineId: string, as: ClassInput['class'], more: Partial<ClassInput> = {}) =>
  await classLine(deps, { line_id: lineId, class: as, ...more }, ana)
const reopen = async (lineId: string) => await reopenLine(deps, { line_id: lineId }, ana)

test('whatever a line was said to be is taken back by counter entries, and it is judged again, as often as needed', async () => {
  const bank = await account()
  const debit = await one(bank, -4_000)
  await assert.rejects(reopen(debit), /Nobody has said yet/)
  for (const [as, more] of [
    ['fee', {}],
    ['own_transfer', {}],
    ['withdrawal', { point_id: pointId }],
    ['owner_out', { point_id: pointId }],
    ['fee', {}],
  ] as const) {
    await judge(debit, as, more)
    await prove()
    await assert.rejects(reopenLine(deps, { line_id: debit }, { actor: 'bea' }), { code: 'second_person_required' })
    await reopen(debit)
    assert.deepEqual(
      [await stateOf(debit), await bankMinor(bank), await balanceOf('unexplained', bank)],
      ['in_suspense', -4_000n, -4_000n],
    )
    assert.deepEqual(
      [await balanceOf('bank_costs', bank), await balanceOf('fees'), await balanceOf('funding')],
      [0n, 0n, 0n],
    )
    await prove()
  }
  await judge(debit, 'tax')
  assert.deepEqual([await balanceOf('bank_costs', bank), await balanceOf('unexplained', bank)], [-4_000n, 0n])
  await prove()
})

test('a credit that was called a funding completes its order once that is corrected', async () => {
  const bank = await account()
  const credit = await one(bank, 150_000, 'abono')
  await judge(credit, 'funding', { point_id: pointId })
  const { id } = await order(bank)
  await assert.rejects(linkLine(deps, { line_id: credit, transaction_id: id }, ana), /explained already/)
  await reopen(credit)
  await linkLine(deps, { line_id: credit, transaction_id: id }, ana)
  assert.deepEqual([await stateOf(credit), await bankMinor(bank)], ['applied payin', 150_000n])
  await assert.rejects(reopen(credit), /That stays: correct it at the order/)
  await prove()
})

test('no rule explains a line again that a person took from it, and a pair of lines stays', async () => {
  const bank = await account()
  const input = {
    bank_account_id: bank.id,
    sign: 'D',
    text_contains: 'comision',
    amount_max: '9.00',
    class: 'fee',
  } as const
  await addLineRule(deps, input, ana)
  const line = await one(bank, -700, 'comision')
  assert.equal(await stateOf(line), 'explained fee')
  await reopen(line)
  await lookAgain()
  assert.equal(await stateOf(line), 'in_suspense')
  const [sent, back] = [await one(bank, -333), await one(bank, 333)]
  await returnLine(deps, { line_id: sent, counter_line_id: back }, ana)
  await assert.rejects(reopen(sent), /explain each other/)
  await prove()
})

test('verify finds a corrected line whose last judgement booked nothing', async () => {
  const bank = await account()
  const line = await one(bank, -900)
  await judge(line, 'fee')
  await reopen(line)
  await owner.query(`update bank_line_states set state = 'explained', class = 'fee' where bank_line_id = $1`, [line])
  const { violations } = await checkBankLines(engine, undefined)
  assert.deepEqual(
    violations.map(({ id }) => id),
    [line],
  )
  await owner.query(`update bank_line_states set state = 'in_suspense', class = null where bank_line_id = $1`, [line])
  await prove()
})
