import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../../test/support/test-seed.ts'
import { type AccountKind, accountsOf, type Posting } from '../../ledger/rules/ledger.ts'
import type { Policies } from '../../merchants/rules/policies.ts'
import { rejectReasons } from '../../values/outcome.ts'
import { noFee } from '../../values/point-terms.ts'
import { type Reason, reasons, statuses, transactionTypes } from '../../values/status.ts'
import { bookedAmountMinor } from './amounts.ts'
import type { State, StatusUpdate } from './state.ts'
import { transition } from './status.ts'
import { stateAfter } from './transition-parts.ts'

/** Transitions of the contract (section 4). Only two operators move ERROR to COMPLETED. */
const allowed = new Set([
  'PENDING>COMPLETED',
  'PENDING>ERROR',
  'PENDING>EXPIRED',
  'EXPIRED>COMPLETED',
  'COMPLETED>ERROR',
  'ERROR>COMPLETED',
])

const minor = fc.bigInt(1n, 2500n)
const news: fc.Arbitrary<StatusUpdate> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('completed' as const), creditedMinor: minor }) },
  fc.record({ kind: fc.constant('completed' as const), creditedMinor: minor, payerMismatch: fc.boolean() }),
  fc.constant({ kind: 'completed' as const }),
  fc.constant({ kind: 'pending' as const }),
  fc.constant({ kind: 'rejected' as const, reason: 'declined' as const }),
  fc.constant({ kind: 'not_sent' as const, why: 'connect_failed' as const }),
  fc.constant({ kind: 'unknown' as const, why: 'timeout' as const }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reversed' as const), amountMinor: minor }) },
  fc.record({ kind: fc.constant('reversed' as const), amountMinor: minor, creditedMinor: minor }),
  fc.record({ kind: fc.constant('not_found' as const), conclusive: fc.boolean() }),
  ...(['expire', 'cancel', 'unresolved', 'approve', 'refuse', 'approval_expired', 'line_waits'] as const).map((kind) =>
    fc.constant({ kind }),
  ),
  fc.constant({ kind: 'accept_suspense' as const }),
  fc.constant({ kind: 'return_suspense' as const }),
  fc.record({ kind: fc.constant('operator_completed' as const), creditedMinor: minor }),
  fc.constant({ kind: 'close_attention' as const, why: 'seen' }),
)

const policies: fc.Arbitrary<Policies> = fc.record({
  late: fc.constantFrom('accept_late', 'hold'),
  overpaid: fc.constantFrom('accept', 'hold'),
  payerMismatch: fc.constantFrom('accept_flagged', 'hold'),
  reversal: fc.constantFrom('keep_completed', 'error'),
  returnedFee: fc.constantFrom('keep', 'give_back'),
  refundFee: fc.constant('keep'),
})

const start: fc.Arbitrary<State> = fc
  .record({
    payType: fc.constantFrom(...transactionTypes),
    waits: fc.boolean(),
    policies,
    fee: fc.bigInt(0n, 40n),
    millionths: fc.integer({ min: 0, max: 30_000 }),
  })
  .map((made) => ({
    status: 'PENDING',
    payType: made.payType,
    reason: made.payType !== 'payin' ? (made.waits ? 'awaiting_approval' : 'submitted') : 'awaiting_payment',
    amountMinor: 1000n,
    creditedMinor: null,
    receivedMinor: 0n,
    suspenseMinor: 0n,
    reversedMinor: 0n,
    sentBackMinor: 0n,
    feeMinor: made.payType === 'payin' ? 0n : made.fee,
    policies: made.policies,
    terms: made.payType !== 'payin' ? noFee : { millionths: made.millionths, fixedMinor: made.fee },
  }))

/** Ledger of one transaction: balances by account, and sums by posting kind. */
class Books {
  readonly balances = new Map<AccountKind, bigint>()
  readonly sums = new Map<string, bigint>()
  readonly counts = new Map<string, number>()

  post(postings: readonly Posting[]): void {
    for (const { kind, amountMinor } of postings) {
      assert.ok(amountMinor > 0n, `${kind} moves something`)
      const { debit, credit } = accountsOf(kind, 'available')
      this.balances.set(debit, this.balance(debit) - amountMinor)
      this.balances.set(credit, this.balance(credit) + amountMinor)
      this.sums.set(kind, this.sum(kind) + amountMinor)
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    }
  }

  balance(kind: AccountKind): bigint {
    return this.balances.get(kind) ?? 0n
  }

