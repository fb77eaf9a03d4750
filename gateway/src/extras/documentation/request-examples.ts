/**
 * A body for each operation whose body no payment method describes, by the name of the operation. The samples of the
 * documentation send them. `SINCE` and `CALLBACK_BODY` stand for what only the reader knows.
 */
export const requestExamples: Readonly<Record<string, unknown>> = {
  validateRequest: {
    operation: 'payin',
    service_code: 'BT_AR',
    amount: 15000.5,
    reference: 'order-1001',
    payer_doc_id: '20-26756539-3',
  },
  givePayerReference: { payer_reference: '004512789' },
  createPaymentLink: {
    reference: 'poster-1001',
    title: 'Course of ceramics',
    amount: 1500,
    currency: 'ARS',
    uses_max: 20,
  },
  createRefund: { reference: 'refund-1001', amount: 10, reason: 'One of two was broken' },
  createWithdrawal: { service_code: 'BT_AR', reference: 'withdrawal-1001', amount: 1000 },
  approvePayout: { note: 'Invoice 4711 checked' },
  rejectPayout: { note: 'Not our supplier' },
  setWebhook: { url: 'https://shop.example/callbacks', send_metadata: true },
  testWebhook: { status: 'COMPLETED', pay_type: 'payin' },
  rotateWebhookSecret: { overlap: '24h' },
  rotateApiToken: { action: 'stage' },
  explainCallback: { body: 'CALLBACK_BODY', headers: { 'webhook-id': 'WEBHOOK_ID' } },
  recoverCallbacks: { since: 'SINCE' },
  setTestFunds: { currency: 'ARS', available: 100000 },
  simulate: { event: 'paid' },
  moveTestClock: { advance_seconds: 60 },
}
