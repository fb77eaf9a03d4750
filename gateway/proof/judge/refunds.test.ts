import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../stages/virtual/parts.ts'
import { checkRefunds } from './refunds.ts'
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
