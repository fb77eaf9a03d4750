import { z } from 'zod'
import { type NextStep, type NotFound, type Outcome, type RejectReason, rejectReasons } from '../../values/outcome.ts'
import type { TransactionType } from '../../values/status.ts'

/** Text of the bank for the database: bounded, and without characters that PostgreSQL refuses. */
const text = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .refine((value) => !/\p{Cc}|\p{Cs}/u.test(value))

/** An order in the simulated bank's API. Unknown states are refused, so that they become `unknown`. */
export const bankOrder = z.object({
  key: text(64),
  bank_reference: text(128).nullish(),
  state: z.enum(['pending', 'held', 'completed', 'rejected', 'cancelled', 'expired', 'reversed', 'returned']),
  reason: text(60).nullish(),
  provider_code: text(60).nullish(),
  amount_minor: z.string().regex(/^\d{1,16}$/),
  currency: text(10).nullish(),
  credited_minor: z
    .string()
    .regex(/^\d{1,16}$/)
    .nullish(),
  reversed_minor: z
    .string()
    .regex(/^\d{1,16}$/)
    .nullish(),
  reversals: z
    .array(
      z.object({ id: text(128), amount_minor: z.string().regex(/^\d{1,16}$/), status: z.enum(['done', 'failed']) }),
    )
    .max(1_000)
    .nullish(),
  end_to_end_id: text(64).nullish(),
  sender: z.object({ name: text(255).nullish(), document: text(64).nullish() }).nullish(),
  next: z.object({ type: z.string(), url: text(2048).optional() }).nullish(),
  payer_url: text(2048).nullish(),
})

export type BankOrder = z.infer<typeof bankOrder>

/** Maps an order of the bank to the port. */
export function outcomeOf(order: BankOrder): Outcome {
  const providerReference = order.bank_reference ?? undefined
  switch (order.state) {
    case 'completed':
      return completed(order)
    case 'rejected':
      return { kind: 'rejected', reason: rejectReason(order.reason), detail: detailOf(order) }
    case 'cancelled':
      return { kind: 'rejected', reason: 'cancelled', detail: detailOf(order) }
    case 'reversed':
    case 'returned':
      return {
        kind: 'reversed',
        amountMinor: BigInt(order.reversed_minor ?? order.credited_minor ?? order.amount_minor),
        ...(order.reversals && {
          reversals: order.reversals.map(({ id, amount_minor, status }) => ({
            id,
            amountMinor: BigInt(amount_minor),
            isDone: status === 'done',
          })),
        }),
        ...(order.credited_minor ? { creditedMinor: BigInt(order.credited_minor) } : {}),
        ...(order.currency ? { currency: order.currency } : {}),
        ...(providerReference === undefined ? {} : { providerReference }),
        detail: detailOf(order),
      }
    case 'pending':
    case 'held':
    case 'expired':
      return {
        kind: 'pending',
        ...(providerReference === undefined ? {} : { providerReference }),
        ...nextStep(order),
      }
  }
}

/** The expected order of an answer; amount and currency where the caller knows them. */
export interface Asked {
  key: string
  amountMinor?: bigint
  currency?: string
  payType?: TransactionType
}

/** An answer of the bank's HTTP API. */
export interface BankAnswer {
  status: number
  body: unknown
  retryAfterMs?: number | undefined
}

const lateRefusal = z.object({ error: z.enum(['key_cancelled', 'deadline_passed']) })

/**
 * Maps an HTTP answer about one order. An unmapped answer, or one about another order, is unknown, because money may
 * have moved.
 */
export function outcomeOfAnswer(asked: Asked, { status, body, retryAfterMs }: BankAnswer): Outcome | NotFound {
  if (status === 200) {
    const read = bankOrder.safeParse(body)
    if (!read.success) return { kind: 'unknown', why: 'unreadable' }
    return isAbout(read.data, asked) ? outcomeOf(read.data) : { kind: 'unknown', why: 'unmapped' }
  }
  if (status === 404) return { kind: 'not_found' }
  if (status === 429) {
    return { kind: 'not_sent', why: 'rate_limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  // The bank checks token and format before it stores the key: nothing was executed, and the same order passes once
  // they are right.
  if (status === 401 || status === 422) {
    return { kind: 'not_sent', why: 'refused_by_us' }
  }
  // The order arrived after its deadline or after the cancellation of its key, and the bank never accepted it.
  const refused = status === 409 ? lateRefusal.safeParse(body) : undefined
  if (refused?.success) {
    // Only the gateway cancels keys, so such a pay-in was cancelled, not declined.
    const calledOff = refused.data.error === 'key_cancelled' && asked.payType === 'payin'
    return { kind: 'rejected', reason: calledOff ? 'cancelled' : 'not_executed' }
  }
  return status >= 500 ? { kind: 'unknown', why: 'server_error' } : { kind: 'unknown', why: 'unmapped' }
}

/** Whether the answer is about the expected order, amount and currency. */
function isAbout(order: BankOrder, asked: Asked): boolean {
  if (order.key !== asked.key) return false
  if (asked.amountMinor !== undefined && BigInt(order.amount_minor) !== asked.amountMinor) return false
  return asked.currency === undefined || !order.currency || order.currency === asked.currency
}

function nextStep(order: BankOrder): { next?: NextStep } {
  if (order.next?.type === 'redirect' && order.next.url) return { next: { type: 'redirect', url: order.next.url } }
  return order.payer_url ? { next: { type: 'payer_app', url: order.payer_url } } : {}
}

function completed(order: BankOrder): Outcome {
  const sender = {
    ...(order.sender?.name ? { name: order.sender.name } : {}),
    ...(order.sender?.document ? { document: order.sender.document } : {}),
  }
  return {
    kind: 'completed',
    creditedMinor: BigInt(order.credited_minor ?? order.amount_minor),
    ...(order.currency ? { currency: order.currency } : {}),
    ...(order.bank_reference ? { providerReference: order.bank_reference } : {}),
    ...(order.end_to_end_id ? { endToEndId: order.end_to_end_id } : {}),
    ...(Object.keys(sender).length > 0 ? { sender } : {}),
  }
}

function rejectReason(text: string | null | undefined): RejectReason {
  return rejectReasons.find((reason) => reason === text) ?? 'other'
}

function detailOf(order: BankOrder): { code?: string; message?: string } {
  return {
    ...(order.provider_code ? { code: order.provider_code } : {}),
    ...(order.reason ? { message: order.reason } : {}),
  }
}
