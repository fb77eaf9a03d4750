import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { payin } from '../../../../test/support/payin-timeline.ts'
import { fc } from '../../../../test/support/test-seed.ts'
import { accountsOf } from '../../ledger/rules/ledger.ts'
import type { State, StatusUpdate } from './state.ts'
import { transition } from './status.ts'
import { stateAfter } from './transition-parts.ts'

/** Events at the bank and actions of operators. Minor units. */
type Event =
  | { do: 'pay'; minor: bigint; payerMismatch: boolean }
  /** The bank reverses some of its money; its report may omit what had arrived. */
  | { do: 'take_back'; minor: bigint; tellsArrivals: boolean }
  /** One of the reports so far is delivered: for the first time, again, or late. */
  | { do: 'tell'; which: number }
  | { do: 'expire' | 'accept' | 'return' }

const minor = fc.constantFrom(100n, 300n, 700n, 1000n, 1000n, 1100n)
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), minor, payerMismatch: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take_back' as const), minor, tellsArrivals: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tell' as const), which: fc.nat(9) }) },
  fc.record({ do: fc.constantFrom('expire' as const, 'accept' as const, 'return' as const) }),
)

const hold = fc.constantFrom('hold' as const)
const pending: fc.Arbitrary<State> = fc
  .record({
    late: fc.oneof(hold, fc.constant('accept_late' as const)),
    overpaid: fc.oneof(hold, fc.constant('accept' as const)),
    payerMismatch: fc.oneof(hold, fc.constant('accept_flagged' as const)),
    reversal: fc.constantFrom('keep_completed' as const, 'error' as const),
    returnedFee: fc.constant('keep' as const),
    refundFee: fc.constant('keep' as const),
  })
  .map((policies) => ({ ...payin, policies }))

/** A pay-in with the bank's real amounts and the gateway's ledger. */
class BankedPayin {
  state: State
  attention: string | null = null
  /** Real totals: sent by payers, reversed by the bank, sent back by operators. */
  sent = 0n
  taken = 0n
  sentBack = 0n
  readonly news: StatusUpdate[] = []
  readonly told = new Set<StatusUpdate>()
  settlement = 0n
  credit = 0n

  constructor(start: State) {
    this.state = start
  }

  get bankHolds(): bigint {
    return this.sent - this.taken - this.sentBack
  }

  happen(event: Event): void {
    switch (event.do) {
      case 'pay':
        this.sent += event.minor
        this.news.push({ kind: 'completed', creditedMinor: this.sent, payerMismatch: event.payerMismatch })
        return
      case 'take_back':
        if (event.minor > this.bankHolds) return
        this.taken += event.minor
        this.news.push({
          kind: 'reversed',
          amountMinor: this.taken,
          ...(event.tellsArrivals ? { creditedMinor: this.sent } : {}),
        })
        return
      case 'tell': {
        const told = this.news[event.which % Math.max(this.news.length, 1)]
        if (told) this.tell(told)
        return
      }
      case 'expire':
        this.tell({ kind: 'expire' })
        return
      case 'accept':
        this.tell({ kind: 'accept_suspense' })
        return
      case 'return':
        // Operators check the bank before they send money back.
        this.tellTheRest()
        this.sentBack += this.state.suspenseMinor
        assert.ok(this.bankHolds >= 0n, 'what waits in suspense is there to be sent back')
        this.tell({ kind: 'return_suspense' })
    }
  }

  tellTheRest(): void {
    for (const piece of this.news) if (!this.told.has(piece)) this.tell(piece)
  }

  tell(piece: StatusUpdate): void {
    this.told.add(piece)
    const told = transition(this.state, piece)
    assert.notEqual(told.kind, 'contradiction', `${piece.kind} is what happened`)
    if (told.kind !== 'move' && told.kind !== 'note') return
    for (const { kind, amountMinor } of told.effects.postings) {
      const { debit, credit } = accountsOf(kind, 'available')
      if (debit === 'settlement') this.settlement += amountMinor
      if (credit === 'settlement') this.settlement -= amountMinor
      if (kind === 'payin' || kind === 'suspense_accepted') this.credit += amountMinor
      if (kind === 'reversal') this.credit -= amountMinor
    }
    if (told.effects.attention !== undefined) this.attention = told.effects.attention
    this.state = stateAfter(this.state, told)
    const { suspenseMinor } = this.state
    assert.ok(suspenseMinor >= 0n && this.credit >= 0n, 'nothing is taken that is not there')
    const reversed = told.effects.postings.some(({ kind }) => kind === 'reversal')
    if (reversed) assert.equal(suspenseMinor, 0n, 'the merchant pays when suspense is empty, not before')
    assert.equal(this.settlement, suspenseMinor + this.credit)
  }

  /**
   * Every report was delivered at least once: the ledger equals the real amounts, and no money waits without a
   * review.
   */
  end(): void {
    this.tellTheRest()
    assert.equal(this.settlement, this.bankHolds, 'the books say what the bank holds')
    const { status, reason, suspenseMinor } = this.state
    const waitsForTheRest = status === 'PENDING' && reason === 'underpaid'
    if (suspenseMinor > 0n && !waitsForTheRest) assert.notEqual(this.attention, null, 'somebody is asked about it')
    for (const piece of this.news) this.tell(piece)
    assert.equal(this.settlement, this.bankHolds, 'the same news again change nothing')
  }
}

describe('a pay-in and its bank', () => {
  it('books what really arrived, was reversed and was sent back, in any order of reports', () => {
    fc.assert(
      fc.property(pending, fc.array(event, { maxLength: 16 }), (start, events) => {
        const payin = new BankedPayin(start)
        for (const each of events) payin.happen(each)
        payin.end()
      }),
      { numRuns: 10_000 },
    )
  })
})
