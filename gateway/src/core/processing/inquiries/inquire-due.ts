import { randomInt } from 'node:crypto'
import type { Connector, ConnectorAccount } from '../../connectors/connector.ts'
import { processLimits } from '../../platform/limits/process-limits.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import { callTimeoutMs, inquireOrder, leaseMarginMs, notifyUrl } from '../call-connector.ts'
import type { ProcessingDeps } from '../deps.ts'
import { resendWindowMs } from '../rules/inquiry-schedule.ts'
import type { StatusUpdate } from '../rules/state.ts'
import { claimInquiries, type InquiryShare, type LeasedAttempt } from '../store/attempts.ts'
import { concludeNotFound } from './conclude-not-found.ts'
import { type OpenCalls, openCalls } from './open-calls.ts'

const { max: openMax, share: openOfAccountMax } = processLimits.inquiries

/** Slots reserved for accounts with few open inquiries, and the limit of "few". */
const keptForFew = 20
const fewOpen = 4

/** Rate for an account without connector: its attempts only record that no answer is possible. */
const perSecondWithoutConnector = 1

/**
 * Inquires by the gateway's key about orders with an open outcome: after a time-out, after a crash between call and
 * commit, or because no notification came. Each connector account has a budget. Unknown outcomes use it first; orders
 * that the provider called pending get the rest. Returns the number of inquiries, after the last answer.
 */
export async function inquireDue(deps: ProcessingDeps): Promise<number> {
  const due = await claimDue(deps, openCalls(deps, 'an inquiry'))
  await Promise.all(due.map(async (attempt) => await askAndApply(deps, attempt)))
  return due.length
}

export interface InquiryJob {
  /** Starts due inquiries within the budgets. Returns their number. */
  runOnce(): Promise<number>
  /** Resolves when no inquiry is open. */
  stop(): Promise<void>
}

/** The same for a loop that does not wait for answers, so that a silent provider does not delay the others. */
export function inquiryJob(deps: ProcessingDeps): InquiryJob {
  const open = openCalls(deps, 'an inquiry')
  return {
    runOnce: async () => {
      const due = await claimDue(deps, open)
      for (const attempt of due) {
        open.begin(attempt.connector_account_id, async () => await askAndApply(deps, attempt))
      }
      return due.length
    },
    stop: open.ended,
  }
}

async function claimDue(deps: ProcessingDeps, open: OpenCalls): Promise<readonly LeasedAttempt[]> {
  const shares = await sharesOf(deps, open)
  const unknown = await claim(deps, 'unknown', shares)
  const pending = await claim(deps, 'pending', withoutSpent(shares, unknown))
  return [...unknown, ...pending]
}

/**
 * Inquiries per account in this round. Accounts with few open inquiries come first and have reserved slots, so silent
 * providers cannot use all slots. The first account is chosen at random, so that none is always last.
 */
async function sharesOf(deps: ProcessingDeps, open: OpenCalls): Promise<readonly InquiryShare[]> {
  const ids = [...(await deps.routes.accountIds('live')), ...(await deps.routes.accountIds('test'))]
  const allowed: InquiryShare[] = []
  for (const accountId of ids) {
    const { connector } = await connectedOf(deps, accountId)
    const perSecond = connector?.manifest.inquiries.perSecond ?? perSecondWithoutConnector
    const limit = Math.min(openOfAccountMax - open.of(accountId), deps.inquiryBudget.left(accountId, perSecond))
    if (limit > 0) allowed.push({ accountId, limit })
  }
  const first = randomInt(Math.max(1, allowed.length))
  return dividedBuckets([...allowed.slice(first), ...allowed.slice(0, first)], open)
}

function dividedBuckets(allowed: readonly InquiryShare[], open: OpenCalls): readonly InquiryShare[] {
  let free = openMax - open.total()
  const few = allowed.map(({ accountId, limit }) => {
    const share = Math.min(limit, Math.max(0, fewOpen - open.of(accountId)), free)
    free -= share
    return { accountId, limit, share }
  })
  return few
    .map(({ accountId, limit, share }) => {
      const more = Math.max(0, Math.min(limit - share, free - keptForFew))
      free -= more
      return { accountId, limit: share + more }
    })
    .filter(({ limit }) => limit > 0)
}

