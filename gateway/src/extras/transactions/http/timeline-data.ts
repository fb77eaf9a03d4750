import { methodFor } from '../../../core/payment-methods/index.ts'
import { amountOrNull, readAmountsOf } from '../../../core/processing/rules/amounts.ts'
import type { Language } from '../../../core/texts/messages/languages.ts'
import { maskCardNumbers } from '../../../core/values/card-numbers.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { actorData } from '../../../core/web/replies.ts'
import { sayIn } from '../../../core/web/request-context.ts'
import { actionIn } from '../../audit-log/action-words.ts'
import { callbackData } from '../../webhooks/http/callback-routes.ts'
import type { Timeline } from '../read-timeline.ts'
import type { NotificationTimelineRow } from '../store/reads/transaction-timeline.ts'
import type { TimelineAmounts, TimelineData, TimelineNotification, TimelineTransaction } from './contract/payments.ts'
import { curlOf } from './request-as-curl.ts'
import { timelineOf } from './timeline-entries.ts'
import { transfersData } from './timeline-ledger.ts'
import { transactionFacts } from './transaction-item.ts'

/** The timeline of one transaction in wire names, with one list of all entries in the order of time. */
export function timelineData(timeline: Timeline, publicUrl: string, language: Language): TimelineData {
  const { row } = timeline
  const say = sayIn(language)
  const connector = (accountId: string) => timeline.connectors.get(accountId) ?? 'unknown'
  const sections: Omit<TimelineData, 'timeline'> = {
    transaction: {
      ...transactionOf(timeline, publicUrl),
      needs_operator: row.needs_operator && say(row.needs_operator),
    },
    amounts: amountsOf(timeline),
    request: requestOf(timeline),
    attempts: timeline.attempts.map(({ connector_account_id, outcome_detail, ...attempt }) => ({
      ...attempt,
      connector: connector(connector_account_id),
      detail: outcome_detail,
      created_at: attempt.created_at.toISOString(),
      sent_at: attempt.sent_at?.toISOString() ?? null,
      updated_at: attempt.updated_at.toISOString(),
    })),
    notifications: timeline.notifications.map((each) => notificationOf(each, connector(each.connector_account_id))),
    history: timeline.history.map(({ created_at, detail, ...entry }) => ({
      ...entry,
      detail: detail && say(detail),
      at: created_at.toISOString(),
    })),
    ledger: transfersData(timeline.transfers, row.currency),
    callbacks: timeline.callbacks.map(callbackData),
    audit: timeline.audit.map(({ created_at, object_id: _, ...entry }) => ({
      ...entry,
      said: actionIn(language, entry.action),
      at: created_at.toISOString(),
    })),
    refunds: timeline.refunds.map(({ id, amount_minor, created_at, ...refund }) => ({
      ...refund,
      transaction_id: id,
      amount: formatAmount(amount_minor, row.currency),
      created_at: created_at.toISOString(),
    })),
    refunded_payment: timeline.refundedPayment
      ? {
          transaction_id: timeline.refundedPayment.id,
          reference: timeline.refundedPayment.reference,
          amount: formatAmount(timeline.refundedPayment.amount_minor, row.currency),
        }
      : null,
    approval: row.approval_until && {
      until: row.approval_until.toISOString(),
      waiting: row.reason === 'awaiting_approval',
      created_by: row.created_by_key,
    },
    made_by: actorData(timeline.madeBy),
    curl: curlOf(row, publicUrl),
    cut: timeline.cut,
  }
  return { ...sections, timeline: timelineOf(sections) }
}

