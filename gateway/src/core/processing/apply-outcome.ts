import { findWritten, writeAudit } from '../audit/write-audit.ts'
import { insertCallbackEvents } from '../callbacks/record-events.ts'
import { callbackTemplate } from '../callbacks/rules/callback-body.ts'
import { newCallbackNumber } from '../callbacks/rules/callback-signature.ts'
import { resolveAccounts, writeTransfers } from '../ledger/book-transfers.ts'
import { rememberAccounts } from '../ledger/rules/known-accounts.ts'
import { accountsOfTransfers, type NewTransfer, posting, transfersOf } from '../ledger/rules/ledger.ts'
import { transfersByLine } from '../ledger/rules/line-transfers.ts'
import { insertReleases } from '../ledger/store/ledger.ts'
import type { PointRules } from '../merchants/rules/point-rules.ts'
import { readRulesOfTransactions } from '../merchants/store/point-terms.ts'
import { type Db, lockThenWrite } from '../platform/database/database.ts'
import { uuidV7 } from '../platform/ids.ts'
import { say } from '../texts/messages/say.ts'
import { present } from '../values/assert.ts'
import { Problem } from '../values/problem.ts'
import { type Booking, bookTransition } from './book-transition.ts'
import { callbackFacts, isTold } from './callback-facts.ts'
import type { ProcessingDeps } from './deps.ts'
import { amountsOfRow, attemptChanges, changeOf, rowOf } from './outcome-change.ts'
import { inOtherCurrency, isOtherPayer, readCancelled, withLines, withoutOwnRefunds } from './rules/arrivals.ts'
import { lateCheckDelaysMs, resendWindowMs } from './rules/inquiry-schedule.ts'
import { type WentBack, wentBackOfRow } from './rules/refund-sums.ts'
import type { State, StatusUpdate, Transition } from './rules/state.ts'
import { transition } from './rules/status.ts'
import { type TransactionRow, toTransaction } from './rules/transaction.ts'
import { lateArrivalText, lateExecutionText } from './rules/transition-parts.ts'
import type { ApplyItem, ApplyResult } from './status-update.ts'
import { readArrivalsOfLines } from './store/arrivals-of-lines.ts'
import { insertAttempts } from './store/attempt-rows.ts'
import { takeBankReceipt } from './store/bank-receipts.ts'
import { insertLateExecutionChecks } from './store/late-execution-checks.ts'
import {
  type AttemptChange,
  type AttemptLock,
  type LockedTransaction,
  lockAttempts,
  lockTransactions,
  saveAttemptChanges,
  saveChanges,
  type TransactionChange,
} from './store/outcomes.ts'
import { type CameBack, markRefunded, readOwnRefunds, readWentBack, withholdAgain } from './store/refunds.ts'

export type ApplyDeps = Pick<
  ProcessingDeps,
  'database' | 'metrics' | 'log' | 'notify' | 'knownAccounts' | 'alongOutcomes'
>

interface Decision {
  item: ApplyItem
  before: LockedTransaction
  after: TransactionRow
  kind: ApplyResult['kind']
  change: TransactionChange | undefined
  attempts: AttemptChange[]
  booking: Booking
  rules: PointRules
}

/**
 * The only writer of a status. Applies a group of updates in one database transaction: lock the rows, decide with the
 * pure table of `core/processing/rules/status.ts`, write status, history, attempts, ledger and callback events together. A
 * group holds at most one item per transaction; the group writer ensures it. Lock order: transactions by id, attempts
 * by id, bank receipts, ledger accounts by id, callback rows, rows of extras. Throws `not_in_this_state` where the bank
 * receipt belongs to another transaction.
 */
