import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refundableMinor } from '../../processing/rules/refund-sums.ts'
import { feeShareMinor, type Refundable } from './refundable.ts'

const paid: Refundable = {
  bookedMinor: 1000n,
  creditedMinor: 1000n,
  feeMinor: 33n,
  refundedMinor: 0n,
  refundedFeeMinor: 0n,
  unreleasedMinor: 0n,
}

/** The fee that each of these refunds gives back, in order. */
function sharesOf(amounts: readonly bigint[], from: Refundable = paid): bigint[] {
  let payin = from
  return amounts.map((amountMinor) => {
    const feeMinor = feeShareMinor(payin, amountMinor)
    const refundedFeeMinor = payin.refundedFeeMinor + feeMinor
    payin = { ...payin, refundedMinor: payin.refundedMinor + amountMinor, refundedFeeMinor }
    return feeMinor
  })
}

describe('the fee that refunds give back', () => {
  it('is the whole fee once everything is refunded, in whatever parts', () => {
    for (const parts of [[1000n], [1n, 999n], [333n, 333n, 334n], Array.from({ length: 1000 }, () => 1n)]) {
      const sum = sharesOf(parts).reduce((total, share) => total + share, 0n)
      assert.equal(sum, 33n, String(parts.length))
    }
  })

  it('leaves out the share of a refund that gave none back under another policy', () => {
    const kept = { ...paid, refundedMinor: 900n }
    assert.deepEqual(sharesOf([50n, 50n], kept), [2n, 2n])
    const cents = sharesOf(
      Array.from({ length: 100 }, () => 1n),
      kept,
    )
    assert.equal(
      cents.reduce((total, share) => total + share, 0n),
      4n,
      'also in many parts',
    )
  })

  it('is never above the fee, also where less was booked than credited', () => {
    assert.deepEqual(sharesOf([1000n, 1000n]), [33n, 0n])
  })
})

it('what may still go back is what is booked less what went back, and never below zero', () => {
  assert.equal(refundableMinor({ ...paid, takenMinor: 400n }), 600n)
  assert.equal(refundableMinor({ ...paid, bookedMinor: 300n, takenMinor: 400n }), 0n)
})
