import type { CallbacksDeps } from '../../core/callbacks/deps.ts'
import { renderCallback } from '../../core/callbacks/rules/callback-body.ts'
import { bodySha256, securityHash, webhookId } from '../../core/callbacks/rules/callback-signature.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import { openPointSecrets } from '../point-settings/open-point-secrets.ts'
import { type CallbackHistory, listCallbacks } from './list-callbacks.ts'
import { type Resend, resendCallback } from './resend-callback.ts'
import {
  type DeliveryFilter,
  findDelivery,
  findEvent,
  type ListedDelivery,
  readDeliveries,
} from './store/callback-list.ts'
import { readToldPayments, type ToldPayment } from './store/told-payments.ts'

export type { ToldPayment }

export interface DeliveryPage {
  deliveries: readonly (ListedDelivery & { webhookId: string; payment: ToldPayment | undefined })[]
  /** Id of the last delivery of this page; undefined on the last page. */
  nextBefore: bigint | undefined
}

/** A page of the delivery log, newest first. */
export async function listDeliveries(
  deps: Pick<PlatformDeps, 'database'>,
  pointId: string,
  filter: DeliveryFilter,
): Promise<DeliveryPage> {
  const found = await readDeliveries(deps.database.engine, pointId, { ...filter, limit: filter.limit + 1 })
  const page = found.slice(0, filter.limit)
  const eventIds = page.map(({ eventId }) => eventId)
  const payments = await readToldPayments(deps.database.engine, pointId, eventIds)
  return {
    deliveries: page.map((each) => ({
      ...each,
      webhookId: webhookId(each.eventId),
      payment: payments.get(each.eventId),
    })),
    nextBefore: found.length > page.length ? page.at(-1)?.id : undefined,
  }
}

export interface DeliveryDetail {
  transactionId: string
  callback: CallbackHistory
  /** The exact sent bytes, hash included; undefined where the token that signed them is no longer stored. */
  exactBody: string | undefined
}

/** One delivery with every attempt and the exact bytes. Problem `not_found` for a delivery of another point. */
export async function getDelivery(deps: CallbacksDeps, pointId: string, deliveryId: bigint): Promise<DeliveryDetail> {
  const found = await requireDelivery(deps, pointId, deliveryId)
  const events = await listCallbacks(deps, pointId, found.transactionId)
  const callback = events.find((each) => each.webhookId === webhookId(found.eventId))
  const delivery = callback?.deliveries.find(({ id }) => id === deliveryId)
  if (!callback || !delivery) throw new Problem('not_found')
  const sent = delivery.attempts.map(({ sentBodySha256 }) => sentBodySha256).filter((each) => each !== null)
  return {
    transactionId: found.transactionId,
    callback: { ...callback, deliveries: [delivery] },
    exactBody: await exactBody(deps, pointId, { eventId: found.eventId, sent }),
  }
}

/** Sends the latest state of the delivery's transaction again, never an older one. */
export async function resendDelivery(deps: CallbacksDeps, pointId: string, deliveryId: bigint): Promise<Resend> {
  const { transactionId } = await requireDelivery(deps, pointId, deliveryId)
  return await resendCallback(deps, pointId, transactionId)
}

async function requireDelivery(deps: Pick<PlatformDeps, 'database'>, pointId: string, deliveryId: bigint) {
  const found = await findDelivery(deps.database.engine, pointId, deliveryId)
  if (!found) throw new Problem('not_found')
  return found
}

/**
 * Renders the body again with the token that signed it. The digest stored with the attempt proves that the bytes are
 * the same.
 */
async function exactBody(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  pointId: string,
  { eventId, sent }: { eventId: string; sent: readonly Buffer[] },
): Promise<string | undefined> {
  const event = await findEvent(deps.database.engine, pointId, eventId)
  if (!event) return undefined
  const { active, old } = (await openPointSecrets(deps, pointId)).tokens
  const bodies = [active, old]
    .filter((token) => token !== undefined)
    .map((token) => renderCallback(event.template, event.apiKey, securityHash(token, event.apiKey, pointId)))
  return bodies.find((body) => sent.some((digest) => digest.equals(bodySha256(body))))
}
