import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { methods } from '../../../src/core/payment-methods/index.ts'
import type { PaymentMethod } from '../../../src/core/payment-methods/payment-method.ts'
import { readPayin, readPayout } from '../../../src/core/payment-methods/read-request.ts'
import type { State, StatusUpdate } from '../../../src/core/processing/rules/state.ts'
import { transition } from '../../../src/core/processing/rules/status.ts'
import { amountMinorMax, formatAmount, parseAmount } from '../../../src/core/values/money.ts'
import { parseInstant } from '../../../src/core/values/timestamps.ts'
import { payin as base } from '../../support/payin-timeline.ts'
import { fc } from '../../support/test-seed.ts'

const now = new Date('2030-06-15T12:00:00Z')
const lenient = { checks: 'lenient', now, requireHttpsRedirect: false } as const

const every: readonly StatusUpdate[] = [
  { kind: 'completed', creditedMinor: 1000n },
  { kind: 'pending' },
  { kind: 'rejected', reason: 'declined' },
  { kind: 'not_sent', why: 'unavailable' },
  { kind: 'unknown', why: 'timeout' },
  { kind: 'not_found', conclusive: true },
  { kind: 'not_found', conclusive: false },
  { kind: 'reversed', amountMinor: 1000n, creditedMinor: 1000n },
  ...(
    [
      'expire',
      'cancel',
      'unresolved',
      'approve',
      'refuse',
      'approval_expired',
      'accept_suspense',
      'return_suspense',
    ] as const
  ).map((kind) => ({ kind })),
]

const finals: readonly State[] = [
  { ...base, status: 'COMPLETED', reason: 'paid', creditedMinor: 1000n, receivedMinor: 1000n },
  { ...base, status: 'ERROR', reason: 'declined' },
  { ...base, status: 'EXPIRED', reason: 'expired' },
  { ...base, payType: 'payout', status: 'COMPLETED', reason: 'paid', creditedMinor: 1000n },
  { ...base, payType: 'payout', status: 'ERROR', reason: 'invalid_account' },
  { ...base, payType: 'payout', status: 'ERROR', reason: 'returned', creditedMinor: 1000n, reversedMinor: 1000n },
]

