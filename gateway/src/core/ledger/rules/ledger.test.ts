import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noFee } from '../../values/point-terms.ts'
import { accountKinds, accountsOf, feeOf, posting, type TransferKind } from './ledger.ts'

describe('a posting', () => {
  it('moves between the accounts of its kind', () => {
    const table: Record<TransferKind, string> = {
      payin: 'settlement > available',
      payin_fee: 'available > fees',
      release: 'pending > available',
      reserve: 'available > reserved',
      payout: 'reserved > settlement',
      payout_fee: 'reserved > fees',
      unreserve: 'reserved > available',
      return: 'settlement > available',
      fee_return: 'fees > available',
      reversal: 'available > settlement',
      suspense: 'settlement > suspense',
      suspense_accepted: 'suspense > available',
      suspense_returned: 'suspense > settlement',
      suspense_reversed: 'suspense > settlement',
      late_payout: 'available > settlement',
      late_payout_fee: 'available > fees',
      funding: 'funding > available',
      correction: 'funding > available',
      withdrawal: 'available > funding',
      opening: 'settlement > owner_equity',
      unknown_in: 'settlement > suspense',
      unknown_used: 'suspense > settlement',
      unknown_out: 'unexplained > settlement',
      unknown_out_used: 'settlement > unexplained',
      unknown_returned: 'suspense > settlement',
      funding_seen: 'settlement > funding',
      owner_out_seen: 'funding > settlement',
      moved_in: 'settlement > transit',
      moved_out: 'transit > settlement',
      bank_cost: 'bank_costs > settlement',
      bank_income: 'settlement > bank_costs',
      transfer_in: 'settlement > transit',
      transfer_out: 'transit > settlement',
      refund_reserve: 'available > reserved',
      refund: 'reserved > settlement',
      refund_fee: 'fees > available',
      return_fee: 'available > fees',
      refund_unreserve: 'reserved > available',
      refund_release: 'pending > available',
      refund_withhold: 'available > pending',
    }
    for (const [kind, expected] of Object.entries(table)) {
      const { debit, credit } = accountsOf(kind as TransferKind, 'available')
      assert.equal(`${debit} > ${credit}`, expected, kind)
      assert.ok(accountKinds.includes(debit) && accountKinds.includes(credit))
    }
  })

  it('credits pending before the release date, and takes the fee from there', () => {
    assert.deepEqual(accountsOf('payin', 'pending'), { debit: 'settlement', credit: 'pending' })
    assert.deepEqual(accountsOf('payin_fee', 'pending'), { debit: 'pending', credit: 'fees' })
    assert.deepEqual(accountsOf('suspense_accepted', 'pending'), { debit: 'suspense', credit: 'pending' })
  })

  it('is left out for zero', () => {
    assert.deepEqual(posting('payin', 0n), [])
    assert.deepEqual(posting('payin', 1n), [{ kind: 'payin', amountMinor: 1n }])
  })
})

describe('a fee', () => {
  it('is the percentage, rounded half up to a minor unit, plus the fixed amount', () => {
    assert.equal(feeOf(noFee, 1_000_000n), 0n)
    assert.equal(feeOf({ millionths: 15_000, fixedMinor: 30n }, 20_000n), 330n)
    assert.equal(feeOf({ millionths: 500_000, fixedMinor: 0n }, 1n), 1n)
    assert.equal(feeOf({ millionths: 499_999, fixedMinor: 0n }, 1n), 0n)
    assert.equal(feeOf({ millionths: 1_000_000, fixedMinor: 7n }, 9_999_999_999_999n), 10_000_000_000_006n)
  })
})
