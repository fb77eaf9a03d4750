import { type CallbackFacts, callbackTemplate } from '../domain/callback-body.ts'
import { newApiKey } from '../domain/callback-signature.ts'
import { nextInquiryDelayMs, resendDelayMs, resendWindowMs } from '../domain/inquiry-schedule.ts'
import { type News, type Transition, transition } from '../domain/status.ts'
import { uuidV7 } from '../lib/ids.ts'
import { methodFor } from '../payment-methods/index.ts'
import { insertCallbackEvents, readCallbackSettings } from '../store/callbacks.ts'
import { type Db, inTransaction } from '../store/database.ts'
import type { AttemptChange, AttemptLock, LockedTransaction, TransactionChange } from '../store/outcomes.ts'
import { lockAttempts, lockTransactions, saveAttemptChanges, saveChanges } from '../store/outcomes.ts'
import { type TransactionRow, toTransaction } from '../store/transaction-row.ts'
import type { Deps } from './deps.ts'
import type { ApplyItem, ApplyResult } from './news-item.ts'

type ApplyDeps = Pick<Deps, 'database' | 'metrics' | 'log' | 'wake'>

interface Decision {
  item: ApplyItem
  before: LockedTransaction
  after: TransactionRow
  kind: ApplyResult['kind']
  change: TransactionChange | undefined
  attempts: AttemptChange[]
}

/**
 * The one place that changes a status. A group of news is applied in one database transaction: lock the rows, decide
 * with the pure table of `domain/status.ts`, write status, history, attempts and callback events together. At most one
 * item per transaction in a group (the group writer sees to it).
 */
export async function applyOutcomes(deps: ApplyDeps, items: readonly ApplyItem[]): Promise<readonly ApplyResult[]> {
  const decisions = await inTransaction(deps.database.engine, async (tx) => {
    const ids = items.map((item) => item.transactionId).sort()
    const rows = new Map((await lockTransactions(tx, ids)).map((row) => [row.id, row]))
    const attempts = await lockAttempts(tx, ids)
    const decided = items.map((item) => decide(item, rows.get(item.transactionId), attempts))
    await write(
      tx,
      decided.filter((each) => each !== undefined),
    )
    return decided
  })
  report(deps, decisions)
  return decisions.map((decision) =>
    decision
      ? { kind: decision.kind, transaction: toTransaction(decision.after), previousStatus: decision.before.status }
      : { kind: 'unknown_transaction', transaction: undefined },
  )
}

function decide(
  item: ApplyItem,
  before: LockedTransaction | undefined,
  attempts: readonly AttemptLock[],
): Decision | undefined {
  if (!before) return undefined
  const own = attempts.filter((attempt) => attempt.transaction_id === before.id)
  const leased = own.find((attempt) => attempt.id === item.lease?.attemptId)
  if (item.lease && leased?.fence !== item.lease.fence) {
    return { item, before, after: before, kind: 'lease_lost', change: undefined, attempts: [] }
  }
  const state = {
    payType: before.pay_type,
    status: before.status,
    reason: before.reason,
    amountMinor: before.amount_minor,
    creditedMinor: before.credited_minor,
  }
  const told = transition(state, item.news)
  const move = told.kind === 'contradiction' && before.needs_operator === told.why ? ({ kind: 'same' } as const) : told
  const change = changeOf(item, before, move)
  const after = change ? { ...before, ...rowOf(change, before) } : before
  const final = after.status !== 'PENDING'
  return {
    item,
    before,
    after,
    kind: kindOf(move),
    change,
    attempts: attemptChanges(item.news, own, { leased, final, now: before.now }),
  }
}

function kindOf(move: Transition): ApplyResult['kind'] {
  switch (move.kind) {
    case 'move':
      return 'moved'
    case 'note':
      return 'noted'
    case 'same':
      return 'same'
    case 'contradiction':
      return 'contradiction'
  }
}

/** The row's change, or undefined when the news says nothing new. */
function changeOf(item: ApplyItem, before: LockedTransaction, move: Transition): TransactionChange | undefined {
  const { news } = item
  const completed = news.kind === 'completed' ? news : undefined
  const change: TransactionChange = {
    id: before.id,
    pointId: before.point_id,
    status: move.kind === 'move' ? move.status : before.status,
    reason: move.kind === 'move' || move.kind === 'note' ? move.reason : before.reason,
    creditedMinor: move.kind === 'move' || move.kind === 'note' ? move.creditedMinor : before.credited_minor,
    providerPageUrl: news.kind === 'pending' ? (news.next?.url ?? null) : null,
    endToEndId: completed?.endToEndId ?? null,
    providerReference: 'providerReference' in news ? (news.providerReference ?? null) : null,
    senderName: completed?.sender?.name ?? null,
    senderDocument: completed?.sender?.document ?? null,
    needsOperator: move.kind === 'contradiction' ? move.why : null,
    source: item.source,
    detail: move.kind === 'contradiction' ? move.why : (item.detail ?? detailOf(news)),
    inHistory: move.kind !== 'same',
  }
  const addsFacts = change.providerPageUrl !== before.provider_page_url && change.providerPageUrl !== null
  return move.kind === 'same' && !addsFacts ? undefined : change
}

