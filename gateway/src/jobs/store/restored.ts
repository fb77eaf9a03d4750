import type { Db } from '../../platform/database/database.ts'

/**
 * Numbers that may have been given out after the backup, in every sequence: far more than orders between two backups, and
 * half of the seven digits that the shortest reference of an order has.
 */
const skippedNumbers = 5_000_000

/**
 * No number is given out again that a payer, a provider or a merchant may have seen after the backup: every sequence goes
 * on far behind it. Returns the order number from which it goes on.
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
 * Orders that moved money by a call, and were still to be sent when the backup ended: they may have been sent since, so
 * they are asked for by their key and not sent. Returns how many.
 */
export async function askInsteadOfSending(tx: Db): Promise<number> {
  const changed = await tx.query({
    text: `update attempts set state = 'open', outcome = 'unknown', outcome_detail = '{"why": "timeout"}', maybe_sent = true,
        lease_owner = null, lease_until = null, fence = fence + 1, sent_at = gateway_now(),
        next_action_at = gateway_now(), updated_at = gateway_now()
      where kind = 'submit' and state in ('waiting', 'calling')`,
  })
  return changed.rowCount ?? 0
}

/**
 * Announcements that were still to be made when the backup ended may have been made since, and paid. They are made again
 * with their key, which harms nobody; none of them counts as surely unsent.
 */
export async function doubtAnnouncements(tx: Db): Promise<void> {
  await tx.query({
    text: `update attempts set maybe_sent = true where kind = 'announce' and state in ('waiting', 'calling')`,
  })
}

/**
 * Orders that providers knew when the backup ended are due for an inquiry: what their providers reported after it is lost
 * here, and will not be reported again. The budget of inquiries spreads them. Returns how many.
 */
export async function askAboutAllOpen(tx: Db): Promise<number> {
  const changed = await tx.query({
    text: `update attempts set next_action_at = gateway_now(), updated_at = gateway_now()
      where state = 'open' and next_action_at > gateway_now()`,
  })
  return changed.rowCount ?? 0
}

/**
 * Payouts that waited for a second key when the backup ended: they may have been agreed to and paid since, so nobody may
 * agree once more. Their time ends now, and their merchants send anew what was not paid. Returns how many.
 */
export async function endWaitingForApproval(tx: Db): Promise<number> {
  const ended = await tx.query({
    text: `update transactions set approval_until = least(approval_until, gateway_now()), updated_at = gateway_now()
      where status = 'PENDING' and reason = 'awaiting_approval'`,
  })
  return ended.rowCount ?? 0
}

/** Links that may have been used, or withdrawn, after the backup open nothing any more. Returns how many. */
export async function revokeInvitations(tx: Db): Promise<number> {
  const revoked = await tx.query({
    text: `update invitations set revoked_at = statement_timestamp(), link_box = null where accepted_at is null and revoked_at is null`,
  })
  return revoked.rowCount ?? 0
}

/** The same for links by which somebody sets a new password. */
export async function revokeRecoveries(tx: Db): Promise<void> {
  await tx.query({
    text: `update password_recoveries set revoked_at = statement_timestamp() where used_at is null and revoked_at is null`,
  })
}

/** Whoever signed out, or was signed out, after the backup is so still. Returns how many sessions ended. */
export async function endAllSessions(tx: Db): Promise<number> {
  const ended = await tx.query({ text: 'delete from sessions' })
  return ended.rowCount ?? 0
}
