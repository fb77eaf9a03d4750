import type { CallbacksDeps } from '../../core/callbacks/deps.ts'
import { hiddenHash, renderCallback } from '../../core/callbacks/rules/callback-body.ts'
import { slowAnswerMs } from '../../core/callbacks/rules/callback-schedule.ts'
import { webhookId } from '../../core/callbacks/rules/callback-signature.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { noSuchTransaction } from '../../core/web/no-such-transaction.ts'
import { type LoggedDelivery, type LoggedEvent, readCallbackLog } from './store/callback-log.ts'

/** One event of a transaction: a change of status that is sent to the merchant. */
export interface CallbackHistory {
  webhookId: string
  status: LoggedEvent['status']
  createdAt: Date
  /** The sent body without its hash: with api_key, the hash would let a reader forge callbacks. */
  body: string
  /** The first delivery is that of the status change; further ones are resends. */
  deliveries: readonly DeliveryHistory[]
}

export interface DeliveryHistory {
  id: bigint
  trigger: LoggedDelivery['trigger']
  state: LoggedDelivery['state']
  /** Never in the past; null where it does not wait for a time. */
  nextAttemptAt: Date | null
  waitsFor: LoggedDelivery['waitsFor']
  deliveredAt: Date | null
  attempts: readonly AttemptHistory[]
}

export interface AttemptHistory {
  number: number
  startedAt: Date
  /** Null: delivered into the inbox. */
  url: string | null
  /** HTTP status of the answer; null when there was none. */
  status: number | null
  /** The part of the request that failed; null for success. */
  error: LoggedDelivery['attempts'][number]['error']
  errorCode: string | null
  totalMs: number | null
  /** The answer took longer than the spec recommends (`slowAnswerMs`). */
  slow: boolean
  responseBody: string | null
  /** Digest of the sent bytes. */
  sentBodySha256: Buffer | null
}

/** The callbacks of a transaction and their deliveries. Problem `not_found` for a transaction of another point. */
export async function listCallbacks(
  deps: CallbacksDeps,
  pointId: string,
  transactionId: string,
): Promise<readonly CallbackHistory[]> {
  const events = isUuid(transactionId) ? await readCallbackLog(deps.database.engine, pointId, transactionId) : undefined
  if (!events) throw noSuchTransaction(transactionId)
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
