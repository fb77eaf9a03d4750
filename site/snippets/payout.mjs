// Pays out, and says what became of it. A payout that is PENDING is not failed.
const response = await fetch(`${process.env.PASARELA_URL}/api/v1/payments/payout_hth`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${process.env.PASARELA_KEY}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({
    service_code: 'SPEI_MX',
    amount: 250,
    reference: `salary-${Date.now()}`,
    account_type: 'CLABE',
    account: '012180000118359713',
  }),
})
const { status, data, error, errors } = await response.json()
if (response.status >= 500) {
  // Unknown: send the same request again, with the same reference.
  console.error('unknown:', error.code)
} else if (response.status === 409) {
  // The reference belongs to an earlier transaction: read it before you pay again.
  console.error(error.code)
} else if (data === null) {
  // Refused: nothing happened, and the reference can be used again.
  console.error(error.code, errors)
} else if (status === 'error') {
  // Surely failed: nothing was paid. Pay again with a new reference.
  console.error(data.reference, 'failed:', error.code)
} else {
  console.log(data.reference, 'is', data.status)
}
