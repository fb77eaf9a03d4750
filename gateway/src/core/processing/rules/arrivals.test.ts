import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inOtherCurrency, isOtherPayer, readCancelled, withoutOwnRefunds } from './arrivals.ts'
import type { StatusUpdate } from './state.ts'

const back = { kind: 'reversed', amountMinor: 10_000n } as const

describe('a status update in another currency', () => {
  it('moves nothing, and the review reason names both currencies', () => {
    assert.deepEqual(inOtherCurrency({ kind: 'completed', creditedMinor: 10_000n, currency: 'VES' }, 'USD'), {
      kind: 'contradiction',
      why: 'completed in VES, ordered in USD',
    })
    assert.deepEqual(inOtherCurrency({ ...back, currency: 'usd' }, 'USD'), {
      kind: 'contradiction',
      why: 'reversed in usd, ordered in USD',
    })
    const endless = inOtherCurrency({ ...back, currency: 'X'.repeat(1_000) }, 'USD')
    assert.ok(endless?.kind === 'contradiction' && endless.why.length < 60)
  })

  it('is not detected where the currency is the ordered one or not reported', () => {
    const fine: StatusUpdate[] = [
      { kind: 'completed', creditedMinor: 1n, currency: 'USD' },
      { kind: 'completed', creditedMinor: 1n },
      { ...back, currency: 'USD' },
      back,
      { kind: 'pending' },
      { kind: 'expire' },
    ]
    for (const update of fine) assert.equal(inOtherCurrency(update, 'USD'), undefined)
  })
})

const now = new Date('2030-01-01T12:00:00Z')
const overdue = { pay_type: 'payin', status: 'PENDING', expired_at: new Date('2030-01-01T11:59:59Z') } as const
const inTime = { ...overdue, expired_at: new Date('2030-01-01T12:00:01Z') }
const cancelled = { kind: 'rejected', reason: 'cancelled' } as const

it('a pay-in that was cancelled at the provider ends as expired or cancelled, not as failed', () => {
  assert.deepEqual(readCancelled(overdue, cancelled, now), { kind: 'expire' })
  assert.deepEqual(readCancelled(inTime, cancelled, now), { kind: 'cancel' })
})

it('every other answer, and every answer about a payout or a decided pay-in, stays unchanged', () => {
  const declined = { kind: 'rejected', reason: 'declined' } as const
  assert.equal(readCancelled(overdue, declined, now), declined)
  assert.equal(readCancelled({ pay_type: 'payout', status: 'PENDING', expired_at: null }, cancelled, now), cancelled)
  assert.equal(readCancelled({ ...overdue, status: 'COMPLETED' }, cancelled, now), cancelled)
})

describe('another payer', () => {
  it('has another document, in whatever format', () => {
    assert.equal(isOtherPayer('390.533.447-05', '39053344705'), false)
    assert.equal(isOtherPayer('12.345.678-k', '12345678K'), false)
    assert.equal(isOtherPayer('39053344705', '11144477735'), true)
  })

  it('is not detected where a document is missing, masked or cut', () => {
    for (const unknown of [undefined, null, '', '***.533.447-**', '390xx344705', '3905']) {
      assert.equal(isOtherPayer('39053344705', unknown), false, String(unknown))
      assert.equal(isOtherPayer(unknown, '39053344705'), false, String(unknown))
    }
    assert.equal(isOtherPayer('39053', '39054'), true)
  })

  it('is detected by letters too: one X in either case is a letter, two are a mask', () => {
    assert.equal(isOtherPayer('AB12345X', 'ab12345x'), false)
    assert.equal(isOtherPayer('AB12345X', 'CD12345X'), true)
    assert.equal(isOtherPayer('xaxx010101000', 'XEXX010101000'), false)
  })
})

describe('a report of reversals', () => {
  const reversed = { kind: 'reversed', amountMinor: 900n, creditedMinor: 1000n, currency: 'ARS' } as const
  const back = (id: string, amountMinor: bigint, isDone = true) => ({ id, amountMinor, isDone })
  const own = { ids: new Set(['refund-1', 'refund-2']), receivedMinor: 700n }

  it('counts what others took back, and neither our refunds nor what failed', () => {
    const mixed = [back('refund-1', 300n), back('their own', 500n), back('another', 100n, false)]
    assert.deepEqual(withoutOwnRefunds({ ...reversed, reversals: mixed }, own), {
      ...{ ...reversed, reversals: mixed },
      amountMinor: 500n,
    })
  })

  it('of our refunds alone says that the payment was made', () => {
    const ours = [back('refund-1', 300n), back('refund-2', 600n)]
    const paid = { kind: 'completed', creditedMinor: 1000n, currency: 'ARS' }
    assert.deepEqual(withoutOwnRefunds({ ...reversed, reversals: ours }, own), paid)
    const { creditedMinor: _, ...withoutTotal } = reversed
    assert.deepEqual(withoutOwnRefunds({ ...withoutTotal, reversals: ours }, own), { ...paid, creditedMinor: 700n })
  })

  it('without a list, and every other report, stays as it is', () => {
    assert.equal(withoutOwnRefunds(reversed, own), reversed)
    const pending = { kind: 'pending' } as const
    assert.equal(withoutOwnRefunds(pending, own), pending)
  })
})
