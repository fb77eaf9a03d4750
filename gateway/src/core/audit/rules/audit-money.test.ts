import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailWithMoney } from './audit-money.ts'

const converted = (action: string, detail: Record<string, unknown>, currency?: 'ARS' | 'CLP') =>
  detailWithMoney(detail, { action, currency })

test('limits in minor units are shown as money', () => {
  const detail = { pointId: 'p', currency: 'ARS', singleMinor: null, dailyMinor: '90000000', approvalAboveMinor: '0' }
  assert.deepEqual(converted('point.payout_limits', detail), {
    pointId: 'p',
    single: null,
    daily: '900000.00 ARS',
    approvalAbove: '0.00 ARS',
  })
})

test('an approved payout is shown in the currency of its transaction, which its entry does not name', () => {
  assert.deepEqual(converted('payout.approve', { note: null, amount_minor: '250000' }, 'CLP'), {
    note: null,
    amount: '250000 CLP',
  })
})

test('test funds were written in minor units under plain names, other balances in major ones', () => {
  const minor = { currency: 'ARS', available: '90000000', overdraft: undefined }
  assert.deepEqual(converted('test.funds', minor), { available: '900000.00 ARS', overdraft: undefined })
  assert.deepEqual(converted('point.funding', { currency: 'ARS', amount: '-10.50' }), { amount: '-10.50 ARS' })
  assert.deepEqual(converted('point.overdraft', { currency: 'CLP', overdraft: '1000' }), { overdraft: '1000 CLP' })
})

test('fees are shown in percent, and a fixed fee of the service in its currency', () => {
  const detail = { serviceCode: 'BT_CL', feeMillionths: 25_000, feeFixedMinor: '150' }
  assert.deepEqual(converted('point.terms', detail, 'CLP'), { serviceCode: 'BT_CL', fee: '2.5 %', feeFixed: '150 CLP' })
  assert.deepEqual(converted('point.terms', { serviceCode: '*', feeFixedMinor: '0' }), {
    serviceCode: '*',
    feeFixed: '0',
  })
})

test('money texts and other values do not change', () => {
  const detail = { amount: '12.00 BRL', role: 'owner', attempts: 5, currency: 'BRL' }
  assert.deepEqual(converted('suspense.accept', detail), { amount: '12.00 BRL', role: 'owner', attempts: 5 })
  assert.deepEqual(converted('x', { currency: 'BRL' }), { currency: 'BRL' })
})

test('a second conversion changes nothing', () => {
  const once = converted('point.payout_limits', { currency: 'ARS', dailyMinor: '1' })
  assert.deepEqual(converted('point.payout_limits', once), once)
})
