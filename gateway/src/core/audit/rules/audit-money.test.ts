import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailWithMoney } from './audit-money.ts'

test('limits in minor units are written as money of their currency', () => {
  const limits = { currency: 'ARS', singleMinor: null, dailyMinor: 90_000_000n, approvalAboveMinor: 0n }
  assert.deepEqual(detailWithMoney(limits), { single: null, daily: '900000.00 ARS', approvalAbove: '0.00 ARS' })
})

test('the currency stays where no amount names it', () => {
  assert.deepEqual(detailWithMoney({ currency: 'BRL', singleMinor: null }), { currency: 'BRL', single: null })
})

test('fees are written in percent, and a fixed fee of the service in its currency', () => {
  const terms = { serviceCode: 'BT_CL', feeMillionths: 25_000, feeFixedMinor: 150n, releaseDelaySeconds: null }
  const written = { serviceCode: 'BT_CL', fee: '2.5 %', feeFixed: '150 CLP', releaseDelaySeconds: null }
  assert.deepEqual(detailWithMoney(terms, 'CLP'), written)
  assert.deepEqual(detailWithMoney({ serviceCode: '*', feeFixedMinor: 0n }), { serviceCode: '*', feeFixed: '0' })
})
