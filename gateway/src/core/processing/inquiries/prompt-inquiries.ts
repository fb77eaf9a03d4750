import type { PlatformDeps } from '../../platform/deps.ts'
import { uuidV7 } from '../../platform/ids.ts'
import { insertNotifications } from '../store/notifications.ts'

/**
 * Has the provider asked about payments that it received and that are unknown here, as if it had told them. Returns those that are
 * asked about for the first time.
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
  const fresh = new Set(await insertNotifications(database.engine, { connectorAccountId, events, ...none }))
  return new Set(providerIds.filter((providerId) => fresh.has(nameOf(providerId))))
}
