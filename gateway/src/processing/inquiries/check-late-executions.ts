import type { CallContext, Connector } from '../../connectors/connector.ts'
import type { NotFound, Outcome } from '../../values/outcome.ts'
import { callTimeoutMs, leaseMarginMs, notifyUrl } from '../call-connector.ts'
import type { ProcessingDeps } from '../deps.ts'
import {
  lateArrivalRetryMs,
  lateCheckDelaysMs,
  lateCheckGivenUpMs,
  lateCheckRetryMs,
} from '../rules/inquiry-schedule.ts'
import type { StatusUpdate } from '../rules/status.ts'
import type { InquiryShare } from '../store/attempts.ts'
import {
  claimLateExecutionChecks,
  endLateExecutionCheck,
  type LateExecutionCheck,
  postponeLateExecutionCheck,
} from '../store/late-execution-checks.ts'
import { type OpenCalls, openCalls } from './open-calls.ts'

/** Checks that one process has open at once, and for one account. */
const openMax = 100
const openOfAccountMax = 10

/** Of an account that nobody knows any more: its checks only learn that nobody can be asked. */
const checksWithoutConnector = 1

/**
 * Asks providers once more about orders that ended as not executed: 30 minutes, 2, 6 and 24 hours later. Nothing is sent.
 * What was executed all the same goes to the review queue; its status does not change. Returns how many it asked about,
 * after the last answer.
 */
export async function checkLateExecutions(deps: ProcessingDeps): Promise<number> {
  const due = await claimDue(deps, openCalls(deps, 'a late check'))
  await Promise.all(due.map(async (check) => await checkOne(deps, check)))
  return due.length
}

export interface LateExecutionJob {
  /** Begins what is due and within the limits of each account; returns how many checks that is. */
  runOnce(): Promise<number>
  /** Resolves when no check is under way any more. */
  stop(): Promise<void>
}

/** The same for a loop that does not wait for answers: a provider that is silent delays only its own checks. */
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
    // An inquiry, and the cancelling of an order that arrived late.
    leaseMs: 2 * callTimeoutMs + leaseMarginMs,
    limit: checksWithoutConnector,
    total,
    shares: await sharesOf(deps, open),
  })
}

/** Other inquiries may use up an account's budget in every round. One check is made nevertheless, and delays them. */
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
  const answer = await connector.inquire(check.attempt_key, context)
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
      await tell(deps, check, answer)
      return await endLateExecutionCheck(deps.database.engine, check)
    case 'pending':
      await tell(deps, check, answer)
      // The merchant may have paid in another way by now: an order that waits at the provider must not be executed.
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

async function tell(deps: ProcessingDeps, check: LateExecutionCheck, news: StatusUpdate): Promise<void> {
  await deps.outcomes.write({ transactionId: check.transaction_id, news, source: 'inquiry' })
}

/** It is still as it was reported: asked again at the next time of the plan, if there is one. */
async function askByPlan(deps: ProcessingDeps, check: LateExecutionCheck): Promise<void> {
  const nextMs = lateCheckDelaysMs.find((delayMs) => delayMs > check.age_ms)
  if (nextMs === undefined) return await endLateExecutionCheck(deps.database.engine, check)
  await postponeLateExecutionCheck(deps.database.engine, check, { nextInMs: nextMs - check.age_ms, answered: true })
}

/**
 * Without an answer it is asked again soon; after two days a person must find out. An order that the provider has accepted
 * is asked about until the provider decides, because it can still be executed.
 */
async function askLater(deps: ProcessingDeps, check: LateExecutionCheck): Promise<void> {
  const { engine } = deps.database
  if (check.age_ms < lateCheckGivenUpMs || check.arrived) {
    const nextInMs = check.age_ms < lateCheckGivenUpMs ? lateCheckRetryMs : lateArrivalRetryMs
    return await postponeLateExecutionCheck(engine, check, { nextInMs, answered: false })
  }
  await tell(deps, check, { kind: 'unresolved', why: 'late_check' })
  await endLateExecutionCheck(engine, check)
}
