import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluatePayout, noLimits, type PayoutInquiry } from './payout-control.ts'

const question: PayoutInquiry = {
  amountMinor: 100n,
  feeMinor: 0n,
  availableMinor: 100n,
  overdraftMinor: 0n,
  todayMinor: 0n,
  limits: noLimits,
}
const check = (changes: Partial<PayoutInquiry>) => {
  const answer = evaluatePayout({ ...question, ...changes })
  return answer.kind === 'refuse' ? answer.why : answer.waitsForApproval ? 'waits' : 'reserve'
}

describe('a payout is accepted', () => {
  it('without limits, whatever its amount', () => {
    const answer = evaluatePayout({
      ...question,
      amountMinor: 10n ** 12n,
      availableMinor: 10n ** 12n,
      todayMinor: 10n ** 12n,
    })
    assert.deepEqual(answer, { kind: 'reserve', waitsForApproval: false })
    assert.deepEqual(Object.values(noLimits), [null, null, null])
  })

  it('when available balance and overdraft cover its amount and fee, to the last unit', () => {
    assert.equal(check({}), 'reserve')
    assert.equal(check({ amountMinor: 101n }), 'insufficient_funds')
    assert.equal(check({ feeMinor: 1n }), 'insufficient_funds')
    assert.equal(check({ feeMinor: 1n, overdraftMinor: 1n }), 'reserve')
    assert.equal(check({ availableMinor: -50n, overdraftMinor: 149n }), 'insufficient_funds')
    assert.equal(check({ availableMinor: -50n, overdraftMinor: 150n }), 'reserve')
  })

  it('within the limit for one payout', () => {
    assert.equal(check({ limits: { ...noLimits, singleMinor: 100n } }), 'reserve')
    assert.equal(check({ limits: { ...noLimits, singleMinor: 99n } }), 'over_single_limit')
  })

  it('within the daily limit, together with earlier payouts', () => {
    const limits = { ...noLimits, dailyMinor: 150n }
    assert.equal(check({ limits, todayMinor: 50n }), 'reserve')
    assert.equal(check({ limits, todayMinor: 51n }), 'over_daily_limit')
  })

  it('and waits for approval above the threshold only', () => {
    assert.equal(check({ limits: { ...noLimits, approvalAboveMinor: 100n } }), 'reserve')
    assert.equal(check({ limits: { ...noLimits, approvalAboveMinor: 99n } }), 'waits')
    assert.equal(check({ limits: { ...noLimits, approvalAboveMinor: 0n }, availableMinor: 0n }), 'insufficient_funds')
  })

  it('names the limit before the funds', () => {
    const limits = { singleMinor: 1n, dailyMinor: 1n, approvalAboveMinor: null }
    assert.equal(check({ limits, availableMinor: 0n }), 'over_single_limit')
  })
})