export async function applyOutcomes(deps: ApplyDeps, items: readonly ApplyItem[]): Promise<readonly ApplyResult[]> {
  const ids = items.map((item) => item.transactionId).sort()
  const { decisions, accounts } = await lockThenWrite(deps.database.engine, {
    lock: async (tx) =>
      await Promise.all([
        lockTransactions(tx, ids),
        lockAttempts(tx, ids),
        readRulesOfTransactions(tx, ids),
        findWritten(
          tx,
          items.map(({ audit }) => audit),
        ),
        readOwnRefunds(
          tx,
          items.filter(listsReversals).map(({ transactionId }) => transactionId),
        ),
      ]),
    write: async (tx, [locked, attempts, rules, written, refunds]) => {
      const rows = new Map(locked.map((row) => [row.id, row]))
      const ofLines = await readArrivalsOfLines(tx, toldAgain(items, rows))
      const decided = items.map((given) => {
        const before = rows.get(given.transactionId)
        if (!before) return undefined
        const own = { ids: refunds, receivedMinor: before.received_minor }
        const told = withLines(given.update, before, ofLines.get(before.id))
        const item = { ...given, update: withoutOwnRefunds(told, own) }
        return decide(item, before, {
          own: attempts.filter((attempt) => attempt.transaction_id === before.id),
          rules: present(rules.get(before.point_id), 'the rules of a point'),
          written,
        })
      })
      return { decisions: decided, accounts: await write(deps, tx, decided) }
    },
  })
  rememberAccounts(deps.knownAccounts, accounts)
  report(deps, decisions)
  return decisions.map((decision) =>
    decision
      ? { kind: decision.kind, transaction: toTransaction(decision.after), previousStatus: decision.before.status }
      : { kind: 'unknown_transaction', transaction: undefined },
  )
}

/** Pay-ins of which a provider tells a total after money had arrived. */
function toldAgain(items: readonly ApplyItem[], rows: ReadonlyMap<string, LockedTransaction>): readonly string[] {
  const isTold = ({ line, source, update }: ApplyItem) => !line && source !== 'operator' && reportsMoney(update)
  const isPaid = (row: LockedTransaction | undefined) => row?.pay_type === 'payin' && row.received_minor > 0n
  return items.filter((item) => isTold(item) && isPaid(rows.get(item.transactionId))).map((item) => item.transactionId)
}

function listsReversals({ update }: ApplyItem): boolean {
  return update.kind === 'reversed' && update.reversals !== undefined
}

interface Surroundings {
  own: readonly AttemptLock[]
  rules: PointRules
  /** Ids of the group's audit entries that an earlier attempt committed. */
  written: ReadonlySet<string>
}

function decide(item: ApplyItem, before: LockedTransaction, surroundings: Surroundings): Decision {
  const { own, rules } = surroundings
  const nothing = { item, before, after: before, rules, change: undefined, attempts: [] }
  const noBooking: Booking = { transfers: [], release: undefined }
  if (item.audit?.id && surroundings.written.has(item.audit.id)) {
    return { ...nothing, kind: 'repeated', booking: noBooking }
  }
  const held = own.find(({ id, fence }) => id === item.lease?.attemptId && fence === item.lease.fence)
  const lost = item.lease !== undefined && held === undefined
  if (lost && !reportsMoney(item.update)) return { ...nothing, kind: 'lease_lost', booking: noBooking }
  if (item.manual && own.some(isUnderWay)) return { ...nothing, kind: 'in_flight', booking: noBooking }
  // The terms of a refund are those of its pay-in.
  const terms = rules.terms(before.pay_type === 'payout' ? 'payout' : 'payin', before.service_code)
  const state: State = {
    payType: before.pay_type,
    status: before.status,
    reason: before.reason,
    amountMinor: before.amount_minor,
    ...amountsOfRow(before),
    policies: rules.policies(before.card_bin !== null),
    terms: terms.fee,
  }
  const update = updateFor(item, before, held)
  const decided = withoutRepeats(
    inOtherCurrency(item.update, before.currency) ?? transition(state, update),
    update,
    before,
  )
  const change = changeOf(item, before, decided)
  const after = change ? { ...before, ...rowOf(change, before) } : before
  const postings = decided.kind === 'move' || decided.kind === 'note' ? decided.effects.postings : []
  return {
    ...nothing,
    after,
    kind: resultKinds[decided.kind],
    change,
    attempts: attemptChanges(item.update, own, {
      leased: held,
      depositDelaysMs: item.depositDelaysMs,
      final: after.status !== 'PENDING',
      now: before.now,
    }),
    booking: withLine(item, bookTransition(after, { postings, previousStatus: before.status, terms }), after),
  }
}