describe('money bugs: the rules', () => {
  it('bug 10: no news overwrites a final status, but the two moves that the contract names', () => {
    const moves = finals.flatMap((state) =>
      every.flatMap((news) => {
        const told = transition(state, news)
        return told.kind === 'move' ? [`${state.payType} ${state.status} -> ${told.status} by ${news.kind}`] : []
      }),
    )
    assert.deepEqual(moves, [
      'payin EXPIRED -> COMPLETED by completed',
      'payin EXPIRED -> COMPLETED by reversed',
      'payout COMPLETED -> ERROR by reversed',
    ])
  })

  it('bug 16: money that comes late is never lost: it completes, or waits for a person', () => {
    const expired: State = { ...base, status: 'EXPIRED', reason: 'expired' }
    const accepted = transition(expired, { kind: 'completed', creditedMinor: 1000n })
    assert.ok(accepted.kind === 'move' && accepted.status === 'COMPLETED' && accepted.reason === 'paid_late')
    const holding: State = { ...expired, policies: { ...base.policies, late: 'hold' } }
    const held = transition(holding, { kind: 'completed', creditedMinor: 1000n })
    assert.ok(held.kind === 'note' && held.effects.attention !== undefined)
    assert.deepEqual(held.effects.postings, [{ kind: 'suspense', amountMinor: 1000n }])
  })

  it('bug 17: decimals are read from their text and never rounded or truncated', () => {
    for (const [text, minor] of [
      ['263.90', 26_390n],
      ['582.42', 58_242n],
      ['1661.34', 166_134n],
      ['0.29', 29n],
      ['1.1', 110n],
      ['4.35', 435n],
    ] as const) {
      assert.deepEqual(parseAmount(text, 'MXN'), { ok: true, minor })
      assert.deepEqual(parseAmount(Number(text), 'MXN'), { ok: true, minor }, `${text} as a number`)
    }
    for (const text of ['10.123', 1661.340000001, '0.001']) assert.equal(codeOf(text, 'MXN'), 'amount_precision')
    for (let minor = 1n; minor <= 999_999n; minor += 1n) {
      const read = parseAmount(Number(formatAmount(minor, 'BRL')), 'BRL')
      if (!read.ok || read.minor !== minor) assert.fail(`${minor} came back as ${JSON.stringify(read)}`)
    }
    fc.assert(
      fc.property(fc.bigInt(1n, amountMinorMax), (minor) => {
        assert.deepEqual(parseAmount(Number(formatAmount(minor, 'BRL')), 'BRL'), { ok: true, minor })
      }),
    )
  })

  it('bug 18: pesos of Chile and guaraníes have no cents', () => {
    for (const currency of ['CLP', 'PYG'] as const) {
      assert.equal(codeOf(10.5, currency), 'amount_precision')
      assert.equal(codeOf('10.50', currency), 'amount_precision')
      assert.deepEqual(parseAmount('10.00', currency), { ok: true, minor: 10n })
    }
    for (const [code, country] of [
      ['BT_CL', 'cl'],
      ['BT_PY', 'py'],
    ]) {
      const method = (methods as readonly PaymentMethod[]).find((each) => each.code === code)
      const payin = readPayin({ ...method?.payin?.example, amount: 10.5, reference: country }, lenient)
      const payout = readPayout({ ...method?.payout?.example, amount: 10.5, reference: country }, lenient)
      for (const read of [payin, payout]) {
        assert.ok(!read.ok && read.problems.some((each) => each.code === 'amount_precision' && each.param === 'amount'))
      }
    }
  })

  it('bug 19: another amount is not the payment: a cent less stays PENDING, with a payout it stops for a person', () => {
    const less = transition(base, { kind: 'completed', creditedMinor: 999n })
    assert.ok(less.kind === 'note' && less.reason === 'underpaid')
    assert.deepEqual(less.effects.postings, [{ kind: 'suspense', amountMinor: 999n }])
    const payout: State = { ...base, payType: 'payout', reason: 'submitted' }
    for (const creditedMinor of [1n, 999n, 1001n]) {
      assert.equal(transition(payout, { kind: 'completed', creditedMinor }).kind, 'contradiction')
    }
  })

  it('bug 21: an expiry is an instant: offsets count, a date alone is the whole UTC day, the past is refused', () => {
    assert.equal(parseInstant('2030-07-01T00:00:00-04:00')?.toISOString(), '2030-07-01T04:00:00.000Z')
    assert.equal(parseInstant('2030-07-01T00:00:00-03:00')?.toISOString(), '2030-07-01T03:00:00.000Z')
    assert.equal(parseInstant('2030-07-01T10:00:00')?.toISOString(), '2030-07-01T10:00:00.000Z')
    assert.equal(parseInstant('2030-07-01')?.toISOString().slice(0, 19), '2030-07-01T23:59:59')
    const body = { ...methods[0].payin.example, reference: 'expiry' }
    const codeFor = (expired_at: string) => {
      const read = readPayin({ ...body, expired_at }, lenient)
      return read.ok ? 'ok' : read.problems.map((each) => `${each.param} ${each.code}`).join()
    }
    assert.equal(codeFor('2030-06-15'), 'ok')
    assert.equal(codeFor('2030-06-15T12:00:00Z'), 'expired_at expired_at_past')
    assert.equal(codeFor('2030-06-15T08:30:00-04:00'), 'ok')
    assert.equal(codeFor('2030-06-15T08:30:00-03:00'), 'expired_at expired_at_past')
    assert.equal(codeFor('2100-01-01T00:00:00Z'), 'expired_at expired_at_too_far')
  })
})

function codeOf(value: unknown, currency: 'MXN' | 'CLP' | 'PYG'): string {
  const read = parseAmount(value, currency)
  return read.ok ? 'ok' : read.code
}
