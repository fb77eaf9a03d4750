import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { storiesOf } from '../../judge/story.ts'
import { type ids, payment, sample } from '../../judge/support/sample.ts'
import { checkOutcomes } from './outcomes.ts'

type Moved = readonly (readonly ['executed' | 'came_back', bigint])[]

/** Whether it is right that a payment of the sample ended so, when the bank moved that much, or refused it. */
function isRight(
  name: keyof typeof ids,
  outcome: string,
  bank: { moved?: Moved; rejected?: string } | undefined,
): boolean {
  const made = sample()
  const { row } = payment(made, name)
  const [status, reason = ''] = outcome.split(' ')
  Object.assign(row, { status, reason })
  const orders = made.orders
    .filter(({ key }) => bank || key !== row.id)
    .map((order) => {
      if (order.key !== row.id) return order
      const movements = (bank?.moved ?? []).map(([kind, amountMinor]) => ({ key: row.id, atMs: 1, kind, amountMinor }))
      return { ...order, movements, ...(bank?.rejected !== undefined && { rejected: bank.rejected }) }
    })
  const own = storiesOf(made.rows).filter(({ id }) => id === row.id)
  return checkOutcomes(own, orders, made.rows.nowMs).length === 0
}

const payout = [['executed', 100_000n]] as const
const payin = [['executed', 50_000n]] as const

describe('what became of a payment', () => {
  it('is what the bank did with a payout', () => {
    assert.ok(isRight('paidOut', 'COMPLETED paid', { moved: payout }))
    assert.ok(isRight('paidOut', 'ERROR returned', { moved: [...payout, ['came_back', 100_000n]] }))
    assert.ok(isRight('paidOut', 'ERROR not_executed', undefined))
    assert.ok(isRight('paidOut', 'ERROR declined', { rejected: 'declined' }))
    assert.ok(!isRight('paidOut', 'ERROR not_executed', { moved: payout }))
    assert.ok(!isRight('paidOut', 'COMPLETED paid', { rejected: 'declined' }))
    assert.ok(!isRight('paidOut', 'ERROR not_executed', { rejected: 'declined' }))
    assert.ok(!isRight('paidOut', 'COMPLETED paid', undefined))
    assert.ok(!isRight('paidOut', 'PENDING submitted', { moved: payout }))
    assert.ok(!isRight('paidOut', 'ERROR not_executed', {}), 'the bank may still execute it')
  })

  it('is what the bank received for a pay-in', () => {
    assert.ok(isRight('paid', 'COMPLETED paid', { moved: payin }))
    assert.ok(isRight('paid', 'COMPLETED overpaid', { moved: [...payin, ...payin] }))
    assert.ok(isRight('paid', 'ERROR reversed', { moved: [...payin, ['came_back', 50_000n]] }))
    assert.ok(!isRight('paid', 'COMPLETED reversed', { moved: [...payin, ['came_back', 50_000n]] }), 'it is no card')
    assert.ok(!isRight('paid', 'COMPLETED refunded', { moved: payin }), 'nobody asked for a refund')
    assert.ok(!isRight('paid', 'EXPIRED expired', { moved: payin }))
    assert.ok(!isRight('paid', 'COMPLETED paid', { moved: [['executed', 45_000n]] }))
    assert.ok(isRight('paid', 'EXPIRED underpaid', { moved: [['executed', 45_000n]] }))
    assert.ok(!isRight('paid', 'COMPLETED paid', {}))
  })

  it('is no open pay-in behind its expiry', () => {
    assert.ok(isRight('expired', 'EXPIRED expired', {}))
    assert.ok(isRight('expired', 'EXPIRED expired', { rejected: 'declined' }))
    assert.ok(!isRight('expired', 'PENDING awaiting_payment', {}))
  })

  it('asks for no person but for what the plan foresees', () => {
    const made = sample()
    payment(made, 'paid').row.needsOperator = 'completed without money'
    const rules = checkOutcomes(storiesOf(made.rows), made.orders, made.rows.nowMs).map(({ rule }) => rule)
    assert.ok(rules.includes('outcome-review'))
  })
})
