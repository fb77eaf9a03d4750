import { randomUUID } from 'node:crypto'
import type { Found, Incoming, Json, Payment } from './fake-gateway.ts'

/** What a fake gateway must know of before, so that it can refund. */
export interface Remembered {
  payments: Map<string, Payment>
  refunds: Json[]
  links: Json[]
}

interface Asked {
  method: string
  path: string
  body: Record<string, Json>
}

const paths = /^\/api\/v1\/(payments|refunds)\/([^/]+?)(\/refunds)?$/

/** Refunds in their smallest correct form, with the reads that go with them; undefined for every other path. */
export function answerRefund(remembered: Remembered, asked: Asked, repeats: boolean): Found | undefined {
  const { method, path, body } = asked
  const [, resource, id = '', isOfPayment] = paths.exec(path) ?? []
  const payment = remembered.payments.get(id)
  if (method === 'POST') return payment && isOfPayment ? refund(remembered, { payment, body }, repeats) : undefined
  const ofPayment = remembered.refunds.filter(({ payment_id }) => payment_id === id)
  const read = isOfPayment ? { items: ofPayment } : { ...payment?.data, status: 'COMPLETED' }
  const one = remembered.refunds.find(({ refund_id }) => refund_id === id)
  const data = resource === 'refunds' ? one : payment && read
  if (method !== 'GET' || data === undefined) return undefined
  const incoming: Incoming = { kind: 'read', code: '', fields: {} }
  return { incoming, problems: [], code: 200, data: () => data, remember: () => undefined }
}

/** What the adapter makes happen: the pay-in of this path of a control is paid. */
export function payHeld({ payments }: Remembered, path: string): void {
  const payment = payments.get(path.split('/').at(-2) ?? '')
  if (payment) payment.isHeld = false
}

function refund(
  { refunds }: Remembered,
  { payment, body }: { payment: Payment; body: Record<string, Json> },
  repeats: boolean,
): Found {
  const { incoming: paid, data } = payment
  const own = refunds.filter(({ payment_id }) => payment_id === data.transaction_id)
  const incoming: Incoming = { kind: 'refund', code: paid.code, fields: body }
  const same = own.find(({ reference }) => reference === body['reference'])
  if (same && !repeats) return { incoming, problems: [], code: 200, data: () => same, remember: () => undefined }
  const left = own.reduce((rest, each) => rest - each.amount, data.amount)
  const { reference, amount = left } = body
  const problems = [
    ...(paid.kind === 'payout' ? ['payment is_payout'] : []),
    ...(payment.isHeld ? ['payment unpaid'] : []),
    ...(amount <= 0 ? ['amount too_small'] : []),
    ...(amount > left ? ['amount too_large'] : []),
  ]
  const made = { refund_id: randomUUID(), payment_id: data.transaction_id, reference, amount, status: 'COMPLETED' }
  return { incoming, problems, code: 201, data: () => made, remember: () => refunds.push(made) }
}
