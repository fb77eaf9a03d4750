import { maskCardNumbers } from '../values/card-numbers.ts'
import {
  depositDelayMs,
  nextInquiryDelayMs,
  resendDelayMs,
  resendWindowMs,
  spreadDelayMs,
} from './rules/inquiry-schedule.ts'
import type { Amounts, Effects, StatusUpdate, Transition } from './rules/state.ts'
import type { TransactionRow } from './rules/transaction.ts'
import type { ApplyItem } from './status-update.ts'
import type { AttemptChange, AttemptLock, LockedTransaction, TransactionChange } from './store/outcomes.ts'

/** The row's change; undefined when the update changes nothing. */
export function changeOf(
  item: ApplyItem,
  before: LockedTransaction,
  decided: Transition,
): TransactionChange | undefined {
  const { update } = item
  const completed = update.kind === 'completed' ? update : undefined
  const effects = decided.kind === 'move' || decided.kind === 'note' ? decided.effects : undefined
  const change: TransactionChange = {
    id: before.id,
    pointId: before.point_id,
    status: decided.kind === 'move' ? decided.status : before.status,
    reason: decided.kind === 'move' || decided.kind === 'note' ? decided.reason : before.reason,
    ...(effects ? amountsOf(effects) : amountsOfRow(before)),
    providerPageUrl: update.kind === 'pending' && update.next?.type === 'redirect' ? update.next.url : null,
    endToEndId: completed?.endToEndId ?? null,
    providerReference: 'providerReference' in update ? (update.providerReference ?? null) : null,
    senderName: completed?.sender?.name ?? null,
    senderDocument: completed?.sender?.document ?? null,
    needsOperator: reviewOf(decided, before),
    source: item.source,
    detail:
      decided.kind === 'contradiction' ? decided.why : (item.detail ?? detailOf(update) ?? effects?.attention ?? null),
    inHistory: decided.kind !== 'same',
  }
  const addsFacts = change.providerPageUrl !== before.provider_page_url && change.providerPageUrl !== null
  return decided.kind === 'same' && !addsFacts ? undefined : change
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
  update: StatusUpdate,
  own: readonly AttemptLock[],
  context: AttemptContext,
): AttemptChange[] {
  const open = own.filter((attempt) => attempt.state !== 'closed')
  if (context.final) {
    return open.map((attempt) => ({
      id: attempt.id,
      state: 'closed',
      outcome: update.kind,
      detail: evidence(update),
      inquiries: attempt.inquiries,
      nextActionInMs: null,
    }))
  }
  const attempt = context.leased
  if (!attempt || attempt.state === 'closed') return []
  const again = resendInMs(update, attempt, context.now)
  return [
    {
      id: attempt.id,
      state: again === undefined ? 'open' : 'waiting',
      outcome: update.kind,
      detail: evidence(update),
      inquiries: again === undefined ? attempt.inquiries + 1 : 0,
      nextActionInMs: again ?? nextInquiryInMs(update, attempt, context.depositDelaysMs),
    },
  ]
}

/** Deposits that the provider reports by itself are inquired about rarely, spread over time. */
function nextInquiryInMs(
  update: StatusUpdate,
  attempt: AttemptLock,
  depositDelaysMs: readonly number[] | undefined,
): number {
  const asked = attempt.inquiries + 1
  if (attempt.kind !== 'announce' || update.kind !== 'pending' || !depositDelaysMs) return nextInquiryDelayMs(asked)
  return spreadDelayMs(depositDelayMs(depositDelaysMs, asked), attempt.id)
}

/**
 * Delay before an order that never reached the provider is sent again; undefined where an inquiry is needed instead.
 */
function resendInMs(update: StatusUpdate, attempt: AttemptLock, now: Date): number | undefined {
  if (update.kind !== 'not_sent') return undefined
  if (now.getTime() - attempt.created_at.getTime() >= resendWindowMs) return undefined
  if (attempt.execute_before && attempt.execute_before <= now) return undefined
  return Math.max(update.retryAfterMs ?? 0, resendDelayMs(attempt.calls))
}

function amountsOf(effects: Effects): Amounts {
  const { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor } = effects
  return { creditedMinor, receivedMinor, suspenseMinor, reversedMinor, sentBackMinor, feeMinor }
}

function reviewOf(decided: Transition, before: LockedTransaction): string | null {
  if (decided.kind === 'contradiction') return decided.why
  if (decided.kind === 'same' || decided.effects.attention === undefined) return before.needs_operator
  return decided.effects.attention
}

function detailOf(update: StatusUpdate): string | null {
  if (update.kind === 'unknown' || update.kind === 'not_sent') return update.why
  if (!('detail' in update) || !update.detail) return null
  const words = [update.detail.code, update.detail.message].filter((text) => text !== undefined).join(': ')
  return maskCardNumbers(words) || null
}

/** The update as stored with the attempt, with bigints as text. Card numbers in provider texts are masked. */
export function evidence(update: StatusUpdate): object {
  const plain = (name: string, value: unknown) => {
    if (typeof value === 'bigint') return value.toString()
    return name === 'message' && typeof value === 'string' ? maskCardNumbers(value) : value
  }
  return JSON.parse(JSON.stringify(update, plain)) as object
}