/** The booking of an update with what the line behind it needs. */
function withLine({ line, update }: ApplyItem, booking: Booking, after: TransactionRow): Booking {
  if (!line || booking.transfers.length === 0) return booking
  const order = { transactionId: after.id, connectorAccountId: after.connector_account_id }
  const isReturn = update.kind === 'reversed'
  return { ...booking, transfers: transfersByLine(booking.transfers, line, { ...order, isReturn }) }
}

const resultKinds = { move: 'moved', note: 'noted', same: 'same', contradiction: 'contradiction' } as const

/**
 * A report of moved money counts even when its lease is lost: if it contradicts the stored status, a person must
 * review it.
 */
function reportsMoney({ kind }: StatusUpdate): boolean {
  return kind === 'completed' || kind === 'reversed'
}

/** A call is open or about to start. Its answer could overtake a person's decision. */
function isUnderWay(attempt: AttemptLock): boolean {
  return attempt.state === 'waiting' || (attempt.state === 'calling' && attempt.leased)
}

/**
 * Drops updates without effect: a contradiction that is already in the review queue, the closing of an earlier review
 * reason, and a decision about a suspense amount that has changed since.
 */
function withoutRepeats(decided: Transition, update: StatusUpdate, before: LockedTransaction): Transition {
  const isRepeated = decided.kind === 'contradiction' && before.needs_operator === decided.why
  // Severity: executed, then accepted, then not answered. A weaker report does not replace a stronger one.
  const isWeaker =
    (decided.kind === 'contradiction' &&
      decided.why === lateArrivalText &&
      before.needs_operator === lateExecutionText) ||
    (isUnansweredCheck(update) && isLate(before))
  const otherSearch = update.kind === 'close_attention' && before.needs_operator !== update.why
  const otherMoney = 'suspenseMinor' in update && update.suspenseMinor !== before.suspense_minor
  const isInReview = update.kind === 'line_waits' && before.needs_operator !== null
  return isInReview || isRepeated || isWeaker || otherSearch || otherMoney ? { kind: 'same' } : decided
}

function isUnansweredCheck(update: StatusUpdate): boolean {
  return update.kind === 'unresolved' && update.why === 'late_check'
}

/** The review queue already shows that the provider accepted or executed the order after ERROR. */
function isLate({ needs_operator: why }: LockedTransaction): boolean {
  return why === lateArrivalText || why === lateExecutionText
}

/**
 * Completes the update with facts of the row: cancelled order, other payer, expired approval, or no answer for a day.
 */
function updateFor(item: ApplyItem, before: LockedTransaction, leased: AttemptLock | undefined): StatusUpdate {
  const update = readCancelled(before, totalOf(item, before), before.now)
  if (update.kind === 'completed' && before.pay_type === 'payin') {
    return { ...update, payerMismatch: isOtherPayer(before.details['payer_doc_id'], update.sender?.document) }
  }
  if (update.kind === 'approve' || update.kind === 'refuse') return { ...update, late: isApprovalOver(before) }
  if (update.kind === 'not_found' && update.unguaranteed) return { kind: 'unresolved', why: 'not_found' }
  const silent = update.kind === 'unknown' || (update.kind === 'not_found' && !update.conclusive)
  const ageMs = leased ? before.now.getTime() - leased.created_at.getTime() : 0
  return silent && ageMs >= resendWindowMs ? { kind: 'unresolved' } : update
}

