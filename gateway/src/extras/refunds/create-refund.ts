import type { CoreDeps } from '../../core/deps.ts'
import type { PayoutCreation } from '../../core/payouts/reserve-payouts.ts'
import { type Created, type Routed, sameTexts } from '../../core/processing/create-transaction.ts'
import { openTransaction } from '../../core/processing/open-transaction.ts'
import { orderFromRow } from '../../core/processing/order-from-row.ts'
import type { Differences } from '../../core/processing/rules/new-transaction.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import type { Caller } from '../../core/values/caller.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import type { RefundRequest } from './read-refund.ts'
import { refundDestination } from './refund-account.ts'

/**
 * Refunds a completed pay-in in whole or in part: reserves the money in the accepting commit, then asks the bank. Never more
 * than what was credited and is not reversed. COMPLETED, ERROR and PENDING as of a payout, and a second person above the
 * point's threshold. Throws what a payout throws, and `not_in_this_state` where nothing may go back.
 */
export async function createRefund(
  deps: CoreDeps,
  caller: Caller,
  { payin, request }: { payin: TransactionRow; request: RefundRequest },
): Promise<Created> {
  const only = await railOf(deps, payin)
  const { refundsToAccount = false } = only.connector.manifest
  const destination = refundsToAccount ? await refundDestination(deps.database.engine, payin) : undefined
  const isPayable = !refundsToAccount || destination !== undefined
  const refunds = orderFromRow(payin, null)
  const { serviceCode, kind, country, currency } = refunds
  const { reference, amountMinor, reason, metadata } = request
  return await openTransaction(deps, caller, {
    request: {
      ...{ operation: 'refund', serviceCode, kind, method: { country }, currency, reference },
      amountMinor: amountMinor ?? 0n,
      details: {
        payment_id: payin.id,
        ...(reason !== undefined && { refund_reason: reason }),
        ...destination?.details,
      },
      ...(metadata && { metadata }),
    },
    only,
    order: { refunds },
    columns: {
      party_document: payin.sender_document ?? payin.details['payer_doc_id'] ?? null,
      party_name: payin.sender_name ?? payin.details['payer_name'] ?? null,
      content_hash: contentHash(deps, { payin, request }),
      differences: (row) => differencesFrom(deps, row, { payin, request }),
      refund: {
        ...{ payinId: payin.id, isRest: amountMinor === undefined, isPayable },
        lineId: destination?.lineId ?? null,
      },
    },
    write: async (item) => {
      const creation = await deps.reservePayout(item)
      if (creation.kind === 'refused') throw refusal(creation, payin)
      return creation
    },
  })
}

/** The bank that took the money gives it back. */
async function railOf(deps: CoreDeps, payin: TransactionRow): Promise<Routed> {
  if (payin.pay_type !== 'payin') throw notPaid(payin)
  const account = await deps.routes.account(payin.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (account && connector?.refund) return { account, connector }
  throw new Problem('service_not_enabled', { message: say('refund.no_rail') })
}

/** Keyed hash of what was asked for, as of every creation. Without an amount it stands for the rest, whatever that is. */
function contentHash({ secretBox }: CoreDeps, { payin, request }: Asked): Buffer {
  const { amountMinor, reason, metadata } = request
  const notes = Object.entries(metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = ['refund', payin.id, amountMinor?.toString() ?? null, reason ?? null, notes]
  return secretBox.keyedHash('content', JSON.stringify(content))
}

interface Asked {
  payin: Pick<TransactionRow, 'id'>
  request: Omit<RefundRequest, 'reference'>
}

/** How this request differs from that of a refund: its hash tells whether that left the amount out. */
function differencesFrom(deps: CoreDeps, row: TransactionRow, { payin, request }: Asked): Differences {
  const { payment_id: id = '', refund_reason: reason } = row.details
  const isKnown = row.personal_removed_at === null
  const asked = { amountMinor: undefined, reason, metadata: row.metadata ?? undefined }
  const wasRest = contentHash(deps, { payin: { id }, request: asked }).equals(row.content_hash)
  const amountMinor = wasRest ? undefined : row.amount_minor
  const isOtherAmount = request.amountMinor !== amountMinor
  const fields = [
    ...(isOtherAmount ? ['amount'] : []),
    ...(isKnown && request.reason !== reason ? ['reason'] : []),
    ...(isKnown && !sameTexts(row.metadata, request.metadata ?? null) ? ['metadata'] : []),
  ]
  const sent = wasRest ? say('refund.no_amount') : `${formatAmount(row.amount_minor, row.currency)} ${row.currency}`
  return {
    fields,
    ...(isOtherAmount && { sent }),
    ...(id !== payin.id && { otherwise: say('refund.of_another') }),
  }
}

function refusal(refused: Extract<PayoutCreation, { kind: 'refused' }>, payin: TransactionRow): Problem {
  const { currency } = payin
  const amount = formatAmount(refused.limitMinor ?? 0n, currency)
  switch (refused.why) {
    case 'not_refundable':
      return payin.status === 'COMPLETED'
        ? new Problem('not_in_this_state', { message: say('refund.nothing_left') })
        : notPaid(payin)
    case 'account_unknown':
      return new Problem('not_in_this_state', { message: say('refund.no_sender') })
    case 'insufficient_funds':
      return new Problem('insufficient_funds', { param: 'amount', message: say('refund.funds', { currency }) })
    case 'over_rest':
      return tooMuch('amount_too_large', say('refund.above_rest', { amount, currency }))
    case 'over_single_limit':
      return tooMuch('amount_too_large', say('refund.over_single', { amount, currency }))
    case 'over_daily_limit':
      return tooMuch('daily_limit_exceeded', say('refund.over_daily', { amount, currency }))
  }
}

function tooMuch(code: 'amount_too_large' | 'daily_limit_exceeded', message: Message): Problem {
  return new Problem('validation_failed', { param: 'amount', fields: [{ code, param: 'amount', message }] })
}

function notPaid({ pay_type: payType, status, reason }: TransactionRow): Problem {
  if (payType !== 'payin') return new Problem('not_in_this_state', { message: say('refund.no_payin') })
  return new Problem('not_in_this_state', { message: say('refund.not_paid', { status, reason }) })
}
