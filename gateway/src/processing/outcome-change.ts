import { maskCardNumbers } from '../values/card-numbers.ts'
import {
  depositDelayMs,
  nextInquiryDelayMs,
  resendDelayMs,
  resendWindowMs,
  spreadDelayMs,
} from './rules/inquiry-schedule.ts'
import type { Amounts, Effects, StatusUpdate, Transition } from './rules/status.ts'
import type { TransactionRow } from './rules/transaction-row.ts'
import type { ApplyItem } from './status-update.ts'
import type { AttemptChange, AttemptLock, LockedTransaction, TransactionChange } from './store/outcomes.ts'

/** The row's change; undefined when the update changes nothing. */
export function changeOf(item: ApplyItem, before: LockedTransaction, told: Transition): TransactionChange | undefined {
  const { news } = item
  const completed = news.kind === 'completed' ? news : undefined
  const effects = told.kind === 'move' || told.kind === 'note' ? told.effects : undefined
  const change: TransactionChange = {
    id: before.id,
    pointId: before.point_id,
    status: told.kind === 'move' ? told.status : before.status,
    reason: told.kind === 'move' || told.kind === 'note' ? told.reason : before.reason,
    ...(effects ? amountsOf(effects) : amountsOfRow(before)),
    providerPageUrl: news.kind === 'pending' && news.next?.type === 'redirect' ? news.next.url : null,
    endToEndId: completed?.endToEndId ?? null,
    providerReference: 'providerReference' in news ? (news.providerReference ?? null) : null,
    senderName: completed?.sender?.name ?? null,
    senderDocument: completed?.sender?.document ?? null,
    needsOperator: reviewOf(told, before),
    source: item.source,
    detail: told.kind === 'contradiction' ? told.why : (item.detail ?? detailOf(news) ?? effects?.attention ?? null),
    inHistory: told.kind !== 'same',
  }
  const addsFacts = change.providerPageUrl !== before.provider_page_url && change.providerPageUrl !== null
  return told.kind === 'same' && !addsFacts ? undefined : change
}

/** The row after the change. */
export function rowOf(change: TransactionChange, before: LockedTransaction): Partial<TransactionRow> {
  return {
    status: change.status,
    reason: change.reason,
    credited_minor: change.creditedMinor,
    received_minor: change.receivedMinor,
    suspense_minor: change.suspenseMinor,
    reversed_minor: change.reversedMinor,
    sent_back_minor: change.sentBackMinor,
    fee_minor: change.feeMinor,
    provider_page_url: change.providerPageUrl ?? before.provider_page_url,
    end_to_end_id: change.endToEndId ?? before.end_to_end_id,
    provider_reference: change.providerReference ?? before.provider_reference,
    sender_name: change.senderName ?? before.sender_name,
    sender_document: change.senderDocument ?? before.sender_document,
    needs_operator: change.needsOperator,
    updated_at: before.now,
  }
}

export function amountsOfRow(row: TransactionRow): Amounts {
  return {
    creditedMinor: row.credited_minor,
    receivedMinor: row.received_minor,
    suspenseMinor: row.suspense_minor,
    reversedMinor: row.reversed_minor,
    sentBackMinor: row.sent_back_minor,
    feeMinor: row.fee_minor,
  }
}

interface AttemptContext {
  leased: AttemptLock | undefined
  depositDelaysMs?: readonly number[] | undefined
  final: boolean
  now: Date
}

/** A decided transaction closes its attempts. Otherwise the lease is returned with the date of the next action. */
export function attemptChanges(
  news: StatusUpdate,
  own: readonly AttemptLock[],
  context: AttemptContext,
): AttemptChange[] {
  const open = own.filter((attempt) => attempt.state !== 'closed')
  if (context.final) {
    return open.map((attempt) => ({
      id: attempt.id,
      state: 'closed',
      outcome: news.kind,
      detail: evidence(news),
      inquiries: attempt.inquiries,
      nextActionInMs: null,
    }))
  }
  const attempt = context.leased
  if (!attempt || attempt.state === 'closed') return []
  const again = resendInMs(news, attempt, context.now)
  return [
    {
      id: attempt.id,
      state: again === undefined ? 'open' : 'waiting',
      outcome: news.kind,
      detail: evidence(news),
      inquiries: again === undefined ? attempt.inquiries + 1 : 0,
      nextActionInMs: again ?? nextInquiryInMs(news, attempt, context.depositDelaysMs),
    },
  ]
}

/** Deposits that the provider reports by itself are inquired about rarely, spread over time. */
function nextInquiryInMs(
  news: StatusUpdate,
  attempt: AttemptLock,
  depositDelaysMs: readonly number[] | undefined,
): number {
  const asked = attempt.inquiries + 1
  if (attempt.kind !== 'announce' || news.kind !== 'pending' || !depositDelaysMs) return nextInquiryDelayMs(asked)
  return spreadDelayMs(depositDelayMs(depositDelaysMs, asked), attempt.id)
}

/**
 * Delay before an order that never reached the provider is sent again; undefined where an inquiry is needed instead.
 */
function resendInMs(news: StatusUpdate, attempt: AttemptLock, now: Date): number | undefined {
  if (news.kind !== 'not_sent') return undefined
  if (now.getTime() - attempt.created_at.getTime() >= resendWindowMs) return undefined
  if (attempt.execute_before && attempt.execute_before <= now) return undefined
  return Math.max(news.retryAfterMs ?? 0, resendDelayMs(attempt.calls))
}

function amountsOf(effects: Effects): Amounts {
  const { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor } = effects
  return { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor }
}

function reviewOf(told: Transition, before: LockedTransaction): string | null {
  if (told.kind === 'contradiction') return told.why
  if (told.kind === 'same' || told.effects.attention === undefined) return before.needs_operator
  return told.effects.attention
}

function detailOf(news: StatusUpdate): string | null {
  if (news.kind === 'unknown' || news.kind === 'not_sent') return news.why
  if (!('detail' in news) || !news.detail) return null
  const words = [news.detail.code, news.detail.message].filter((text) => text !== undefined).join(': ')
  return maskCardNumbers(words) || null
}

/** The update as stored with the attempt, with bigints as text. Card numbers in provider texts are masked. */
export function evidence(news: StatusUpdate): object {
  const plain = (name: string, value: unknown) => {
    if (typeof value === 'bigint') return value.toString()
    return name === 'message' && typeof value === 'string' ? maskCardNumbers(value) : value
  }
  return JSON.parse(JSON.stringify(news, plain)) as object
}
