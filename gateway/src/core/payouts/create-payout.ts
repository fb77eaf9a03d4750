import type { PayoutRequest } from '../payment-methods/read-request.ts'
import type { Created } from '../processing/create-transaction.ts'
import { openTransaction } from '../processing/open-transaction.ts'
import type { Creation, NewTransaction } from '../processing/rules/new-transaction.ts'
import { type Message, say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import { formatAmount } from '../values/money.ts'
import { Problem } from '../values/problem.ts'
import type { PayoutsDeps } from './deps.ts'
import { type PayoutPreview, previewReservation, type Refused, type WantedPayout } from './reserve-payouts.ts'

/**
 * Creates a payout and reserves its funds in the accepting commit. COMPLETED when the connector confirmed it in time,
 * ERROR when it failed, otherwise PENDING with a later callback. Above the point's approval threshold nothing is sent
 * before a second key approves. Throws `unavailable`, before anything is reserved, where too many calls to the
 * account are open.
 */
export async function createPayout(deps: PayoutsDeps, caller: Caller, request: PayoutRequest): Promise<Created> {
  return await openTransaction(deps, caller, { request, write: async (item) => await reserved(deps, item) })
}

/** Writes a payout and reserves its funds. Throws what refuses it. */
export async function reserved(deps: PayoutsDeps, item: NewTransaction): Promise<Creation> {
  const creation = await deps.reservePayout(item)
  if (creation.kind === 'refused') throw refusal(creation, item)
  return creation
}

/** What a payout would take now. Throws what would refuse it. */
export async function previewPayout(deps: PayoutsDeps, wanted: WantedPayout): Promise<PayoutPreview> {
  const preview = await previewReservation(deps, wanted)
  if (preview.kind === 'refused') throw refusal(preview, wanted)
  return preview
}

function refusal(refused: Refused, { currency }: Pick<NewTransaction, 'currency'>): Problem {
  const limit = refused.limitMinor === null ? '' : `${formatAmount(refused.limitMinor, currency)} ${currency}`
  switch (refused.why) {
    case 'insufficient_funds':
      return new Problem('insufficient_funds', {
        param: 'amount',
        message: say('payout.funds', { currency }),
      })
    case 'over_single_limit':
      return overLimit('amount_too_large', say('payout.over_single', { limit }))
    case 'over_daily_limit':
      return overLimit('daily_limit_exceeded', say('payout.over_daily', { limit }))
    case 'not_refundable':
    case 'account_unknown':
    case 'over_rest':
      throw new Error('Bug! a payout was decided as a refund')
  }
}

function overLimit(code: 'amount_too_large' | 'daily_limit_exceeded', message: Message): Problem {
  return new Problem('validation_failed', { message, param: 'amount', fields: [{ code, param: 'amount', message }] })
}