function rowOf(change: TransactionChange, before: LockedTransaction): Partial<TransactionRow> {
  return {
    status: change.status,
    reason: change.reason,
    credited_minor: change.creditedMinor,
    provider_page_url: change.providerPageUrl ?? before.provider_page_url,
    end_to_end_id: change.endToEndId ?? before.end_to_end_id,
    provider_reference: change.providerReference ?? before.provider_reference,
    sender_name: change.senderName ?? before.sender_name,
    sender_document: change.senderDocument ?? before.sender_document,
    needs_operator: change.needsOperator ?? before.needs_operator,
    updated_at: before.now,
  }
}

function detailOf(news: News): string | null {
  if (news.kind === 'unknown' || news.kind === 'not_sent') return news.why
  if (!('detail' in news) || !news.detail) return null
  return [news.detail.code, news.detail.message].filter((text) => text !== undefined).join(': ') || null
}

interface AttemptContext {
  leased: AttemptLock | undefined
  final: boolean
  now: Date
}

/** A decided transaction closes its attempts; otherwise the leased one is given back with its next date. */
function attemptChanges(news: News, own: readonly AttemptLock[], context: AttemptContext): AttemptChange[] {
  const open = own.filter((attempt) => attempt.state !== 'closed')
  if (context.final) {
    return open.map((attempt) => ({
      id: attempt.id,
      state: 'closed',
      outcome: news.kind,
      detail: evidence(news),
      nextActionInMs: null,
    }))
  }
  const attempt = context.leased
  if (!attempt || attempt.state === 'closed') return []
  const calls = attempt.calls
  if (news.kind === 'not_sent' && context.now.getTime() - attempt.created_at.getTime() < resendWindowMs) {
    const nextActionInMs = Math.max(news.retryAfterMs ?? 0, resendDelayMs(calls))
    return [{ id: attempt.id, state: 'waiting', outcome: news.kind, detail: evidence(news), nextActionInMs }]
  }
  return [
    {
      id: attempt.id,
      state: 'open',
      outcome: news.kind,
      detail: evidence(news),
      nextActionInMs: nextInquiryDelayMs(calls),
    },
  ]
}

/** The news as kept beside the attempt: all of it, with bigints as text. It never holds card data. */
function evidence(news: News): object {
  return JSON.parse(
    JSON.stringify(news, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  ) as object
}

async function write(tx: Db, decisions: readonly Decision[]): Promise<void> {
  const now = decisions[0]?.before.now
  if (!now) return
  await saveChanges(
    tx,
    decisions.flatMap((each) => (each.change ? [each.change] : [])),
    now,
  )
  await saveAttemptChanges(
    tx,
    decisions.flatMap((each) => each.attempts),
    now,
  )
  const moved = decisions.filter((each) => each.kind === 'moved')
  if (moved.length === 0) return
  const settings = await readCallbackSettings(tx, [...new Set(moved.map((each) => each.after.point_id))])
  await insertCallbackEvents(
    tx,
    moved.map(({ after }) => ({
      id: uuidV7(now),
      transactionId: after.id,
      pointId: after.point_id,
      status: after.status,
      template: callbackTemplate(
        callbackFacts(after),
        settings.get(after.point_id) ?? { extraFields: false, amountAlways: false },
      ),
      apiKey: newApiKey(),
    })),
  )
}

function callbackFacts(row: TransactionRow): CallbackFacts {
  const method = methodFor(row.service_code)
  const payout = row.pay_type === 'payout'
  const optional = {
    senderName: payout ? undefined : (row.sender_name ?? row.details['payer_name']),
    senderDocument: payout ? undefined : (row.sender_document ?? row.details['payer_doc_id']),
    beneficiaryName: payout ? row.details['account_beneficiary'] : undefined,
    beneficiaryDocument: payout ? row.details['account_doc_id'] : undefined,
    beneficiaryBank: payout ? row.details['account_bank'] : undefined,
    endToEndId: row.end_to_end_id ?? undefined,
  }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  return {
    transactionId: row.id,
    status: row.status,
    reason: row.reason,
    reference: row.reference,
    payType: row.pay_type,
    card: row.card_bin !== null,
    amountMinor: row.amount_minor,
    creditedMinor: row.credited_minor,
    currency: row.currency,
    updatedAt: row.updated_at,
    methodSendsAmount: method?.payin?.callbackAmount ?? false,
    ...given,
  }
}

function report(deps: ApplyDeps, decisions: readonly (Decision | undefined)[]): void {
  for (const decision of decisions) {
    if (decision?.kind === 'moved') {
      deps.metrics.transitions.inc({ pay_type: decision.after.pay_type, status: decision.after.status })
    }
    if (decision?.kind === 'contradiction') {
      deps.metrics.contradictions.inc()
      deps.log.error(
        { transactionId: decision.before.id, why: decision.change?.needsOperator },
        'news contradict the transaction',
      )
    }
  }
  if (decisions.some((decision) => decision?.kind === 'moved')) deps.wake('callbacks')
}
