import type { PlatformDeps } from '../../platform/deps.ts'
import { uuidV7 } from '../../platform/ids.ts'
import { findRecentEvents, insertNotifications } from '../store/notifications.ts'

/** How long the first question may take: until then nobody knows whether the payment is unknown. */
const firstAnswerMs = 5 * 60_000

/**
 * Has the provider asked about payments that it received and that are unknown here, as if it had told them, each once. Returns
 * those that somebody began to ask about a moment ago.
 */
export async function promptInquiries(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  { connectorAccountId, providerIds }: { connectorAccountId: string; providerIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const now = clock.now()
  const nameOf = (providerId: string) => `record ${providerId}`
  const events = providerIds.map((attemptKey) => ({
    ...{ id: uuidV7(now), eventId: nameOf(attemptKey), attemptKey, promptsInquiry: true },
  }))
  const none = { headers: {}, body: Buffer.alloc(0), isShared: false }
  await insertNotifications(database.engine, { connectorAccountId, events, ...none })
  const eventIds = events.map(({ eventId }) => eventId)
  const recent = await findRecentEvents(database.engine, { connectorAccountId, eventIds, withinMs: firstAnswerMs })
  return new Set(providerIds.filter((providerId) => recent.has(nameOf(providerId))))
}
