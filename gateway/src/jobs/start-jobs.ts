import { evaluateAlerts } from '../alerts/evaluate-alerts.ts'
import { proveAudit } from '../alerts/prove-audit.ts'
import { sealAudit } from '../audit/seal-audit.ts'
import { maintainEndpoints } from '../callbacks/delivery/maintain-endpoints.ts'
import { releaseDue } from '../ledger/release-due.ts'
import { expireApprovals } from '../payouts/decide-payout.ts'
import { correctClock } from '../platform/clock/measure-clock.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { type Loop, type LoopOptions, startLoop } from '../platform/process/loop.ts'
import { expireOverdue } from '../processing/expire-overdue.ts'
import { lateExecutionJob } from '../processing/inquiries/check-late-executions.ts'
import { inquiryJob } from '../processing/inquiries/inquire-due.ts'
import { processNotifications } from '../processing/receive-notification.ts'
import { attemptsPerRound, sendDue } from '../processing/send-due.ts'
import { retainWhenDue } from '../retention/run-retention.ts'
import { verifyWhenDue } from '../verify/verify-when-due.ts'
import type { JobsDeps } from './deps.ts'
import { followClock, keepStatistics, maintain } from './maintain.ts'

/** How long each loop sleeps when it found nothing. Own commits wake it; this is the delay of other processes' work. */
export const jobIdleMs = {
  announce: 500,
  notifications: 500,
  inquire: 500,
  lateExecutions: 5_000,
  expire: 500,
  approvals: 5_000,
  release: 1_000,
  callbacks: 250,
  endpoints: 1_000,
  requests: 500,
  authentications: 10_000,
  clock: 1_000,
  machineClock: 60_000,
  statistics: 2_000,
  nodes: 1_000,
  verify: 5_000,
  seal: 5_000,
  auditProof: 86_400_000,
  maintain: 3_600_000,
  alerts: 15_000,
  mails: 5_000,
  retention: 60_000,
} as const

/**
 * Providers are told of pay-ins that payers have the instructions for already: a moment later is as good, and one round
 * tells of all that were made meanwhile.
 */
const gathers: Partial<Record<JobName, LoopOptions['gather']>> = {
  announce: { ms: 50, full: attemptsPerRound },
  // Contradictions wake the evaluation of alerts: many of them cost one round a second.
  alerts: { ms: 1_000, full: 1 },
}

export type JobName = keyof typeof jobIdleMs

export interface Jobs {
  wake(name: 'alerts' | 'announce' | 'callbacks' | 'endpoints' | 'mails' | 'notifications'): void
  /** The names of the loops that run no more. */
  ended(): string[]
  stop(): Promise<void>
}

/** Loops that every process needs for itself: what it noted of requests, the time, how many nodes there are. */
const everywhere: ReadonlySet<JobName> = new Set<JobName>([
  'requests',
  'authentications',
  'clock',
  'machineClock',
  'nodes',
])

/** The work that the composition root puts together: it reaches the outside. */
export interface OutsideWork {
  deliverCallbacks: { runOnce(): Promise<number>; stop(): Promise<void> }
  /** Without a mail server: nothing to do. */
  sendMails(): Promise<number>
  /** Says that this process is alive, and counts the others. */
  countNodes(): Promise<number>
}

/** One round of each loop, which returns how many things it handled. */
export type JobRounds = Readonly<Record<JobName, () => Promise<number>>>

export interface JobWork {
  rounds: JobRounds
  /** Ends what goes on beside the rounds. No round begins after it. */
  stop: { callbacks(): Promise<void>; calls(): Promise<void> }
}

/** What the loops of this process do. Nothing runs by itself before `startJobs`. */
export function jobWork(deps: JobsDeps, outside: OutsideWork): JobWork {
  const { deliverCallbacks } = outside
  const inquiries = inquiryJob(deps)
  const lateChecks = lateExecutionJob(deps)
  const rounds: JobRounds = {
    announce: async () => await sendDue(deps),
    notifications: async () => await processNotifications(deps),
    inquire: inquiries.runOnce,
    lateExecutions: async () => {
      await lateChecks.runOnce()
      // Nobody waits for them: one round at each idle time is their limit.
      return 0
    },
    expire: async () => await expireOverdue(deps),
    approvals: async () => await expireApprovals(deps),
    release: async () => await releaseDue(deps),
    callbacks: async () => await deliverCallbacks.runOnce(),
    endpoints: async () => await maintainEndpoints(deps),
    requests: async () => await deps.requestLog.writeOnce(),
    authentications: async () => await deps.failedAuthentications.writeOnce(),
    clock: async () => await followClock(deps),
    machineClock: async () => await correctClock(deps),
    statistics: async () => await keepStatistics(deps),
    nodes: outside.countNodes,
    verify: async () => await verifyWhenDue(deps),
    seal: async () => await sealAudit(deps),
    auditProof: async () => await proveAudit(deps),
    maintain: async () => await maintain(deps),
    alerts: async () => await evaluateAlerts(deps),
    mails: outside.sendMails,
    retention: async () => await retainWhenDue(deps),
  }
  return {
    rounds,
    stop: {
      callbacks: deliverCallbacks.stop,
      calls: async () => {
        await inquiries.stop()
        await lateChecks.stop()
      },
    },
  }
}

/**
 * Starts the loops of this process; one that only takes requests runs few. Any number of processes may run them all: all
 * work is claimed. Work that a process without the loop commits is found by another within the loop's idle time.
 */
export function startJobs(
  deps: Pick<PlatformDeps, 'log' | 'metrics'>,
  role: 'all' | 'api' | 'worker',
  { rounds, stop }: JobWork,
): Jobs {
  const loops = new Map<string, Loop>()
  for (const name of Object.keys(rounds) as JobName[]) {
    if (role === 'api' && !everywhere.has(name)) continue
    loops.set(
      name,
      startLoop({
        ...{ name, runOnce: rounds[name], idleMs: jobIdleMs[name], gather: gathers[name] },
        ...{ log: deps.log, metrics: deps.metrics },
      }),
    )
  }
  return {
    wake: (name) => loops.get(name)?.wake(),
    ended: () => [...loops].filter(([, loop]) => !loop.isRunning()).map(([name]) => name),
    stop: async () => {
      const ending = [...loops.values()].map(async (loop) => await loop.stop())
      await stop.callbacks()
      await Promise.all(ending)
      await stop.calls()
    },
  }
}