/** A line is one more arrival or return, and updates say totals. */
export function totalOf(
  { update, line }: Pick<ApplyItem, 'update' | 'line'>,
  before: Pick<TransactionRow, 'pay_type' | 'received_minor' | 'reversed_minor'>,
): StatusUpdate {
  if (!line) return update
  if (update.kind === 'reversed') return { ...update, amountMinor: before.reversed_minor + line.amountMinor }
  if (update.kind !== 'completed' && update.kind !== 'operator_completed') return update
  // A payout is paid whole.
  const beforeMinor = before.pay_type === 'payin' ? before.received_minor : 0n
  return { ...update, creditedMinor: beforeMinor + line.amountMinor }
}

/** Also true before the job that ends expired approvals has reached this payout. */
function isApprovalOver({ approval_until: until, now }: LockedTransaction): boolean {
  return until !== null && until.getTime() <= now.getTime()
}

async function write(
  deps: Pick<ApplyDeps, 'knownAccounts' | 'alongOutcomes'>,
  tx: Db,
  decided: readonly (Decision | undefined)[],
): Promise<ReadonlyMap<string, bigint>> {
  const decisions = decided.filter((decision) => decision !== undefined)
  const now = decisions[0]?.before.now
  if (!now) return new Map()
  const changed = decisions.filter((each) => each.kind === 'moved' || each.kind === 'noted')
  const refunds = changed.filter(({ after }) => after.pay_type === 'refund')
  const transfers = [...changed.flatMap((each) => each.booking.transfers), ...(await withhold(tx, refunds))]
  const accounts = await resolveAccounts(tx, deps.knownAccounts, accountsOfTransfers(transfers))
  for (const each of changed) await writeExtras(tx, each, now)
  const moved = changed.filter((each) => each.kind === 'moved')
  const refunded = moved.filter(mayBeRefunded).map(({ after }) => after.id)
  const tell = (wentBack: WentBackById) => [
    queueCallbacks(tx, moved, { now, wentBack }),
    deps.alongOutcomes(tx, decisions),
  ]
  // The statements are pipelined, in lock order. Events of refunds tell what the statements before them made of the pay-in.
  const saved = [
    ...saveDecisions(tx, decisions, { refunds, now }),
    writeTransfers(tx, accounts, { transfers, now }),
    ...saveFollowing(tx, changed, now),
  ]
  if (refunded.length === 0) await Promise.all([...saved, ...tell(new Map())])
  else {
    const [wentBack] = await Promise.all([readWentBack(tx, refunded), ...saved])
    await Promise.all(tell(wentBack))
  }
  return accounts
}

type WentBackById = ReadonlyMap<string, WentBack>

/** Refunds, and pay-ins that were paid before. */
function mayBeRefunded({ before, after }: Decision): boolean {
  return after.pay_type === 'refund' || (after.pay_type === 'payin' && ['COMPLETED', 'ERROR'].includes(before.status))
}

/** Status, history and attempts. */
function saveDecisions(
  tx: Db,
  decisions: readonly Decision[],
  { refunds, now }: { refunds: readonly Decision[]; now: Date },
): Promise<void>[] {
  return [
    saveChanges(
      tx,
      decisions.flatMap((each) => each.change ?? []),
      now,
    ),
    markRefunded(
      tx,
      refunds
        .filter(({ before, after }) => before.status === 'COMPLETED' || after.status === 'COMPLETED')
        .map(({ item, after }) => ({ id: after.id, source: item.source })),
      now,
    ),
    saveAttemptChanges(
      tx,
      decisions.flatMap((each) => each.attempts),
      now,
    ),
  ]
}

