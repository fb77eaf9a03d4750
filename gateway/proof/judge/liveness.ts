import type { Violation } from '../stages/virtual/parts.ts'
import type { RunRows } from './rows.ts'
import { Findings, nameOf, type Story } from './story.ts'

/** A loop that is due comes round within this time. */
const graceMs = 120_000

/** At the end of a run nothing is due and left lying; that every PENDING payment waits for something, `verify` says. */
export function checkLiveness(rows: RunRows, stories: readonly Story[]): Violation[] {
  const found = new Findings()
  for (const story of stories) {
    checkWork(story, rows.nowMs, found)
  }
  checkNotifications(rows, found)
  checkCallbackQueue(rows, found)
  const byAttempt = new Map(stories.flatMap((story) => story.attempts.map(({ id }) => [id, story] as const)))
  for (const { attemptId, nextCheckAtMs } of rows.lateChecks) {
    const story = byAttempt.get(attemptId)
    found.check(nextCheckAtMs > rows.nowMs - graceMs, 'late-check-overdue', () => {
      return `the late check of ${story ? nameOf(story) : attemptId} is due since ${nextCheckAtMs}`
    })
  }
  found.check(rows.idleInTransaction === 0, 'session-left', () => {
    return `${rows.idleInTransaction} sessions hold a transaction open and do nothing`
  })
  return found.list
}

/** Attempts and releases of one payment. */
function checkWork(story: Story, nowMs: number, found: Findings): void {
  const name = nameOf(story)
  for (const attempt of story.attempts) {
    const { state, nextActionAtMs, leaseUntilMs } = attempt
    if (state === 'closed') continue
    found.check(
      story.status === 'PENDING',
      'attempt-left-open',
      () => `${name} is ${story.status}, its attempt is ${state}`,
    )
    found.check(nextActionAtMs !== null, 'attempt-forgotten', () => `the ${state} attempt of ${name} has no next date`)
    found.check(nextActionAtMs === null || nextActionAtMs > nowMs - graceMs, 'attempt-overdue', () => {
      return `the ${state} attempt of ${name} is due since ${nextActionAtMs}`
    })
    found.check(state !== 'calling' || (leaseUntilMs ?? 0) > nowMs - graceMs, 'lease-dead', () => {
      return `the attempt of ${name} is held by ${attempt.leaseOwner} until ${leaseUntilMs}, which is over`
    })
  }
  const { release } = story
  if (!release || release.releasedAtMs !== null) return
  found.check(release.releaseAtMs > nowMs - graceMs, 'release-overdue', () => {
    return `the credit of ${name} was to be released at ${release.releaseAtMs}`
  })
}

function checkNotifications(rows: RunRows, found: Findings): void {
  const keys = new Set(rows.attempts.map(({ accountId, key }) => `${accountId} ${key}`))
  for (const { id, accountId, key, state, nextTryAtMs } of rows.notifications) {
    if (state === 'received') {
      found.check(nextTryAtMs !== null && nextTryAtMs > rows.nowMs - graceMs, 'notification-overdue', () => {
        return `the notification ${id} about ${key} waits since ${nextTryAtMs}`
      })
    }
    found.check(state !== 'unmatched' || !keys.has(`${accountId} ${key}`), 'notification-given-up', () => {
      return `the notification ${id} was given up, and ${key} is a key of ours`
    })
  }
}

function checkCallbackQueue({ points, deliveries, nowMs }: RunRows, found: Findings): void {
  const byId = new Map(points.map((point) => [point.id, point]))
  for (const { id, state, pointId, leaseUntilMs, nextAttemptAtMs, transactionId } of deliveries) {
    const point = byId.get(pointId)
    const name = `the delivery ${id} about ${transactionId}`
    found.check(state !== 'sending' || (leaseUntilMs ?? 0) > nowMs - graceMs, 'callback-lease-dead', () => {
      return `${name} is under way since before ${leaseUntilMs}`
    })
    if (point?.endpointStatus !== 'active' || (point.url === null && point.environment === 'live')) continue
    found.check(state !== 'held', 'callback-held', () => `${name} is held, and its address is in service`)
    if (state !== 'pending') continue
    const dueMs = point.breakerOpen ? Math.max(nextAttemptAtMs, point.nextProbeAtMs ?? 0) : nextAttemptAtMs
    found.check(dueMs > nowMs - graceMs, 'callback-overdue', () => `${name} is due since ${dueMs}`)
  }
  for (const { id, recovering, breakerOpen } of points) {
    found.check(
      !recovering || breakerOpen,
      'endpoint-recovering',
      () => `the backlog of the point ${id} is never spread`,
    )
  }
}
