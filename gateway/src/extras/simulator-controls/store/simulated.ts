import type { Db } from '../../../core/platform/database/database.ts'

/** The attempt key of a transaction at its provider; undefined where it has none. */
export async function findAttemptKey(db: Db, transactionId: string): Promise<string | undefined> {
  const found = await db.query<{ key: string }>({
    name: 'find-attempt-key',
    text: 'select key from attempts where transaction_id = $1 order by number desc limit 1',
    values: [transactionId],
  })
  return found.rows[0]?.key
}

/** Expires one PENDING test pay-in now. Live pay-ins are never changed. */
export async function bringExpiryForward(db: Db, pointId: string, transactionId: string): Promise<void> {
  await db.query({
    name: 'bring-expiry-forward',
    text: `update transactions set expired_at = least(expired_at, gateway_now())
      where point_id = $1 and id = $2 and environment = 'test' and status = 'PENDING' and pay_type = 'payin'`,
    values: [pointId, transactionId],
  })
}

/** Sets the clock. Later due dates become due now, so that nothing waits for a time that was reset. */
export async function saveClockOffset(tx: Db, offsetMs: number): Promise<void> {
  await tx.query({ name: 'save-clock-offset', text: 'update gateway_clock set offset_ms = $1', values: [offsetMs] })
  await tx.query({
    name: 'pull-attempts-forward',
    text: `update attempts set next_action_at = gateway_now() where state <> 'closed' and next_action_at > gateway_now()`,
  })
  await tx.query({
    name: 'pull-late-execution-checks-forward',
    text: `update late_execution_checks set next_check_at = gateway_now()
      where next_check_at > gateway_now() + interval '1 day'`,
  })
  await tx.query({
    name: 'pull-callbacks-forward',
    text: `update callback_deliveries set next_attempt_at = gateway_now()
      where state = 'pending' and next_attempt_at > gateway_now()`,
  })
}

/** Whether a transaction is not yet registered with its provider. */
export async function isStillToBeSent(db: Db, transactionId: string): Promise<boolean> {
  const found = await db.query<{ waits: boolean }>({
    name: 'is-still-to-be-sent',
    text: `select exists (select from attempts where transaction_id = $1 and state = 'waiting') as waits`,
    values: [transactionId],
  })
  return found.rows[0]?.waits ?? false
}
