import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BankOrder } from './bank-records.ts'
import { disagreement, type Told } from './expected.ts'

const payout: Told = {
  id: 'p',
  payType: 'payout',
  status: 'COMPLETED',
  reason: 'paid',
  amountMinor: 100n,
  card: false,
  creditedMinor: 100n,
  suspenseMinor: 0n,
  overdue: false,
}
const payin: Told = { ...payout, payType: 'payin' }
const sent: BankOrder = {
  key: 'p',
  direction: 'out',
  currency: 'ARS',
  amountMinor: 100n,
  scenario: 'ordinary',
  executed: 1,
  executedMinor: 100n,
  returnedMinor: 0n,
  refundOf: undefined,
  refundedMinor: 0n,
  rejected: undefined,
  cancelled: false,
}
const unpaid: BankOrder = { ...sent, direction: 'in', executed: 0, executedMinor: 0n }
const received = (executedMinor: bigint, executed = 1): BankOrder => ({
  ...sent,
  direction: 'in',
  executed,
  executedMinor,
})

describe('the judge', () => {
  it('agrees where both tell the same', () => {
    assert.equal(disagreement(payout, sent), undefined)
    assert.equal(
      disagreement({ ...payout, status: 'ERROR', reason: 'returned' }, { ...sent, returnedMinor: 100n }),
      undefined,
    )
    assert.equal(disagreement({ ...payout, status: 'ERROR', reason: 'not_executed' }, undefined), undefined)
    assert.equal(disagreement(payin, received(100n)), undefined)
    assert.equal(disagreement({ ...payin, suspenseMinor: 100n }, received(200n, 2)), undefined)
    assert.equal(disagreement({ ...payin, creditedMinor: 200n, reason: 'overpaid' }, received(200n, 2)), undefined)
  })

  it('sees a payout that left twice, that failed although it left, and that is told as paid although it did not', () => {
    assert.match(disagreement(payout, { ...sent, executed: 2, executedMinor: 200n }) ?? '', /executed 2 times/)
    assert.ok(disagreement({ ...payout, status: 'ERROR', reason: 'not_executed' }, sent))
    assert.ok(disagreement(payout, { ...sent, executed: 0, executedMinor: 0n, rejected: 'declined' }))
    assert.ok(disagreement(payout, undefined))
    assert.ok(disagreement({ ...payout, status: 'PENDING', reason: 'submitted' }, sent))
    assert.ok(disagreement(payout, { ...sent, returnedMinor: 100n }))
  })

  it('sees money of a payer that was lost, made up, or credited in another sum', () => {
    assert.ok(disagreement({ ...payin, status: 'EXPIRED', reason: 'expired', overdue: true }, received(100n)))
    assert.ok(disagreement(payin, unpaid))
    assert.ok(disagreement(payin, received(200n, 2)))
    assert.ok(disagreement({ ...payin, creditedMinor: 90n }, received(90n)))
    const takenBack = { ...received(100n), returnedMinor: 100n }
    assert.equal(
      disagreement({ ...payin, status: 'ERROR', reason: 'reversed', creditedMinor: null }, takenBack),
      undefined,
    )
    assert.ok(disagreement({ ...payin, status: 'ERROR', reason: 'reversed' }, takenBack))
    assert.ok(disagreement({ ...payin, reason: 'paid' }, takenBack))
    assert.equal(disagreement({ ...payin, card: true, reason: 'reversed', creditedMinor: null }, takenBack), undefined)
  })

  it('sees a refund in the reason of its pay-in, and only there', () => {
    const refunded = (refundedMinor: bigint) => ({ ...received(100n), refundedMinor })
    assert.equal(disagreement({ ...payin, reason: 'partially_refunded' }, refunded(40n)), undefined)
    assert.equal(disagreement({ ...payin, reason: 'refunded' }, refunded(100n)), undefined)
    assert.ok(disagreement(payin, refunded(40n)))
    assert.ok(disagreement({ ...payin, reason: 'refunded' }, received(100n)))
    assert.equal(disagreement({ ...payout, payType: 'refund' }, sent), undefined)
  })

  it('sees an order that nobody ended in time, and one that was ended too early', () => {
    const open = { ...payin, status: 'PENDING', reason: 'awaiting_payment', creditedMinor: null }
    assert.equal(disagreement(open, unpaid), undefined)
    assert.ok(disagreement({ ...open, overdue: true }, { ...unpaid, cancelled: true }))
    assert.ok(disagreement({ ...open, status: 'EXPIRED', reason: 'expired' }, { ...unpaid, cancelled: true }))
    const underpaid = { ...open, reason: 'underpaid', suspenseMinor: 90n }
    assert.equal(disagreement(underpaid, received(90n)), undefined)
    assert.ok(disagreement({ ...underpaid, overdue: true }, received(90n)))
    assert.ok(disagreement({ ...underpaid, creditedMinor: 90n }, received(90n)), 'told as credited and in suspense')
  })
})
