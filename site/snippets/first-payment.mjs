// Creates a pay-in and waits until it is paid.
import { setTimeout as sleep } from 'node:timers/promises'

const api = `${process.env.PASARELA_URL}/api/v1/payments`
const headers = { Authorization: `Bearer ${process.env.PASARELA_KEY}`, 'Content-Type': 'application/json' }

const response = await fetch(`${api}/payin_hth`, {
  method: 'POST',
  headers,
  body: JSON.stringify({
    service_code: 'BT_AR',
    amount: 1500.5,
    payer_doc_id: '20-26756539-3',
    reference: `order-${Date.now()}`,
  }),
})
const created = await response.json()
if (!response.ok) throw new Error(created.message)
console.log('pay here:', created.data.payment_url)

let payment = created.data
for (let second = 0; payment.status === 'PENDING' && second < 20; second += 1) {
  await sleep(1000)
  const read = await fetch(`${api}/${created.data.transaction_id}`, { headers })
  payment = (await read.json()).data
}
console.log(payment.reference, 'is', payment.status)
