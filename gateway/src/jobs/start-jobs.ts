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

/**
 * Idle time of each loop. Commits of the same process notify the loop; work of other processes waits at most this long.
 */
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
 * Delays that gather work into one round. Payers already have the instructions of a pay-in, so its registration may
 * come a moment later, together with others.
 */
const gathers: Partial<Record<JobName, LoopOptions['gather']>> = {
  announce: { ms: 50, full: attemptsPerRound },
  // Contradictions notify the evaluation of alerts; many of them cost one round per second.
  alerts: { ms: 1_000, full: 1 },
}

export type JobName = keyof typeof jobIdleMs

export interface Jobs {
  notify(name: 'alerts' | 'announce' | 'callbacks' | 'endpoints' | 'mails' | 'notifications'): void
  /** The names of the ended loops. */
  ended(): string[]
  stop(): Promise<void>
}

/** Loops that every process runs for itself: its request log, its clock, the number of nodes. */
const everywhere: ReadonlySet<JobName> = new Set<JobName>([
  'requests',
  'authentications',
  'clock',
  'machineClock',
  'nodes',
])

/** Work that the composition root provides, because it uses the network. */
export interface OutsideWork {
  deliverCallbacks: { runOnce(): Promise<number>; stop(): Promise<void> }
  /** Does nothing without a mail server. */
  sendMails(): Promise<number>
  /** Reports this process as alive, and counts the others. */
  countNodes(): Promise<number>
}

/** One round of each loop; returns how many items it handled. */
export type JobRounds = Readonly<Record<JobName, () => Promise<number>>>

export interface JobWork {
  rounds: JobRounds
  /** Ends work that continues beside the rounds. No round begins after it. */
  stop: { callbacks(): Promise<void>; calls(): Promise<void> }
}

/** The work of this process's loops. Nothing runs before `startJobs`. */
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
      // One round per idle time is enough, so this reports no further work.
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
 * Starts the loops of this process; a process that only takes requests runs few of them. Any number of processes may
 * run all loops, because all work is claimed. Work committed by a process without the loop is found within the loop's
 * idle time.
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
    notify: (name) => loops.get(name)?.notify(),
    ended: () => [...loops].filter(([, loop]) => !loop.isRunning()).map(([name]) => name),
    stop: async () => {
      const ending = [...loops.values()].map(async (loop) => await loop.stop())
      await stop.callbacks()
      await Promise.all(ending)
      await stop.calls()
    },
  }
}
