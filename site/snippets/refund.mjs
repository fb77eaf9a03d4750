// Gives a part of a paid pay-in back. The first two calls make a paid one.
async function post(path, body) {
  const response = await fetch(`${process.env.PASARELA_URL}/api/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.PASARELA_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return await response.json()
}

const number = Date.now()
const sale = { service_code: 'BT_AR', amount: 777.01, payer_doc_id: '20-26756539-3', reference: `sold-${number}` }
const { transaction_id: id } = (await post('payments/payin_hth', sale)).data
await post(`test/payments/${id}/simulate`, { event: 'paid' })

const refund = { reference: `refund-${number}`, amount: 70.5, reason: 'one of two was broken' }
const { status, data, error } = await post(`payments/${id}/refunds`, refund)
if (data === null) {
  // Refused or unknown (unavailable, internal_error): the same request with the same reference never refunds twice.
  console.error(error.code)
} else if (status === 'error') {
  // Surely failed: nothing went back. Refund again with a new reference.
  console.error(data.reference, 'failed:', error.code)
} else {
  console.log(data.reference, 'is', data.status)
}