  sum(...kinds: string[]): bigint {
    return kinds.reduce((sum, kind) => sum + (this.sums.get(kind) ?? 0n), 0n)
  }

  count(...kinds: string[]): number {
    return kinds.reduce((sum, kind) => sum + (this.counts.get(kind) ?? 0), 0)
  }
}

function checkPayin(state: State, books: Books): void {
  const { receivedMinor, sentBackMinor, reversedMinor } = state
  const wentBack = books.sum('suspense_returned', 'suspense_reversed', 'reversal')
  const stillHere = receivedMinor - sentBackMinor
  const left = stillHere - reversedMinor
  assert.equal(books.sum('payin', 'suspense'), receivedMinor, 'everything received is booked')
  assert.equal(books.balance('suspense'), state.suspenseMinor, 'waiting money is in suspense')
  assert.equal(receivedMinor - wentBack, left > 0n ? left : 0n, 'everything sent back or reversed is booked')
  const credited = books.sum('payin', 'suspense_accepted')
  assert.equal(credited, wasPaid(state) ? state.creditedMinor : 0n, 'credited is what the merchant got')
  assert.ok(books.sum('reversal') <= credited, 'reversals never exceed credits')
  if (state.status === 'ERROR') assert.equal(books.sum('reversal'), credited, 'a failed pay-in keeps no credit')
  if (books.balance('suspense') > 0n) assert.ok(reversedMinor <= stillHere, 'suspense holds real money')
  assert.equal(books.sum('payin_fee'), state.feeMinor)
  assert.equal(books.balance('available'), credited - state.feeMinor - books.sum('reversal'))
  assert.ok(books.count('payin_fee') <= 1)
  assert.equal(bookedAmountMinor(state) ?? 0n, credited - books.sum('reversal'), 'callbacks show the booked amount')
}

function wasPaid({ status, reason }: State): boolean {
  return status === 'COMPLETED' || (status === 'ERROR' && reason === 'reversed')
}

function checkPayout(state: State, books: Books): void {
  const whole = state.amountMinor + state.feeMinor
  const open = state.status === 'PENDING'
  assert.equal(books.balance('reserved'), open ? whole : 0n, 'reserved exactly while PENDING')
  assert.equal(books.count('payout', 'unreserve'), open ? 0 : 1, 'used or released exactly once')
  assert.equal(books.sum('return'), state.reversedMinor)
  if (state.status === 'COMPLETED') {
    assert.equal(books.sum('payout', 'late_payout'), state.amountMinor, 'paid exactly once')
  }
  const paidOut = books.sum('payout', 'late_payout') - books.sum('return')
  assert.equal(bookedAmountMinor(state) ?? 0n, paidOut, 'callbacks show the paid amount')
  if (state.status === 'ERROR') {
    const kept = state.reason === 'returned' ? state.feeMinor - books.sum('fee_return') : 0n
    assert.equal(books.balance('available'), -kept, 'the whole amount is available again')
  }
}

function checkRefund(state: State, books: Books): void {
  const open = state.status === 'PENDING'
  assert.equal(books.balance('reserved'), open ? state.amountMinor : 0n, 'reserved exactly while PENDING')
  assert.equal(books.count('refund', 'refund_unreserve'), open ? 0 : 1, 'used or given back exactly once')
  assert.equal(books.sum('return'), state.reversedMinor)
  const gone = books.sum('refund', 'late_payout') - books.sum('return')
  assert.equal(bookedAmountMinor(state) ?? 0n, gone, 'what went back is what reads show')
  const feeBack = books.sum('refund_fee') - books.sum('return_fee')
  assert.equal(feeBack, state.status === 'COMPLETED' ? state.feeMinor : 0n, 'its share of the fee comes back with it')
  assert.equal(books.balance('available'), feeBack - gone - (open ? state.amountMinor : 0n))
}

function reservationOf({ payType, amountMinor, feeMinor }: State): Posting[] {
  if (payType === 'payin') return []
  return payType === 'payout'
    ? [{ kind: 'reserve', amountMinor: amountMinor + feeMinor }]
    : [{ kind: 'refund_reserve', amountMinor }]
}

