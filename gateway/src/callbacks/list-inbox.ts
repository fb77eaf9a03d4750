import type { CallbacksDeps } from './deps.ts'
import { webhookId } from './rules/callback-signature.ts'
import { readInbox } from './store/inbox.ts'

/** Messages per page: a screen full, and far below what a reply may weigh. */
const pageMax = 100

export interface InboxPage {
  /** How many, at most 100. */
  limit: number
  /** Id of the last message that the caller has. */
  after?: bigint
}

/** A callback as the built-in receiver of a test point took it. */
export interface ReceivedCallback {
  id: bigint
  webhookId: string
  /** Lower-case names, as a merchant's server would see them. */
  headers: Record<string, string>
  /** The exact bytes as text: signatures are over these. */
  body: string
  receivedAt: Date
}

/** The inbox in the order of arrival: what came behind `after`, or the latest without it. Empty for live points. */
export async function listInbox(
  deps: CallbacksDeps,
  pointId: string,
  page: InboxPage,
): Promise<readonly ReceivedCallback[]> {
  const limit = Math.max(1, Math.min(page.limit, pageMax))
  const messages = await readInbox(deps.database.engine, pointId, { limit, after: page.after })
  return messages.map(({ id, eventId, headers, body, receivedAt }) => {
    return { id, webhookId: webhookId(eventId), headers, body, receivedAt }
  })
}
