import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  TimelineData,
  TimelineItem,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { formatAmountWithCode } from '../../../app/formats.ts'
import type { Language } from '../../../app/languages.ts'
import { reasonWord, type Tone, type useStatusTexts } from '../../../parts/values/tag.tsx'
import type { usePaymentsTexts } from '../texts.ts'
import { TransactionLink } from '../transaction-link.tsx'
import { DeliveryEvidence } from './delivery-evidence.tsx'
import { Evidence, EvidenceBytes } from './evidence.tsx'
import {
  AttemptEvidence,
  AuditEvidence,
  NotificationEvidence,
  ownAccount,
  RequestEvidence,
  StateEvidence,
} from './timeline-evidence.tsx'

/** One step of a story: in words, with what proves it. */
export interface Step {
  title: string
  tone: Tone
  children: ReactNode
}

export interface TimelineContext {
  story: TimelineData
  texts: ReturnType<typeof usePaymentsTexts>
  words: ReturnType<typeof useStatusTexts>
  language: Language
  /** It is told to the merchant whose it is, not to the operator. */
  isOwn: boolean
}

/** What an entry of the timeline says; undefined for one that points at nothing. */
export function stepOf(entry: TimelineItem, context: TimelineContext): Step | undefined {
  switch (entry.kind) {
    case 'request':
      return requestStep(context)
    case 'attempt':
      return attemptStep(entry.place, context)
    case 'notification':
      return notificationStep(entry.place, context)
    case 'state':
      return stateStep(entry.place, context)
    case 'money':
      return moneyStep(entry.place, context)
    case 'callback':
      return callbackStep(entry.place, context)
    case 'delivery':
      return deliveryStep(entry, context)
    case 'audit':
      return auditStep(entry.place, context)
    case 'refund':
      return refundStep(entry.place, context)
    case 'refunded_payment':
      return refundedPaymentStep(context)
    default:
      return undefined
  }
}

const statusTones = { PENDING: 'wait', COMPLETED: 'good', ERROR: 'bad', EXPIRED: 'calm' } as const

function requestStep({ story: { request, curl }, texts, isOwn }: TimelineContext): Step | undefined {
  if (!request) return undefined
  return {
    title: isOwn ? texts.story.request : texts.story.merchantsRequest,
    tone: 'accent',
    children: <RequestEvidence request={request} curl={curl} name={texts.actions.curl} />,
  }
}

function attemptStep(place: number, { story, texts }: TimelineContext): Step | undefined {
  const attempt = story.attempts[place]
  if (!attempt) return undefined
  const titles = attempt.connector === ownAccount ? texts.story.ownAttempt : texts.story.attempt
  return { title: titles[attempt.kind], tone: 'calm', children: <AttemptEvidence attempt={attempt} /> }
}

function notificationStep(place: number, { story, texts }: TimelineContext): Step | undefined {
  const news = story.notifications[place]
  if (!news) return undefined
  return { title: texts.story.notification, tone: 'calm', children: <NotificationEvidence notification={news} /> }
}

function stateStep(place: number, { story, texts, words }: TimelineContext): Step | undefined {
  const state = story.history[place]
  if (!state) return undefined
  const reason = reasonWord(words, state.reason, story.transaction.pay_type)
  return {
    title: `${texts.story.state(words.status[state.status])}. ${reason}`,
    tone: statusTones[state.status],
    children: <StateEvidence state={place === 0 ? { ...state, source: creatorOf(story, state.source) } : state} />,
  }
}

/** Who asked for it: the API of the record may be the dashboard's, or the page of a payment link. */
function creatorOf({ transaction, made_by: maker }: TimelineData, source: string): string {
  if (source !== 'api') return source
  if (transaction.payment_link_id !== null) return 'link'
  return maker.kind === 'person' ? 'dashboard' : source
}

function moneyStep(place: number, { story, texts, language }: TimelineContext): Step | undefined {
  const transfer = story.ledger[place]
  if (!transfer) return undefined
  const { kinds, accounts } = texts.ledger
  const { currency } = story.transaction
  return {
    title: `${kinds[transfer.kind]}: ${formatAmountWithCode(transfer.amount, currency, { language })}`,
    tone: 'accent',
    children: (
      <Text size="sm" c="dimmed">
        {accounts[transfer.debit]} → {accounts[transfer.credit]}
      </Text>
    ),
  }
}

function callbackStep(place: number, { story, texts, words }: TimelineContext): Step | undefined {
  const callback = story.callbacks[place]
  if (!callback) return undefined
  return {
    title: texts.story.callback(words.status[callback.status]),
    tone: 'calm',
    children: (
      <Evidence>
        <EvidenceBytes name={texts.story.body} text={callback.body} />
      </Evidence>
    ),
  }
}

function deliveryStep(
  entry: Extract<TimelineItem, { kind: 'delivery' }>,
  { story, texts }: TimelineContext,
): Step | undefined {
  const callback = story.callbacks[entry.place]
  const delivery = callback?.deliveries.find((each) => each.delivery_id === entry.delivery_id)
  const attempt = delivery?.attempts.find((each) => each.number === entry.number)
  if (!callback || !attempt) return undefined
  const children = <DeliveryEvidence callback={callback} deliveryId={entry.delivery_id} attempt={attempt} />
  if (attempt.error !== null) {
    const why =
      attempt.http_status === null
        ? (texts.story.failures[attempt.error] ?? attempt.error)
        : `HTTP ${attempt.http_status}`
    return { title: texts.story.failed(why), tone: 'bad', children }
  }
  if (attempt.url === null) return { title: texts.story.inbox, tone: 'good', children }
  return { title: texts.story.delivered(`HTTP ${attempt.http_status}`), tone: 'good', children }
}

function refundStep(place: number, { story, texts, words, language }: TimelineContext): Step | undefined {
  const refund = story.refunds[place]
  if (!refund) return undefined
  const amount = formatAmountWithCode(refund.amount, story.transaction.currency, { language })
  return {
    title: `${texts.one.refund}: ${amount}. ${words.status[refund.status]}`,
    tone: statusTones[refund.status],
    children: (
      <TransactionLink payType="refund" transactionId={refund.transaction_id}>
        {refund.reference}
      </TransactionLink>
    ),
  }
}

function refundedPaymentStep({ story: { refunded_payment: payment }, texts }: TimelineContext): Step | undefined {
  if (!payment) return undefined
  return {
    title: texts.story.refundedPayment,
    tone: 'accent',
    children: (
      <TransactionLink payType="payin" transactionId={payment.transaction_id}>
        {payment.reference}
      </TransactionLink>
    ),
  }
}

function auditStep(place: number, { story }: TimelineContext): Step | undefined {
  const audit = story.audit[place]
  if (!audit) return undefined
  return {
    title: `${audit.actor} ${audit.said}`,
    tone: audit.result === 'refused' ? 'bad' : 'accent',
    children: <AuditEvidence audit={audit} />,
  }
}