describe('any history', () => {
  it('makes only the contract’s transitions, matches a model ledger, and is idempotent', () => {
    fc.assert(
      fc.property(start, fc.array(news, { maxLength: 14 }), (first, history) => {
        let state = first
        const books = new Books()
        books.post(reservationOf(first))
        for (const piece of history) {
          const told = transition(state, piece)
          if (told.kind === 'move') {
            const step = `${state.status}>${told.status}`
            assert.ok(allowed.has(step), `${step} by ${piece.kind}`)
            if (step === 'ERROR>COMPLETED') assert.equal(piece.kind, 'operator_completed')
            if (told.status === 'EXPIRED') assert.equal(state.payType, 'payin')
          }
          if (told.kind !== 'move' && told.kind !== 'note') continue
          books.post(told.effects.postings)
          state = stateAfter(state, told)
          if (state.payType === 'payin') checkPayin(state, books)
          else if (state.payType === 'payout') checkPayout(state, books)
          else checkRefund(state, books)
          const again = transition(state, piece)
          if (again.kind === 'move' || again.kind === 'note') {
            assert.deepEqual(again.effects.postings, [], `${piece.kind} moves money once`)
          }
        }
      }),
      { numRuns: 20_000 },
    )
  })

  it('ends with the same balances in any order of payment and return reports', () => {
    const told: StatusUpdate[] = [
      { kind: 'completed', creditedMinor: 1000n },
      { kind: 'reversed', amountMinor: 1000n, creditedMinor: 1000n },
      { kind: 'pending' },
      { kind: 'unknown', why: 'timeout' },
    ]
    fc.assert(
      fc.property(start, fc.shuffledSubarray([...told, ...told], { minLength: 8 }), (made, order) => {
        if (made.reason === 'awaiting_approval') return
        const books = new Books()
        books.post(reservationOf(made))
        let state = made
        for (const piece of order) {
          const move = transition(state, piece)
          assert.notEqual(move.kind, 'contradiction')
          if (move.kind === 'move' || move.kind === 'note') books.post(move.effects.postings)
          state = stateAfter(state, move)
        }
        assert.equal(state.reversedMinor, 1000n)
        assert.equal(books.balance('settlement'), 0n, 'settlement is even')
        assert.equal(books.balance('reserved'), 0n)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the catalogues of statuses and reasons', () => {
  it('contain exactly what the table can produce', () => {
    const said = new Set<Reason>(rejectReasons)
    const reached = new Set<string>()
    const walk = (state: State, depth: number): void => {
      said.add(state.reason)
      reached.add(`${state.payType} ${state.status}`)
      if (depth === 0) return
      for (const piece of steps) {
        const told = transition(state, piece)
        if (told.kind === 'move' || told.kind === 'note') walk(stateAfter(state, told), depth - 1)
      }
    }
    const policies: Policies = {
      late: 'accept_late',
      overpaid: 'accept',
      payerMismatch: 'accept_flagged',
      reversal: 'error',
      returnedFee: 'keep',
      refundFee: 'keep',
    }
    const blank = { ...nothing, policies, status: 'PENDING', amountMinor: 1000n, feeMinor: 0n, terms: noFee } as const
    for (const payType of transactionTypes) {
      for (const reason of payType === 'payin' ? ['awaiting_payment' as const] : ['awaiting_approval' as const]) {
        walk({ ...blank, payType, reason }, 3)
      }
    }
    // The sum of the refunds of a pay-in makes its reason, not the table.
    for (const reason of ['refunded', 'partially_refunded'] as const) said.add(reason)
    assert.deepEqual([...said].sort(), [...reasons].sort())
    assert.deepEqual(
      [...reached].sort(),
      statuses
        .flatMap((status) =>
          (status === 'EXPIRED' ? [] : [`payout ${status}`, `refund ${status}`]).concat(`payin ${status}`),
        )
        .sort(),
    )
  })
})

const nothing = { creditedMinor: null, receivedMinor: 0n, suspenseMinor: 0n, reversedMinor: 0n, sentBackMinor: 0n }
const steps: readonly StatusUpdate[] = [
  ...[500n, 1000n, 1500n].map((creditedMinor) => ({ kind: 'completed', creditedMinor }) as const),
  { kind: 'completed', creditedMinor: 1000n, payerMismatch: true },
  ...[400n, 1000n].map((amountMinor) => ({ kind: 'reversed', amountMinor }) as const),
  { kind: 'pending', next: { type: 'redirect', url: 'https://bank.example/3ds' } },
  { kind: 'pending', by: 'operator' },
  { kind: 'unknown', why: 'timeout' },
  { kind: 'not_sent', why: 'unavailable' },
  { kind: 'not_found', conclusive: true },
  ...(['expire', 'cancel', 'unresolved', 'approve', 'refuse', 'approval_expired', 'line_waits'] as const).map(
    (kind) => ({ kind }),
  ),
]
