import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { feeOf } from '../../ledger/rules/ledger.ts'
import { evaluatePayout, noLimits, type PayoutInquiry, payoutOfAll } from './payout-control.ts'

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

describe('a payout of all that is available', () => {
  it('is the largest one that is covered with its fee', () => {
    for (const millionths of [0, 1, 17_000, 333_333, 999_999, 1_000_000]) {
      for (const fixedMinor of [0n, 33n]) {
        for (let availableMinor = -2n; availableMinor < 400n; availableMinor += 1n) {
          const fee = { millionths, fixedMinor }
          const amountMinor = payoutOfAll(fee, availableMinor)
          const covers = (minor: bigint) => minor + feeOf(fee, minor) <= availableMinor
          const said = `${millionths} ${fixedMinor} of ${availableMinor}: ${amountMinor}`
          assert.ok(amountMinor === 0n || covers(amountMinor), said)
          assert.ok(!covers(amountMinor + 1n), said)
        }
      }
    }
  })

  it('is never more than the API takes', () => {
    assert.equal(payoutOfAll({ millionths: 0, fixedMinor: 0n }, 10n ** 15n), 9_999_999_999_999n)
  })
})
