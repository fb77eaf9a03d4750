import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BookedState, readAmounts } from './amounts.ts'

const state: BookedState & { amountMinor: bigint } = {
  payType: 'payin',
  status: 'PENDING',
  reason: 'awaiting_payment',
  amountMinor: 1000n,
  creditedMinor: null,
  receivedMinor: 0n,
  suspenseMinor: 0n,
  reversedMinor: 0n,
  sentBackMinor: 0n,
}
const amounts = (change: Partial<typeof state>) => {
  const { bookedMinor, suspenseMinor, missingMinor } = readAmounts({ ...state, ...change })
  return [bookedMinor, suspenseMinor, missingMinor]
}

test('an underpaid pay-in books nothing: the part is in suspense and the rest is missing', () => {
  const part = { creditedMinor: 900n, receivedMinor: 900n, suspenseMinor: 900n, reason: 'underpaid' } as const
  assert.deepEqual(amounts(part), [null, 900n, 100n])
  assert.deepEqual(amounts({ ...part, status: 'EXPIRED' }), [null, 900n, 100n])
})

test('nothing is missing before money arrives or when more arrives than ordered', () => {
  assert.deepEqual(amounts({}), [null, 0n, null])
  const more = { creditedMinor: 1100n, receivedMinor: 1100n, suspenseMinor: 1100n, reason: 'overpaid' } as const
  assert.deepEqual(amounts(more), [null, 1100n, null])
})

test('a paid pay-in is booked; a second payment is in suspense; a reversed amount is neither booked nor missing', () => {
  const paid = { status: 'COMPLETED', reason: 'paid', creditedMinor: 1000n, receivedMinor: 1000n } as const
  assert.deepEqual(amounts(paid), [1000n, 0n, null])
  assert.deepEqual(amounts({ ...paid, receivedMinor: 2000n, suspenseMinor: 1000n }), [1000n, 1000n, null])
  assert.deepEqual(amounts({ ...paid, reason: 'reversed', reversedMinor: 400n }), [600n, 0n, null])
  assert.deepEqual(amounts({ ...paid, status: 'ERROR', reason: 'reversed', reversedMinor: 1000n }), [null, 0n, null])
})

test('an accepted part is booked, and the rest stays missing', () => {
  const accepted = { status: 'COMPLETED', reason: 'underpaid', creditedMinor: 900n, receivedMinor: 900n } as const
  assert.deepEqual(amounts(accepted), [900n, 0n, 100n])
})

test('a payout books what was paid out and not returned, and nothing is ever missing', () => {
  const paid = { payType: 'payout', status: 'COMPLETED', reason: 'paid', creditedMinor: 1000n } as const
  assert.deepEqual(amounts(paid), [1000n, 0n, null])
  assert.deepEqual(amounts({ ...paid, reason: 'partially_returned', reversedMinor: 300n }), [700n, 0n, null])
  assert.deepEqual(amounts({ ...paid, status: 'ERROR', reason: 'returned', reversedMinor: 1000n }), [null, 0n, null])
})
