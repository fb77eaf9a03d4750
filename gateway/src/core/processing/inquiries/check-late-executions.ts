import type { CallContext, Connector } from '../../connectors/connector.ts'
import { processLimits } from '../../platform/limits/process-limits.ts'
import type { NotFound, Outcome } from '../../values/outcome.ts'
import { callTimeoutMs, inquireOrder, leaseMarginMs, notifyUrl } from '../call-connector.ts'
import type { ProcessingDeps } from '../deps.ts'
import {
  lateArrivalRetryMs,
  lateCheckDelaysMs,
  lateCheckGivenUpMs,
  lateCheckRetryMs,
} from '../rules/inquiry-schedule.ts'
import type { StatusUpdate } from '../rules/state.ts'
import type { InquiryShare } from '../store/attempts.ts'
import {
  claimLateExecutionChecks,
  endLateExecutionCheck,
  type LateExecutionCheck,
  postponeLateExecutionCheck,
} from '../store/late-execution-checks.ts'
import { type OpenCalls, openCalls } from './open-calls.ts'

const { max: openMax, share: openOfAccountMax } = processLimits.late_inquiries

/** Checks per round of a removed connector account: they only record that no answer is possible. */
const checksWithoutConnector = 1

/**
 * Inquires again about orders that ended as not executed: after 30 minutes, 2, 6 and 24 hours. Sends no order. An
 * order that was executed nevertheless goes to the review queue; its status stays. Returns the number of inquiries,
 * after the last answer.
 */
export async function checkLateExecutions(deps: ProcessingDeps): Promise<number> {
  const due = await claimDue(deps, openCalls(deps, 'a late check'))
  await Promise.all(due.map(async (check) => await checkOne(deps, check)))
  return due.length
}

export interface LateExecutionJob {
  /** Starts due checks within the limits of each account. Returns their number. */
  runOnce(): Promise<number>
  /** Resolves when no check is open. */
  stop(): Promise<void>
}

/** The same for a loop that does not wait for answers, so that a silent provider delays only its own checks. */
export function lateExecutionJob(deps: ProcessingDeps): LateExecutionJob {
  const open = openCalls(deps, 'a late check')
  return {
    runOnce: async () => {
      const due = await claimDue(deps, open)
      for (const check of due) open.begin(check.connector_account_id, async () => await checkOne(deps, check))
      return due.length
    },
    stop: open.ended,
  }
}

async function claimDue(deps: ProcessingDeps, open: OpenCalls): Promise<readonly LateExecutionCheck[]> {
  const total = openMax - open.total()
  if (total <= 0) return []
  return await claimLateExecutionChecks(deps.database.engine, {
    owner: deps.processName,
    // Time for two calls: the inquiry, and the cancellation of an order that arrived late.
    leaseMs: 2 * callTimeoutMs + leaseMarginMs,
    limit: checksWithoutConnector,
    total,
    shares: await sharesOf(deps, open),
  })
}

/**
 * Other inquiries may use the whole budget of an account. One check per round runs nevertheless, so that checks never
 * starve.
 */
async function sharesOf(deps: ProcessingDeps, open: OpenCalls): Promise<readonly InquiryShare[]> {
  const ids = [...(await deps.routes.accountIds('live')), ...(await deps.routes.accountIds('test'))]
  const shares: InquiryShare[] = []
  for (const accountId of ids) {
    const account = await deps.routes.account(accountId)
    const connector = account && deps.connectors.get(account.connector)
    const budget = connector ? deps.inquiryBudget.left(accountId, connector.manifest.inquiries.perSecond) : 0
    shares.push({ accountId, limit: Math.min(openOfAccountMax - open.of(accountId), Math.max(1, budget)) })
  }
  return shares
}

async function checkOne(deps: ProcessingDeps, check: LateExecutionCheck): Promise<void> {
  const { engine } = deps.database
  if (!check.stands) return await endLateExecutionCheck(engine, check)
  const account = await deps.routes.account(check.connector_account_id)
  const connector = account && deps.connectors.get(account.connector)
  if (!account || !connector) return await askLater(deps, check)
  if (connector.manifest.lateExecution.some(({ kind }) => kind === 'nothing_is_sent')) {
    return await endLateExecutionCheck(engine, check)
  }
  deps.inquiryBudget.spend(account.id, 1)
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const { pay_type: payType, attempt_key: key, transaction_id: transactionId } = check
  const answer = await inquireOrder(deps, { connector, payType, key, transactionId }, context)
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: 'inquire', outcome: answer.kind })
  await settle(deps, check, { answer, connector, context })
}

interface Answered {
  answer: Outcome | NotFound
  connector: Connector
  context: CallContext
}

async function settle(
  deps: ProcessingDeps,
  check: LateExecutionCheck,
  { answer, connector, context }: Answered,
): Promise<void> {
  switch (answer.kind) {
    case 'completed':
    case 'reversed':
      await report(deps, check, answer)
      return await endLateExecutionCheck(deps.database.engine, check)
    case 'pending':
      await report(deps, check, answer)
      // The merchant may have paid in another way meanwhile, so the order must not be executed.
      await connector.cancel?.(check.attempt_key, context)
      return await askLater(deps, { ...check, arrived: true })
    case 'rejected':
    case 'not_found':
      return await askByPlan(deps, check)
    case 'unknown':
    case 'not_sent':
      return await askLater(deps, check)
  }
}

async function report(deps: ProcessingDeps, check: LateExecutionCheck, update: StatusUpdate): Promise<void> {
  await deps.applyOutcome({ transactionId: check.transaction_id, update, source: 'inquiry' })
}

/** The order is still not executed: schedules the next inquiry of the plan, if any. */
async function askByPlan(deps: ProcessingDeps, check: LateExecutionCheck): Promise<void> {
  const nextMs = lateCheckDelaysMs.find((delayMs) => delayMs > check.age_ms)
  if (nextMs === undefined) return await endLateExecutionCheck(deps.database.engine, check)
  await postponeLateExecutionCheck(deps.database.engine, check, { nextInMs: nextMs - check.age_ms, answered: true })
}

/**
 * Without an answer, schedules a retry; after two days the check goes to an operator. An accepted order is inquired
 * about until the provider decides, because it can still be executed.
 */
async function askLater(deps: ProcessingDeps, check: LateExecutionCheck): Promise<void> {
  const { engine } = deps.database
  if (check.age_ms < lateCheckGivenUpMs || check.arrived) {
    const nextInMs = check.age_ms < lateCheckGivenUpMs ? lateCheckRetryMs : lateArrivalRetryMs
    return await postponeLateExecutionCheck(engine, check, { nextInMs, answered: false })
  }
  await report(deps, check, { kind: 'unresolved', why: 'late_check' })
  await endLateExecutionCheck(engine, check)
}
