import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rejectReasons } from '../../values/outcome.ts'
import { type Reason, reasons, statuses, transactionTypes } from '../../values/status.ts'
import { type CallbackFacts, callbackMessage, callbackTemplate, hiddenHash, renderCallback } from './callback-body.ts'

const facts: CallbackFacts = {
  transactionId: '01980c3e-7a10-7c00-8000-000000000001',
  status: 'COMPLETED',
  reason: 'paid',
  reference: 'ORDER-1',
  payType: 'payin',
  card: false,
  bookedMinor: 1000n,
  currency: 'BRL',
  updatedAt: new Date('2026-03-04T05:06:07.089Z'),
  methodSendsAmount: true,
}
const off = { extraFields: false, amountAlways: false, sendMetadata: false, sendRefunds: false, sendWithdrawals: false }
const hash = 'ab'.repeat(32)

test('a callback has the fields in the order of the spec, the amount with exactly two decimals in its bytes', () => {
  assert.equal(
    renderCallback(callbackTemplate(facts, off), 9999999999n, hash),
    '{"transaction_id":"01980c3e-7a10-7c00-8000-000000000001","api_key":9999999999,' +
      `"security_hash":"${hash}","status":"COMPLETED","amount":10.00,"message":"Payment approved",` +
      '"reference":"ORDER-1","updated_at":"2026-03-04T05:06:07.089000Z","pay_type":"payin"}',
  )
})

test('a card callback has updated_at without time zone suffix', () => {
  const body = callbackTemplate({ ...facts, card: true, methodSendsAmount: false, currency: 'EUR' }, off)
  assert.equal(JSON.parse(body).updated_at, '2026-03-04T05:06:07.089000')
  assert.equal('amount' in JSON.parse(body), false)
})

test('amount is the booked amount with two decimals in every currency; all services send it only on request', () => {
  const overpaid = callbackTemplate({ ...facts, bookedMinor: 1250n }, off)
  assert.match(overpaid, /"amount":12\.50,/)
  const chile = { ...facts, methodSendsAmount: false, currency: 'CLP', bookedMinor: 990n } as const
  assert.doesNotMatch(callbackTemplate(chile, off), /amount/)
  assert.match(callbackTemplate(chile, { ...off, amountAlways: true }), /"amount":990\.00,/)
})

test('a callback of a refund names its pay-in and its amount, whatever the service code', () => {
  const refund = {
    ...facts,
    payType: 'refund',
    methodSendsAmount: false,
    refundedPayment: facts.transactionId,
  } as const
  const { payment_id, amount } = JSON.parse(callbackTemplate(refund, off))
  assert.deepEqual([payment_id, amount], [facts.transactionId, 10])
})

test('amount is absent where nothing is booked, also for a point with amount_always', () => {
  for (const status of ['ERROR', 'EXPIRED', 'COMPLETED', 'PENDING'] as const) {
    for (const amountAlways of [false, true]) {
      const body = callbackTemplate({ ...facts, status, bookedMinor: null }, { ...off, amountAlways })
      assert.equal('amount' in JSON.parse(body), false, body)
    }
  }
})

test('the extra fields are sent on request only: the payer for a pay-in, the beneficiary for a payout', () => {
  const both = {
    ...facts,
    senderName: 'Payer',
    senderDocument: '1',
    beneficiaryName: 'Receiver',
    beneficiaryDocument: '2',
    beneficiaryBank: 'Bank',
    endToEndId: 'E1',
  }
  const on = { ...off, extraFields: true }
  assert.equal(callbackTemplate(both, off), callbackTemplate(facts, off))
  assert.match(
    callbackTemplate(both, on),
    /"payin","sender_name":"Payer","sender_document_number":"1","endToEndId":"E1"}$/,
  )
  assert.match(
    callbackTemplate({ ...both, payType: 'payout' }, on),
    /"payout","beneficiary_name":"Receiver","beneficiary_document_number":"2","beneficiary_bank_name":"Bank","endToEndId":"E1"}$/,
  )
  assert.equal(callbackTemplate(facts, on), callbackTemplate(facts, off))
})

test('text of a merchant is escaped within its field', () => {
  const reference = '","status":"COMPLETED","x":"\\é\u2028'
  const body = renderCallback(
    callbackTemplate({ ...facts, status: 'ERROR', reason: 'declined', reference }, off),
    7n,
    hash,
  )
  const parsed = JSON.parse(body)
  assert.equal(parsed.reference, reference)
  assert.equal(parsed.status, 'ERROR')
  assert.equal(parsed.api_key, 7)
  assert.deepEqual(Object.keys(parsed).slice(0, 4), ['transaction_id', 'api_key', 'security_hash', 'status'])
})

test('every state has a message', () => {
  for (const status of statuses) {
    for (const reason of reasons) {
      for (const payType of transactionTypes)
        assert.match(callbackMessage(status, reason, payType), /^[A-Z][ -~]{5,100}$/)
    }
  }
})

test('the message begins with the payment or the payout and its result', () => {
  for (const [status, payin, payout] of [
    ['PENDING', /^Transaction in progress$/, /^Transaction in progress$/],
    ['COMPLETED', /^Payment approved/, /^Payout completed/],
    ['EXPIRED', /^Payment (expired|cancelled)/, /^Pay(ment|out) (expired|cancelled)/],
    ['ERROR', /^Payment failed: [a-z]/, /^Payout failed: [a-z]/],
  ] as const) {
    for (const reason of reasons) {
      assert.match(callbackMessage(status, reason, 'payin'), payin)
      assert.match(callbackMessage(status, reason, 'payout'), payout)
    }
  }
  assert.equal(callbackMessage('EXPIRED', 'expired', 'payin'), 'Payment expired')
})

test('every failure reason has its own message', () => {
  const failures: Reason[] = [...rejectReasons, 'returned', 'reversed']
  const unexplained = callbackMessage('ERROR', 'other', 'payin')
  assert.match(unexplained, /could not be processed/)
  const messages = failures.map((reason) => callbackMessage('ERROR', reason, 'payin'))
  assert.equal(new Set(messages).size, failures.length, messages.join('; '))
})

test('the message names the reason of a completed or expired payment, unless it is ordinary', () => {
  const completed = (reason: Reason) => callbackMessage('COMPLETED', reason, 'payin')
  assert.equal(completed('paid'), 'Payment approved', 'the example of the spec')
  const special: [Reason, RegExp][] = [
    ['paid_late', /expiry/],
    ['overpaid', /more than ordered/],
    ['partially_returned', /part/],
    ['reversed', /reversed/],
  ]
  for (const [reason, word] of special) assert.match(completed(reason), word)
  assert.match(callbackMessage('EXPIRED', 'underpaid', 'payin'), /less than ordered/)
  assert.match(callbackMessage('EXPIRED', 'cancelled', 'payin'), /cancelled/)
})

test('a body for display hides its hash visibly, and a template without status is refused', () => {
  assert.match(renderCallback(callbackTemplate(facts, off), 1n, hiddenHash), /"security_hash":"[^"0-9a-f]*hidden[^"]*"/)
  assert.throws(() => renderCallback('{"reference":"1"}', 1n, hash), /no status/)
})
