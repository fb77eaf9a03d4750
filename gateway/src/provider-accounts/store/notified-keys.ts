import type { Db } from '../../platform/database/database.ts'

/** Whether a notification of the account for the provider's key was stored since then. */
export async function wasNotified(
  db: Db,
  { accountId, key, since }: { accountId: string; key: string; since: Date },
): Promise<boolean> {
  const { rows } = await db.query({
    name: 'was-notified',
    text: `select 1 from provider_notifications
      where received_at >= $3 and connector_account_id = $1 and attempt_key = $2 limit 1`,
    values: [accountId, key, since],
  })
  return rows.length > 0
}
