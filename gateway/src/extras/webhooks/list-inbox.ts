import type { CallbacksDeps } from '../../core/callbacks/deps.ts'
import { webhookId } from '../../core/callbacks/rules/callback-signature.ts'
import { readInbox } from '../../core/callbacks/store/inbox.ts'
import { readToldPayments, type ToldPayment } from './store/told-payments.ts'

/** Messages per page: more than one screen, and far below the size limit of a reply. */
const pageMax = 100

export interface InboxPage {
  /** Page size, at most 100. */
  limit: number
  /** Id of the caller's last message. */
  after?: bigint
}

/** A callback that the inbox of a test point received. */
export interface ReceivedCallback {
  id: bigint
  webhookId: string
  /** Names in lower case, as a merchant's server would see them. */
  headers: Record<string, string>
  /** The exact bytes as text; signatures cover these bytes. */
  body: string
  receivedAt: Date
  payment: ToldPayment | undefined
}

/** The inbox in the order of arrival: the messages after `after`, or the latest without it. Empty for live points. */
export async function listInbox(
  deps: CallbacksDeps,
  pointId: string,
  page: InboxPage,
): Promise<readonly ReceivedCallback[]> {
  const limit = Math.max(1, Math.min(page.limit, pageMax))
  const messages = await readInbox(deps.database.engine, pointId, { limit, after: page.after })
  const eventIds = messages.map(({ eventId }) => eventId)
  const payments = await readToldPayments(deps.database.engine, pointId, eventIds)
  return messages.map(({ id, eventId, headers, body, receivedAt }) => {
    return { id, webhookId: webhookId(eventId), headers, body, receivedAt, payment: payments.get(eventId) }
  })
}
