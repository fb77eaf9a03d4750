import type { Connector, ConnectorAccount } from '../connectors/connector.ts'
import { stopwatch } from '../platform/clock/clock.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import type { Outcome } from '../values/outcome.ts'
import {
  callStartsWithinMs,
  callTimeoutMs,
  leaseMarginMs,
  notifyUrl,
  sendOrder,
  tooLateToCall,
  withReturn,
} from './call-connector.ts'
import type { ProcessingDeps } from './deps.ts'
import { isOverRefunded, orderFromRow, orderOf } from './order-from-row.ts'
import { evidence } from './outcome-change.ts'
import { nextInquiryDelayMs, resendWindowMs } from './rules/inquiry-schedule.ts'
import { claimToSend, type LeasedAttempt } from './store/attempts.ts'
import { openRegistered, type Registered } from './store/registrations.ts'

/** Orders per round: one batch of the simulated bank's API, which ends well before its lease. */
export const attemptsPerRound = 100

/**
 * Sends orders that have not reached their provider: registrations of orders with local instructions, in batches, and
 * submits that were never sent, with the same key. Returns how many it handled.
 */
export async function sendWaiting(deps: ProcessingDeps): Promise<number> {
  const heldMs = stopwatch()
  const due = await claimToSend(deps.database.engine, {
    owner: deps.processName,
    leaseMs: callTimeoutMs + leaseMarginMs,
    limit: attemptsPerRound,
  })
  await Promise.all(
    [...groupByAccount(due)].map(
      async ([accountId, attempts]) => await sendGroup(deps, accountId, { attempts, heldMs }),
    ),
  )
  return due.length
}

interface Held {
  attempts: readonly LeasedAttempt[]
  /** Milliseconds since their leases were requested. */
  heldMs(): number
}

async function sendGroup(deps: ProcessingDeps, accountId: string, { attempts, heldMs }: Held): Promise<void> {
  const account = await deps.routes.account(accountId)
  const connector = account && deps.connectors.get(account.connector)
  const registered = attempts.filter((attempt) => attempt.attempt_kind === 'announce')
  const submitted = attempts.filter((attempt) => attempt.attempt_kind === 'submit')
  if (!account || !connector || heldMs() > callStartsWithinMs) {
    await Promise.all(attempts.map(async (attempt) => await apply(deps, attempt, { outcome: tooLateToCall })))
    return
  }
  await Promise.all([
    registerAll(deps, { account, connector }, registered),
    ...submitted.map(async (attempt) => await submitAgain(deps, { account, connector }, attempt)),
  ])
}

interface To {
  account: ConnectorAccount
  connector: Connector
}

async function registerAll(deps: ProcessingDeps, to: To, due: readonly LeasedAttempt[]): Promise<void> {
  const late = due.filter(isTooLate)
  await Promise.all(late.map(async (attempt) => await apply(deps, attempt, { outcome: unsentOutcome(attempt) })))
  const attempts = due.filter((attempt) => !isTooLate(attempt))
  if (attempts.length === 0) return
  failpoint('announce_after_claim_before_call')
  const { depositDelaysMs } = to.connector.manifest.inquiries
  const orders = attempts.map((attempt) => ({
    order: orderFromRow(attempt, attempt.execute_before),
    key: attempt.attempt_key,
  }))
  const outcomes = (await to.connector.register?.(orders, contextFor(deps, to.account))) ?? []
  failpoint('announce_after_call_before_commit')
  const heard = attempts.map((attempt, index) => ({
    attempt,
    outcome: outcomes[index] ?? ({ kind: 'unknown', why: 'unmapped' } as const),
  }))
  const opened = await openTogether(
    deps,
    heard.filter(({ outcome }) => isAccepted(outcome)).map(({ attempt, outcome }) => registrationOf(attempt, outcome)),
    depositDelaysMs[0] ?? nextInquiryDelayMs(1),
  )
  await Promise.all(
    heard.map(async ({ attempt, outcome }) => {
      if (!opened.has(attempt.attempt_id)) await apply(deps, attempt, { outcome, depositDelaysMs })
    }),
  )
}

