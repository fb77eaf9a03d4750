import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inOtherCurrency } from './other-currency.ts'
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