/** Releases, and checks of orders that were not executed. */
function saveFollowing(tx: Db, changed: readonly Decision[], now: Date): Promise<void>[] {
  return [
    insertReleases(
      tx,
      changed.flatMap((each) => each.booking.release ?? []),
      now,
    ),
    insertLateExecutionChecks(
      tx,
      changed
        .filter(endsNotExecuted)
        .map(({ after }) => after.id)
        .sort(),
      { now, firstInMs: lateCheckDelaysMs[0] },
    ),
  ]
}

/** What refunds that failed or came back owe to credit before its release date goes on from the available balance to there. */
async function withhold(tx: Db, refunds: readonly Decision[]): Promise<NewTransfer[]> {
  const back = refunds.map(cameBack).filter(({ beforeMinor, afterMinor }) => afterMinor > beforeMinor)
  const owners = new Map(refunds.map(({ after }) => [after.id, after]))
  const withheld = await withholdAgain(tx, back)
  return withheld.flatMap(({ id, payin_id, amount_minor }) => {
    const owner = { ...present(owners.get(id), 'a refund that came back'), id: payin_id }
    return transfersOf(owner, posting('refund_withhold', amount_minor), 'available')
  })
}

function cameBack({ before, after, booking }: Decision): CameBack {
  const isWhole = booking.transfers.some(({ kind }) => kind === 'refund_unreserve')
  const afterMinor = isWhole ? after.amount_minor : after.reversed_minor
  return { id: after.id, beforeMinor: before.reversed_minor, afterMinor }
}

/** The merchant learns that no money moved, so later inquiries check that the order is still not executed. */
function endsNotExecuted({ kind, after }: Decision): boolean {
  return kind === 'moved' && after.status === 'ERROR' && after.reason === 'not_executed'
}

/** Rare parts of an update: a further attempt, an audit entry, a bank receipt, a line of a statement, a guard. */
async function writeExtras(tx: Db, { item, before }: Decision, now: Date): Promise<void> {
  if (item.attempt) await insertAttempts(tx, [{ ...item.attempt, row: before, number: 1 }], now)
  if (item.audit) await writeAudit(tx, item.audit, now)
  if (item.bankReference !== undefined) await useBankReference(tx, before, item.bankReference)
  await item.line?.claim(tx)
  await item.guard?.(tx)
}

/** A line of a bank statement counts for one transaction. A refusal rolls the whole group back. */
async function useBankReference(tx: Db, before: LockedTransaction, bankReference: string): Promise<void> {
  const receipt = { connectorAccountId: before.connector_account_id, bankReference, transactionId: before.id }
  const holder = await takeBankReceipt(tx, receipt)
  if (holder === before.id) return
  throw new Problem('not_in_this_state', {
    message: say('payment.bank_reference_used', { bank_reference: bankReference, holder }),
    facts: { transaction_id: holder },
  })
}

async function queueCallbacks(
  tx: Db,
  moved: readonly Decision[],
  { now, wentBack }: { now: Date; wentBack: WentBackById },
): Promise<void> {
  if (moved.length === 0) return
  await insertCallbackEvents(
    tx,
    moved.map(({ after, rules }) => ({
      id: uuidV7(now),
      transactionId: after.id,
      pointId: after.point_id,
      status: after.status,
      template: callbackTemplate(callbackFacts(after), rules.callbacks),
      apiKey: newCallbackNumber(),
      ...(wentBack.get(after.id) ?? nothingWentBack(after)),
      isFeedOnly: !isTold(after, rules.callbacks),
    })),
  )
}

/** Of a pay-in that was never paid before. */
function nothingWentBack(row: TransactionRow): WentBack {
  const sums = row.pay_type === 'payin' ? { refundedMinor: 0n, takenMinor: 0n } : null
  return wentBackOfRow(row, sums)
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
        'a status update contradicts the transaction',
      )
    }
  }
  if (decisions.some((decision) => decision?.kind === 'moved')) deps.notify('callbacks')
  if (decisions.some((decision) => decision?.kind === 'contradiction')) deps.notify('alerts')
}