/**
 * Stores the answers in one statement. If that fails, each answer goes through `applyOutcomes`, so that one bad
 * answer does not block the others.
 */
async function openTogether(
  deps: ProcessingDeps,
  registered: readonly Registered[],
  firstInquiryInMs: number,
): Promise<ReadonlySet<string>> {
  try {
    return await openRegistered(deps.database.engine, registered, firstInquiryInMs)
  } catch (error) {
    deps.log.warn(
      { err: error, attempts: registered.length },
      'registrations could not be written together: writing them one by one',
    )
    return new Set()
  }
}

/** The provider registered the order and waits for the payer, so the order itself does not change. */
function isAccepted(outcome: Outcome): boolean {
  return outcome.kind === 'pending' && outcome.next?.type !== 'redirect'
}

function registrationOf(attempt: LeasedAttempt, outcome: Outcome): Registered {
  return { attemptId: attempt.attempt_id, fence: attempt.fence, detail: evidence(outcome) }
}

function isPastDeadline({ past_deadline_ms }: LeasedAttempt): boolean {
  return past_deadline_ms !== null && past_deadline_ms >= 0
}

/** Past its deadline, or a pay-in that expired before its provider knew it: nobody can pay it any more. */
function isTooLate(attempt: LeasedAttempt): boolean {
  return isPastDeadline(attempt) || (attempt.is_overdue && !attempt.maybe_sent)
}

/**
 * Outcome of an order that is not sent any more. If no call ever got through, it was not executed; an expired pay-in
 * then ends in EXPIRED. Otherwise the outcome is unknown.
 */
function unsentOutcome(attempt: LeasedAttempt): Outcome {
  if (attempt.maybe_sent) return { kind: 'unknown', why: 'timeout' }
  return { kind: 'rejected', reason: attempt.pay_type === 'payin' && attempt.is_overdue ? 'cancelled' : 'not_executed' }
}

/**
 * An order is not sent any more a day after its creation, past its deadline, or unsent at its expiry; nor a refund whose
 * pay-in was reversed.
 */
async function submitAgain(deps: ProcessingDeps, to: To, attempt: LeasedAttempt): Promise<void> {
  if (attempt.age_ms > resendWindowMs || isTooLate(attempt) || (await isOverRefunded(deps.database.engine, attempt))) {
    await apply(deps, attempt, { outcome: unsentOutcome(attempt) })
    return
  }
  const stored = await orderOf(deps.database.engine, attempt, attempt.execute_before)
  const order = withReturn(deps, stored, attempt.pay_token)
  const outcome = await sendOrder(to.connector, { order, key: attempt.attempt_key }, contextFor(deps, to.account))
  await apply(deps, attempt, { outcome })
}

function contextFor(deps: ProcessingDeps, account: ConnectorAccount) {
  return { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
}

async function apply(
  deps: ProcessingDeps,
  attempt: LeasedAttempt,
  answer: { outcome: Outcome; depositDelaysMs?: readonly number[] },
): Promise<void> {
  const { outcome, depositDelaysMs } = answer
  await deps.applyOutcome({
    transactionId: attempt.id,
    update: outcome,
    source: 'connector',
    lease: { attemptId: attempt.attempt_id, fence: attempt.fence },
    ...(depositDelaysMs ? { depositDelaysMs } : {}),
  })
}

function groupByAccount(attempts: readonly LeasedAttempt[]): Map<string, LeasedAttempt[]> {
  const groups = new Map<string, LeasedAttempt[]>()
  for (const attempt of attempts) {
    const group = groups.get(attempt.connector_account_id)
    if (group) group.push(attempt)
    else groups.set(attempt.connector_account_id, [attempt])
  }
  return groups
}
