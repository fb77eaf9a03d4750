import type { CallbacksDeps } from '../../core/callbacks/deps.ts'
import { webhookId } from '../../core/callbacks/rules/callback-signature.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { Problem } from '../../core/values/problem.ts'
import { noSuchTransaction } from '../../core/web/no-such-transaction.ts'
import { say } from './messages/en.ts'
import { queueResend, type ResendOutcome, resendDaysMax } from './store/callback-resends.ts'

/** The result of a resend; see `ResendOutcome` of the store for the kinds. */
export interface Resend {
  kind: 'queued' | 'hastened' | 'under_way'
  deliveryId: bigint
  /** The same as in every earlier attempt. */
  webhookId: string
}

/**
 * Sends the latest state of a transaction again: a new delivery of the same event, or the waiting delivery at once. A
 * double click sends once. Problems: `not_found`; `not_in_this_state` before the first change of status, 33 days after the
 * last, and for a refund or withdrawal where the point asks for no callbacks about them; `rate_limited` within 10 s of the last resend, and after 20 resends within an hour.
 */
export async function resendCallback(deps: CallbacksDeps, pointId: string, transactionId: string): Promise<Resend> {
  if (!isUuid(transactionId)) throw noSuchTransaction(transactionId)
  const outcome = await inTransaction(deps.database.engine, async (tx) => await queueResend(tx, pointId, transactionId))
  const resend = resendOf(outcome)
  deps.notify('callbacks')
  return resend
}

function resendOf(outcome: ResendOutcome): Resend {
  switch (outcome.kind) {
    case 'unknown_transaction':
      throw new Problem('not_found')
    case 'no_event':
      throw new Problem('not_in_this_state', {
        message: say('callback.no_change'),
      })
    case 'not_asked_for':
      throw new Problem('not_in_this_state', { message: say('callback.not_asked_for', { setting: outcome.setting }) })
    case 'too_old':
      throw new Problem('not_in_this_state', {
        message: say('callback.too_old', { max: resendDaysMax }),
      })
    case 'too_often':
      throw new Problem('rate_limited', {
        message: say('callback.sent_lately'),
        retryAfterSeconds: outcome.retryAfterSeconds,
      })
    case 'queued':
    case 'hastened':
    case 'under_way':
      return { kind: outcome.kind, deliveryId: outcome.deliveryId, webhookId: webhookId(outcome.eventId) }
  }
}
