import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ACTIONS, actOnOrder } from '../bank/act-on-order.ts'
import type { Bank } from '../bank/bank.ts'
import { FAULT_KINDS, FAULTS_MAX } from '../bank/faults.ts'
import { shiftClock } from '../bank/open-bank.ts'
import { creditedMinor, type Order, reversedMinor } from '../orders/order.ts'
import { fieldErrors } from '../orders/order-body.ts'
import { orderView } from '../orders/order-view.ts'
import { type Answer, answer } from './answer.ts'

/** Rows of one page of the book or the summary. */
const PAGE_MAX = 1_000
/** Ten years: the widest shift that still gives sensible dates. */
const CLOCK_OFFSET_MS_MAX = 10 * 366 * 86_400_000

const page = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_MAX),
})
const act = z.object({
  action: z.enum(ACTIONS),
  amount_minor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'must be a positive integer as text, at most 15 digits')
    .optional(),
  sender: z
    .object({ name: z.string().min(1).max(255), document: z.string().min(1).max(255) })
    .partial()
    .optional(),
})
const faults = z.object({ kind: z.enum(FAULT_KINDS), count: z.number().int().min(1).max(FAULTS_MAX).default(1) })
const clock = z.object({ offset_ms: z.number().int().min(-CLOCK_OFFSET_MS_MAX).max(CLOCK_OFFSET_MS_MAX) })

/** The control API under `/control`: for the start script, tests and demonstrations; never for a payment. */
export function registerControlRoutes(scope: FastifyInstance, bank: Bank, stop: () => void): void {
  scope.get('/control/health', async (_request, reply) => answer(bank, reply, { status: 200, body: health(bank) }))

  scope.post('/control/stop', async (_request, reply) => {
    // Later than this answer, which would else die with its connection.
    setImmediate(stop)
    return answer(bank, reply, { status: 200, body: { stopping: true } })
  })

  scope.get('/control/book', async (request, reply) => {
    const query = page.safeParse(request.query)
    if (!query.success) return answer(bank, reply, invalid(query.error))
    const entries = await bank.journal.read(query.data.after, query.data.limit)
    const body = { entries, next_after: entries.at(-1)?.seq ?? query.data.after }
    return answer(bank, reply, { status: 200, body })
  })

  scope.get('/control/summary', async (request, reply) => {
    const query = page.safeParse(request.query)
    return answer(bank, reply, query.success ? summary(bank, query.data) : invalid(query.error))
  })

  scope.get('/control/records', async (request, reply) => {
    const query = page.safeParse(request.query)
    return answer(bank, reply, query.success ? records(bank, query.data) : invalid(query.error))
  })

  scope.post<{ Params: { key: string } }>('/control/orders/:key/act', async (request, reply) =>
    answer(bank, reply, actManually(bank, request.params.key, request.body)),
  )

  scope.post('/control/faults', async (request, reply) => {
    const body = faults.safeParse(request.body)
    if (!body.success) return answer(bank, reply, invalid(body.error))
    const added = bank.faults.add(body.data.kind, body.data.count)
    return answer(bank, reply, { status: added ? 200 : 409, body: { waiting: bank.faults.left() } })
  })

  scope.delete('/control/faults', async (_request, reply) => {
    bank.faults.clear()
    return answer(bank, reply, { status: 200, body: { waiting: 0 } })
  })

  scope.post('/control/clock', async (request, reply) => {
    const body = clock.safeParse(request.body)
    if (!body.success) return answer(bank, reply, invalid(body.error))
    shiftClock(bank, body.data.offset_ms)
    return answer(bank, reply, { status: 200, body: { offset_ms: bank.clock.offsetMs() } })
  })
}

function health(bank: Bank): Record<string, unknown> {
  const { book } = bank
  return {
    service: 'simbank',
    data_dir: bank.dataDir,
    orders: book.orders.size,
    seq: bank.journal.lastSeq(),
    notifications_waiting: book.notices.size,
    offset_ms: bank.clock.offsetMs(),
  }
}

/** Counts per key, in order of receipt; `after` and `next_after` are order numbers. */
function summary(bank: Bank, { after, limit }: z.output<typeof page>): Answer {
  const orders = bank.book.byNumber.slice(after, after + limit)
  const counts = orders.map(({ key, facts, executed, reversed }) => [
    key,
    { direction: facts.direction, executed, reversed },
  ])
  return { status: 200, body: { summary: Object.fromEntries(counts), next_after: orders.at(-1)?.number ?? after } }
}

/**
 * What became of each order, in the order of the last movement of its money (of its receipt, where none moved): an order
 * whose money moves again comes again. `after` and `next_after` are numbers of journal entries.
 */
function records(bank: Bank, { after, limit }: z.output<typeof page>): Answer {
  const { movements } = bank.book
  const found: Record<string, unknown>[] = []
  let nextAfter = after
  for (let at = firstBehind(movements, after); at < movements.length && found.length < limit; at++) {
    const movement = movements[at]
    if (!movement) break
    nextAfter = movement.seq
    if (movement.order.last_movement === movement.seq) found.push(recordOf(movement.order))
  }
  return { status: 200, body: { records: found, next_after: nextAfter } }
}

function recordOf({ key, facts, progress, executed, moved_at }: Order): Record<string, unknown> {
  return {
    key,
    direction: facts.direction,
    currency: facts.currency,
    amount_minor: facts.amount_minor,
    executed,
    executed_minor: String(creditedMinor(progress)),
    reversed_minor: String(reversedMinor(progress)),
    moved_at: moved_at ?? null,
  }
}

/** The index of the first movement whose entry comes after `seq`. */
function firstBehind(movements: readonly { seq: number }[], seq: number): number {
  let low = 0
  let high = movements.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((movements[middle]?.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low
}

function actManually(bank: Bank, key: string, input: unknown): Answer {
  const order = bank.book.orders.get(key)
  if (!order) return { status: 404, body: { error: 'not_found' } }
  const body = act.safeParse(input)
  if (!body.success) return invalid(body.error)
  const { action, amount_minor, sender } = body.data
  const refusal = actOnOrder(bank, order, {
    action,
    ...(amount_minor !== undefined && { amountMinor: BigInt(amount_minor) }),
    ...(sender && { sender: definedOnly(sender) }),
  })
  const view = orderView(order, bank.publicUrl)
  return refusal ? { status: 409, body: { error: refusal, order: view } } : { status: 200, body: view }
}

function definedOnly(sender: { name?: string | undefined; document?: string | undefined }) {
  const { name, document } = sender
  return { ...(name !== undefined && { name }), ...(document !== undefined && { document }) }
}

function invalid(error: z.ZodError): Answer {
  return { status: 422, body: { error: 'invalid', errors: fieldErrors(error) } }
}
