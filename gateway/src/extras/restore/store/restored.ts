import type { Db } from '../../../core/platform/database/database.ts'

/**
 * Numbers skipped in every sequence, because they may have been issued after the backup. Far more than orders between
 * two backups, and half of the seven digits of the shortest order reference.
 */
const skippedNumbers = 5_000_000

/**
 * Moves every sequence far ahead, so that no number is issued again that a payer, a provider or a merchant may have
 * seen after the backup. Returns the next order number.
 */
export async function skipNumbers(tx: Db): Promise<bigint> {
  await tx.query({
    text: `select setval(c.oid::regclass, coalesce(pg_sequence_last_value(c.oid), s.seqstart)
        + ceil(${skippedNumbers}::numeric / s.seqincrement)::bigint * s.seqincrement)
      from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace`,
  })
  const found = await tx.query<{ last: bigint }>({ text: 'select last_value as last from order_sequence' })
  return found.rows[0]?.last ?? 0n
}

/**
 * Orders that move money by a call and were to be sent when the backup ended may have been sent since. They get an
 * inquiry by their key instead of being sent. Returns how many.
 */
export async function inquireInsteadOfSending(tx: Db): Promise<number> {
  const changed = await tx.query({
    text: `update attempts set state = 'open', outcome = 'unknown', outcome_detail = '{"why": "timeout"}', maybe_sent = true,
        lease_owner = null, lease_until = null, fence = fence + 1, sent_at = gateway_now(),
        next_action_at = gateway_now(), updated_at = gateway_now()
      where kind = 'submit' and state in ('waiting', 'calling')`,
  })
  return changed.rowCount ?? 0
}

/**
 * Registrations that were due when the backup ended may have been made since, and their orders paid. They are made
 * again with their key, which is safe. None of them counts as surely unsent.
 */
export async function doubtRegistrations(tx: Db): Promise<void> {
  await tx.query({
    text: `update attempts set maybe_sent = true where kind = 'announce' and state in ('waiting', 'calling')`,
  })
}

/**
 * Orders that providers knew when the backup ended are due for an inquiry: later reports of their providers are lost
 * and do not come again. The inquiry budget spreads them. Returns how many.
 */
export async function inquireAllOpen(tx: Db): Promise<number> {
  const changed = await tx.query({
    text: `update attempts set next_action_at = gateway_now(), updated_at = gateway_now()
      where state = 'open' and next_action_at > gateway_now()`,
  })
  return changed.rowCount ?? 0
}

/**
 * Payouts that waited for a second key when the backup ended may have been approved and paid since, so they must not be
 * approved again. Their time ends now, and their merchants send unpaid ones again. Returns how many.
 */
export async function endWaitingForApproval(tx: Db): Promise<number> {
  const ended = await tx.query({
    text: `update transactions set approval_until = least(approval_until, gateway_now()), updated_at = gateway_now()
      where status = 'PENDING' and reason = 'awaiting_approval'`,
  })
  return ended.rowCount ?? 0
}

/** Revokes invitation links that may have been used or withdrawn after the backup. Returns how many. */
export async function revokeInvitations(tx: Db): Promise<number> {
  const revoked = await tx.query({
    text: `update invitations set revoked_at = statement_timestamp(), link_box = null where accepted_at is null and revoked_at is null`,
  })
  return revoked.rowCount ?? 0
}

/** Revokes password recovery links for the same reason. */
export async function revokeRecoveries(tx: Db): Promise<void> {
  await tx.query({
    text: `update password_recoveries set revoked_at = statement_timestamp() where used_at is null and revoked_at is null`,
  })
}

/** Ends all sessions: a sign-out after the backup must stay in effect. Returns how many. */
export async function endAllSessions(tx: Db): Promise<number> {
  const ended = await tx.query({ text: 'delete from sessions' })
  return ended.rowCount ?? 0
}