function transactionOf(
  { row, bookedMoney, refundSums, shopName }: Timeline,
  publicUrl: string,
): Omit<TimelineTransaction, 'needs_operator'> {
  return {
    ...transactionFacts(row, bookedMoney, refundSums),
    service_name: methodFor(row.service_code)?.name ?? row.service_code,
    environment: row.environment,
    asks_operator: row.needs_operator !== null,
    payer_reference: row.payer_reference,
    payer_reference_source: row.payer_reference_source,
    is_withdrawal: row.withdrawal_account_id !== null,
    metadata: row.metadata,
    end_to_end_id: row.end_to_end_id,
    provider_reference: row.provider_reference,
    sender_document: row.sender_document,
    card: row.card_bin === null || row.card_last4 === null ? null : { bin: row.card_bin, last4: row.card_last4 },
    details: row.details,
    instructions: instructionsOf(row, shopName, publicUrl),
  }
}

function instructionsOf(
  row: Timeline['row'],
  shopName: string,
  publicUrl: string,
): TimelineTransaction['instructions'] {
  if (row.pay_token === null) return null
  const { targetAccount, pixBrCode, clabe } = row.instructions
  return {
    payment_url: `${publicUrl}/pay/${row.pay_token}`,
    shop_name: shopName,
    target_account: targetAccount
      ? {
          bank: targetAccount.bank,
          number: targetAccount.number,
          type: targetAccount.type,
          beneficiary: targetAccount.beneficiary,
          doc_id: targetAccount.docId,
          reference: targetAccount.reference,
        }
      : null,
    pix_br_code: pixBrCode ?? null,
    clabe: clabe ?? null,
  }
}

function amountsOf({ row, remainsMinor }: Timeline): TimelineAmounts {
  const amount = (minor: bigint) => formatAmount(minor, row.currency)
  const { bookedMinor, suspenseMinor, missingMinor } = readAmountsOf(row)
  const excessMinor = row.received_minor - row.sent_back_minor - row.amount_minor
  const isOverpaid = row.reason === 'overpaid' && excessMinor > 0n
  return {
    asked: amount(row.amount_minor),
    credited: amountOrNull(bookedMinor, row.currency),
    received: amount(row.received_minor),
    in_suspense: amount(suspenseMinor),
    missing: amountOrNull(missingMinor, row.currency),
    excess: isOverpaid ? amount(excessMinor) : null,
    reversed: amount(row.reversed_minor),
    sent_back: amount(row.sent_back_minor),
    fee: amount(row.fee_minor),
    remains: amountOrNull(remainsMinor, row.currency),
  }
}

/** The clocks of a process and of the database differ by less: the first request is then the one that created. */
const clocksDifferMaxMs = 1_000

function requestOf({ request, row }: Timeline): TimelineData['request'] {
  if (!request) return null
  const { created_at, ...rest } = request
  // The log stores the time of the answer; the timeline shows the time of the request.
  const beganMs = created_at.getTime() - request.duration_ms
  const createdMs = row.created_at.getTime()
  // A repetition that comes later, and whose original was not logged, keeps its own time.
  const atMs = beganMs < createdMs + clocksDifferMaxMs ? Math.min(beganMs, createdMs) : beganMs
  return { ...rest, at: new Date(atMs).toISOString() }
}

/** Headers with signatures, credentials or session ids. */
const secretName = /sign|auth|cookie|token|secret|password|api[-_]?key/i

function notificationOf(row: NotificationTimelineRow, connector: string): TimelineNotification {
  return {
    id: row.id,
    connector,
    received_at: row.received_at.toISOString(),
    state: row.state,
    event_id: row.event_id,
    headers: Object.fromEntries(
      Object.entries(row.headers).map(([name, value]) => [name, secretName.test(name) ? '(hidden)' : value]),
    ),
    body: maskCardNumbers(withoutSecrets(row.body.toString('utf8'))),
    body_bytes: row.body_bytes,
  }
}

/** The received text with the values of secret-like names hidden. */
function withoutSecrets(text: string): string {
  return text.replace(/"([^"\\]{1,100})"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g, (whole, name: string, colon: string) =>
    secretName.test(name) ? `"${name}"${colon}"(hidden)"` : whole,
  )
}
