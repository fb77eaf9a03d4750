import type { Bank } from '../bank/bank.ts'
import { mustRefuseFirst, submitOrder } from '../bank/submit-order.ts'
import { type FieldError, isOrderKey, type OrderBody, parseOrderBody } from '../orders/order-body.ts'
import { orderView } from '../orders/order-view.ts'
import type { Answer } from './answer.ts'

/** Orders in one batch: one journal write for all, and still a short turn of the event loop. */
const BATCH_ORDERS_MAX = 200
/** 200 orders of 5 KB. */
export const BATCH_BODY_BYTES_MAX = 1024 * 1024

type Item = { key: string | null } & ({ body: OrderBody } | { errors: FieldError[] })

/**
 * Takes registrations of pay-ins, each with its own result; they share one write of the journal. Scenario 07 refuses
 * the whole batch once with 503 and takes nothing of it, as a provider does that is away for a moment.
 */
export function submitBatch(bank: Bank, input: unknown): Answer {
  const orders = typeof input === 'object' && input !== null && 'orders' in input ? input.orders : undefined
  if (!Array.isArray(orders) || orders.length === 0 || orders.length > BATCH_ORDERS_MAX) {
    const errors = [{ path: 'orders', message: `must be a list of 1 to ${BATCH_ORDERS_MAX} orders` }]
    return { status: 422, body: { error: 'invalid', errors } }
  }
  const items = orders.map(readItem)
  const refused = items.filter(
    (item) => item.key !== null && 'body' in item && mustRefuseFirst(bank, item.key, item.body),
  )
  if (refused.length > 0) return { status: 503, body: { error: 'unavailable' }, retryAfterSeconds: 1 }
  return { status: 200, body: { results: items.map((item) => resultOf(bank, item)) } }
}

function readItem(input: unknown): Item {
  const given: unknown = typeof input === 'object' && input !== null && 'key' in input ? input.key : undefined
  const key = isOrderKey(given) ? given : null
  const parsed = parseOrderBody(input)
  const errors = parsed.ok ? [] : parsed.errors
  if (key === null) errors.push({ path: 'key', message: 'must be 1 to 64 letters, digits, _ or -' })
  if (parsed.ok && parsed.body.direction === 'out')
    errors.push({ path: 'direction', message: 'only pay-ins come in batches' })
  if (parsed.ok && parsed.body.kind === 'card') errors.push({ path: 'kind', message: 'cards do not come in batches' })
  return parsed.ok && errors.length === 0 ? { key, body: parsed.body } : { key, errors }
}

function resultOf(bank: Bank, item: Item): { key: string | null; status: number; order?: unknown; error?: unknown } {
  const { key } = item
  if ('errors' in item || key === null) {
    return { key, status: 422, error: { error: 'invalid', errors: 'errors' in item ? item.errors : [] } }
  }
  const submission = submitOrder(bank, key, { body: item.body, channel: 'batch' })
  switch (submission.kind) {
    case 'order':
      return { key, status: 200, order: orderView(submission.order, bank.publicUrl) }
    case 'conflict':
      return { key, status: 409, error: { error: 'key_conflict' } }
    case 'late':
      return { key, status: 409, error: { error: submission.why } }
    case 'full':
      return { key, status: 503, error: { error: 'book_full' } }
    case 'refused':
    case 'forgotten':
      // Both belong to single calls: the batch was asked for refusals before, and its answers are never lost.
      throw new Error(`a batch cannot answer ${submission.kind}`)
  }
}