async function claim(
  deps: ProcessingDeps,
  outcome: 'unknown' | 'pending',
  shares: readonly InquiryShare[],
): Promise<readonly LeasedAttempt[]> {
  if (shares.length === 0) return []
  const claimed = await claimInquiries(deps.database.engine, {
    outcome,
    owner: deps.processName,
    // Time for two calls: the inquiry, and the cancellation of an order that is not found.
    leaseMs: 2 * callTimeoutMs + leaseMarginMs,
    shares,
  })
  for (const attempt of claimed) deps.inquiryBudget.spend(attempt.connector_account_id, 1)
  return claimed
}

function withoutSpent(shares: readonly InquiryShare[], claimed: readonly LeasedAttempt[]): InquiryShare[] {
  return shares
    .map(({ accountId, limit }) => {
      const spent = claimed.filter((attempt) => attempt.connector_account_id === accountId).length
      return { accountId, limit: limit - spent }
    })
    .filter(({ limit }) => limit > 0)
}

async function askAndApply(deps: ProcessingDeps, attempt: LeasedAttempt): Promise<void> {
  failpoint('inquiry_after_claim_before_call')
  const { account, connector } = await connectedOf(deps, attempt.connector_account_id)
  const update = account && connector ? await ask(deps, attempt, { account, connector }) : unanswered
  failpoint('inquiry_after_call_before_commit')
  await deps.applyOutcome({
    transactionId: attempt.id,
    update,
    source: 'inquiry',
    lease: { attemptId: attempt.attempt_id, fence: attempt.fence },
    ...(connector ? { depositDelaysMs: connector.manifest.inquiries.depositDelaysMs } : {}),
  })
}

const unanswered: StatusUpdate = { kind: 'unknown', why: 'unmapped' }
const sendAgain: StatusUpdate = { kind: 'not_sent', why: 'unavailable' }

async function connectedOf(
  deps: ProcessingDeps,
  accountId: string,
): Promise<{ account?: ConnectorAccount | undefined; connector?: Connector | undefined }> {
  const account = await deps.routes.account(accountId)
  return { account, connector: account && deps.connectors.get(account.connector) }
}

/** Whether an order can be sent again under the same key. Never a card, because cards are not stored. */
function isRepeatable(attempt: LeasedAttempt, { manifest }: Connector): boolean {
  if (!manifest.sameKeySameResult || attempt.card_bin !== null || attempt.age_ms > resendWindowMs) return false
  return (attempt.past_deadline_ms ?? -1) < 0
}

/** The provider's answer about an attempt, as a status update. */
async function ask(
  deps: ProcessingDeps,
  attempt: LeasedAttempt,
  { account, connector }: { account: ConnectorAccount; connector: Connector },
): Promise<StatusUpdate> {
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const asked = { connector, payType: attempt.pay_type, key: attempt.attempt_key, transactionId: attempt.id }
  const answer = await inquireOrder(deps, asked, context)
  deps.metrics.connectorCalls.inc({ connector: connector.manifest.name, call: 'inquire', outcome: answer.kind })
  // An inquiry that was not sent tells nothing: the attempt stays open and due.
  if (answer.kind === 'not_sent') return { kind: 'unknown', why: 'timeout' }
  if (answer.kind !== 'not_found') return answer
  const canRepeat = isRepeatable(attempt, connector)
  if (canRepeat && (attempt.attempt_kind === 'announce' || attempt.unknown_why === 'server_error')) return sendAgain
  const missing = await concludeNotFound(attempt, { connector, context })
  // Nothing else would bring a lost refund to an end. Of another lost order no request waits for the answer.
  const isLostRefund = attempt.pay_type === 'refund' && missing.kind === 'not_found' && missing.unguaranteed
  return canRepeat && isLostRefund ? sendAgain : missing
}
