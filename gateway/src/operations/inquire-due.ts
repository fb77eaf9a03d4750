import type { Connector } from '../connectors/connector.ts'
import { resendWindowMs } from '../domain/inquiry-schedule.ts'
import type { News } from '../domain/status.ts'
import { failpoint } from '../lib/failpoint.ts'
import { claimAttempts, type LeasedAttempt } from '../store/attempts.ts'
import { callTimeoutMs, leaseMarginMs, notifyUrl } from './call-connector.ts'
import { readCancelled } from './cancelled-payin.ts'
import { concludeNotFound } from './conclude-not-found.ts'
import type { Deps } from './deps.ts'

/** Inquiries per round; they run side by side, so this is also how many calls are open at once. */
const attemptsPerRound = 50

/**
 * Asks providers, by our own key, about orders whose outcome is open: after a time-out, after a crash between call and
 * commit, or because no notification came. Returns how many it asked about.
 */
export async function inquireDue(deps: Deps): Promise<number> {
  const due = await claimAttempts(deps.database.engine, {
    purpose: 'inquire',
    owner: deps.processName,
    leaseMs: callTimeoutMs + leaseMarginMs,
    limit: attemptsPerRound,
  })
  await Promise.all(
    due.map(async (attempt) => {
      failpoint('inquiry_after_claim_before_call')
      const news = await ask(deps, attempt)
      failpoint('inquiry_after_call_before_commit')
      await deps.outcomes.write({
        transactionId: attempt.id,
        news,
        source: 'inquiry',
        lease: { attemptId: attempt.attempt_id, fence: attempt.fence },
      })
    }),
  )
  return due.length
}

/**
 * The same key again, where that returns the same result: an announcement, and an order that the provider answered with
 * a fault of its own. Never a card, which is gone. An order that was lost on the way is not sent again: nobody waits.
 */
function maySendAgain(attempt: LeasedAttempt, { manifest }: Connector): boolean {
  if (!manifest.sameKeySameResult || attempt.card_bin !== null || attempt.age_ms > resendWindowMs) return false
  if ((attempt.past_deadline_ms ?? -1) >= 0) return false
  return attempt.attempt_kind === 'announce' || attempt.unknown_why === 'server_error'
}

/** What the provider says about an attempt, as news. */
async function ask(deps: Deps, attempt: LeasedAttempt): Promise<News> {
  const account = await deps.routes.account(attempt.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (!account || !connector) return { kind: 'unknown', why: 'unmapped' }
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const answer = await connector.inquire(attempt.attempt_key, context)
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: 'inquire', outcome: answer.kind })
  // An inquiry that did not get through says nothing new; the attempt stays open and is asked for again.
  if (answer.kind === 'not_sent') return { kind: 'unknown', why: 'timeout' }
  if (answer.kind !== 'not_found') return readCancelled(attempt, answer, deps.clock.now())
  if (maySendAgain(attempt, connector)) return { kind: 'not_sent', why: 'unavailable' }
  return await concludeNotFound(attempt, { connector, context })
}
