import { isUuid } from '../platform/ids.ts'
import { Problem } from '../values/problem.ts'
import type { CallbacksDeps } from './deps.ts'
import { slowAnswerMs } from './rules/callback-answer.ts'
import { hiddenHash, renderCallback } from './rules/callback-body.ts'
import { webhookId } from './rules/callback-signature.ts'
import { type LoggedDelivery, type LoggedEvent, readCallbackLog } from './store/callback-log.ts'

/** One event of a transaction: the change of status that the merchant is told about. */
export interface CallbackHistory {
  webhookId: string
  status: LoggedEvent['status']
  createdAt: Date
  /** The body as sent, but for the hash: with api_key it would let its reader forge callbacks. */
  body: string
  /** The first is by the change itself, further ones by request. */
  deliveries: readonly DeliveryHistory[]
}

export interface DeliveryHistory {
  id: bigint
  trigger: LoggedDelivery['trigger']
  state: LoggedDelivery['state']
  /** Never in the past; null where it waits for no time. */
  nextAttemptAt: Date | null
  waitsFor: LoggedDelivery['waitsFor']
  deliveredAt: Date | null
  attempts: readonly AttemptHistory[]
}

export interface AttemptHistory {
  number: number
  startedAt: Date
  /** Null: into the inbox. */
  url: string | null
  /** HTTP status of the answer; null when there was none. */
  status: number | null
  /** Which part of the way broke; null for success. */
  error: LoggedDelivery['attempts'][number]['error']
  errorCode: string | null
  totalMs: number | null
  /** The answer took longer than the spec recommends. */
  slow: boolean
  responseBody: string | null
  /** Of the bytes that were really sent. */
  sentBodySha256: Buffer | null
}

/** What was told about a transaction, and how it went. Problem `not_found` for what is not the point's own. */
export async function listCallbacks(
  deps: CallbacksDeps,
  pointId: string,
  transactionId: string,
): Promise<readonly CallbackHistory[]> {
  if (!isUuid(transactionId)) throw new Problem('not_found')
  const events = await readCallbackLog(deps.database.engine, pointId, transactionId)
  if (!events) throw new Problem('not_found')
  return events.map((event) => ({
    webhookId: webhookId(event.eventId),
    status: event.status,
    createdAt: event.createdAt,
    body: renderCallback(event.template, event.apiKey, hiddenHash),
    deliveries: event.deliveries.map(deliveryHistory),
  }))
}

function deliveryHistory(delivery: LoggedDelivery): DeliveryHistory {
  const { deliveryId, trigger, state, nextAttemptAt, waitsFor, deliveredAt, attempts } = delivery
  return {
    id: deliveryId,
    trigger,
    state,
    nextAttemptAt,
    waitsFor,
    deliveredAt,
    attempts: attempts.map((attempt) => ({ ...attempt, slow: (attempt.totalMs ?? 0) > slowAnswerMs })),
  }
}
