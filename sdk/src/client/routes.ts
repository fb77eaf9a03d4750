import type { Route } from './call.ts'
import type { PasarelaClient } from './operations.ts'

/** Names of the methods that stand for one operation of the API. */
export type OperationName = Exclude<keyof PasarelaClient, 'eachTransaction' | 'eachDelivery' | 'eachBalanceTransaction'>

const get = (path: string): Route => ({ method: 'GET', path, repeatable: true })
/** Creates by a reference that counts once, or sets what may be set twice. */
const repeatable = (path: string): Route => ({ method: 'POST', path, repeatable: true })
/** A second time it would do something else, or be refused because of the first. */
const once = (path: string): Route => ({ method: 'POST', path, repeatable: false })

/** Where each operation lives (docs/contract.md, Further endpoints). */
export const routes: Readonly<Record<OperationName, Route>> = {
  createPayin: repeatable('/api/v1/payments/payin_hth'),
  createPayout: repeatable('/api/v1/payments/payout_hth'),
  listTransactions: get('/api/v1/payments'),
  getTransaction: get('/api/v1/payments/{id}'),
  cancelPayin: once('/api/v1/payments/{id}/cancel'),
  givePayerReference: repeatable('/api/v1/payments/{id}/payer-reference'),
  approvePayout: once('/api/v1/payments/{id}/approve'),
  rejectPayout: once('/api/v1/payments/{id}/reject'),
  createRefund: repeatable('/api/v1/payments/{id}/refunds'),
  listRefundsOfPayment: get('/api/v1/payments/{id}/refunds'),
  listRefunds: get('/api/v1/refunds'),
  getRefund: get('/api/v1/refunds/{id}'),
  createPaymentLink: repeatable('/api/v1/payment-links'),
  listPaymentLinks: get('/api/v1/payment-links'),
  getPaymentLink: get('/api/v1/payment-links/{id}'),
  pausePaymentLink: repeatable('/api/v1/payment-links/{id}/pause'),
  resumePaymentLink: repeatable('/api/v1/payment-links/{id}/resume'),
  createWithdrawal: repeatable('/api/v1/withdrawals'),
  listWithdrawals: get('/api/v1/withdrawals'),
  getWithdrawal: get('/api/v1/withdrawals/{id}'),
  listCallbacks: get('/api/v1/payments/{id}/callbacks'),
  resendCallback: repeatable('/api/v1/payments/{id}/callbacks/resend'),
  listEvents: get('/api/v1/events'),
  getWebhook: get('/api/v1/webhook'),
  setWebhook: { method: 'PUT', path: '/api/v1/webhook', repeatable: true },
  testWebhook: once('/api/v1/webhook/test'),
  explainCallback: repeatable('/api/v1/webhook/explain'),
  listDeliveries: get('/api/v1/webhook/deliveries'),
  getDelivery: get('/api/v1/webhook/deliveries/{id}'),
  resendDelivery: repeatable('/api/v1/webhook/deliveries/{id}/resend'),
  recoverCallbacks: repeatable('/api/v1/webhook/recover'),
  // Each makes another secret, or moves one on: a second time it would push out the one that the merchant's server knows.
  rotateWebhookSecret: once('/api/v1/webhook/rotate-secret'),
  rotateApiToken: once('/api/v1/webhook/rotate-token'),
  getBalances: get('/api/v1/balances'),
  listBalanceTransactions: get('/api/v1/balance-transactions'),
  getStatement: get('/api/v1/statements/{currency}'),
  listServices: get('/api/v1/services'),
  listBanks: get('/api/v1/banks'),
  validateRequest: repeatable('/api/v1/validate'),
  readInbox: get('/api/v1/test/inbox'),
  simulate: once('/api/v1/test/payments/{id}/simulate'),
  setTestFunds: repeatable('/api/v1/test/funds'),
  readTestClock: get('/api/v1/test/clock'),
  moveTestClock: once('/api/v1/test/clock'),
}
