import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import { checkRefundRefusals, checkRefunds } from './refunds.ts'
import type { PointRow, TransferRow } from './rows.ts'
import type { Story } from './story.ts'

/** A pay-in whose second payment was accepted between its two refunds; `feesMinor`: what they gave back of its fee. */
function rulesBroken(feesMinor: readonly [bigint, bigint], exchanges: readonly Exchange[] = []): string[] {
  const begun = { pointId: 'point', reference: 'one', reversedMinor: 0n, attempts: [], history: [], changes: [] }
  const moved = (transactionId: string, transfers: readonly (readonly [TransferRow['kind'], number, bigint])[]) =>
    transfers.map(([kind, id, amountMinor]) => ({ kind, id: BigInt(id), amountMinor, transactionId }))
  const payin = {
    ...{ ...begun, id: 'payin', payType: 'payin', status: 'COMPLETED', creditedMinor: 3_000n, feeMinor: 120n },
    transfers: moved('payin', [
      ['payin', 1, 1_000n],
      ['payin_fee', 2, 100n],
      ['suspense_accepted', 4, 2_000n],
      ['payin_fee', 5, 20n],
    ]),
  }
  const refunds = feesMinor.map((feeMinor, place) => ({
    ...{ ...begun, id: `refund-${place}`, payType: 'refund', status: 'PENDING', payinId: 'payin' },
    ...{ amountMinor: 500n, feeMinor, transfers: moved(`refund-${place}`, [['refund_reserve', 3 + 3 * place, 500n]]) },
  }))
  const points = new Map([['point', { refundFee: 'give_back' } as PointRow]])
  const stories = [payin, ...refunds] as unknown as readonly Story[]
  return checkRefunds(stories, { points, orders: [], sent: [], exchanges }).map(({ rule }) => rule)
}

test('the share of the fee is that of the moment of each refund, whatever is credited later', () => {
  // 500 of 1000 are 50 of 100. Of 3000 they are less, and with 500 more they are 40 of 120: nothing is to be added.
  assert.deepEqual(rulesBroken([50n, 0n]), [])
  assert.deepEqual(rulesBroken([40n, 0n]), ['refund-fee'])
  assert.deepEqual(rulesBroken([50n, 1n]), ['refund-fee'])
})

test('a refund without an amount takes all that is left', () => {
  const reply = { kind: 'reply', status: 201, body: '{"data":{"refund_id":"refund-1"}}' } as const
  const asked = (body: string): Exchange => ({
    ...{ act: 'asks', who: 'plain', sentAtMs: 0, answeredAtMs: 0, reply },
    request: { method: 'POST', path: '/api/v1/payments/payin/refunds', headers: {}, body },
  })
  assert.deepEqual(rulesBroken([50n, 0n], [asked('{"amount":5}')]), [])
  assert.deepEqual(rulesBroken([50n, 0n], [asked('{}')]), ['refund-not-the-rest'])
})

test('a refusal of a refund is due only where the pay-in was without so much at some moment of the request', () => {
  const id = '0aaaaaaa-0000-7000-8000-000000000001'
  const transfer = (kind: TransferRow['kind'], place: bigint, amountMinor: bigint) => {
    return { kind, id: place, amountMinor, transactionId: id, atMs: 1_000_000 * Number(place) }
  }
  const payin = {
    ...{ id, payType: 'payin', reference: 'one', pointId: 'point', currency: 'ARS' },
    history: [{ status: 'COMPLETED', atMs: 1_000_000 }],
    transfers: [transfer('payin', 1n, 1_000n), transfer('reversal', 2n, 300n), transfer('suspense_accepted', 9n, 50n)],
  }
  const points = [{ name: 'plain', pointId: 'point', singleMinor: null, connector: 'sim_tombstone' } as PointFacts]
  const broken = (sentAtMs: number, amount: string, reply: { status: number; code: string }) => {
    const request = {
      method: 'POST',
      path: `/api/v1/payments/${id}/refunds`,
      headers: {},
      body: `{${amount}}`,
    } as const
    const exchange: Exchange = {
      ...{ act: 'asks', who: 'plain', sentAtMs, answeredAtMs: sentAtMs + 1, request },
      reply: { kind: 'reply', status: reply.status, body: JSON.stringify({ error: { code: reply.code } }) },
    }
    const stories = [payin] as unknown as readonly Story[]
    return checkRefundRefusals(stories, { exchanges: [exchange], points }).map(({ rule }) => rule)
  }
  const [tooMuch, nothing] = [
    { status: 422, code: 'amount_too_large' },
    { status: 409, code: 'not_in_this_state' },
  ]
  assert.deepEqual(broken(5_000_000, '"amount":7', tooMuch), ['refund-refused'], 'all of it was left')
  assert.deepEqual(broken(5_000_000, '"amount":7.01', tooMuch), [])
  assert.deepEqual(broken(5_000_000, '', nothing), ['refund-refused'])
  assert.deepEqual(broken(2_100_000, '"amount":7.5', tooMuch), [], 'the reversal may not have been seen')
  assert.deepEqual(broken(1_100_000, '', nothing), [], 'the payment may not have been seen')
  assert.deepEqual(broken(9_100_000, '"amount":7.5', tooMuch), [], 'what was accepted may not have been seen')
})
