import type { CallbackDeliveryJob } from '../callbacks/delivery/deliver-callbacks.ts'
import { spreadBacklogs } from '../callbacks/delivery/spread-backlogs.ts'
import type { CoreDeps } from '../deps.ts'
import { releaseDue } from '../ledger/release-due.ts'
import { correctClock } from '../platform/clock/measure-clock.ts'
import { cancelAbandoned } from '../processing/cancel-abandoned.ts'
import { expireOverdue } from '../processing/expire-overdue.ts'
import { lateExecutionJob } from '../processing/inquiries/check-late-executions.ts'
import { inquiryJob } from '../processing/inquiries/inquire-due.ts'
import { notificationJob } from '../processing/process-notifications.ts'
import { attemptsPerRound, sendWaiting } from '../processing/send-waiting.ts'
import { type CleanupStep, cleanUp, followClock, keepStatistics } from './clean-up.ts'
import type { LoopSpec } from './start-jobs.ts'

/**
 * Payers already have the instructions of a pay-in, so its registration may come a moment later, together with others.
 */
const gathersRegistrations = { ms: 50, full: attemptsPerRound }

/** The loops that the specification needs: sending, asking, expiring, releasing, telling merchants, and the clock. */
export function coreLoops(deps: CoreDeps, deliverCallbacks: CallbackDeliveryJob, cleanups: readonly CleanupStep[]) {
  const notifications = notificationJob(deps)
  const inquiries = inquiryJob(deps)
  const lateChecks = lateExecutionJob(deps)
  return {
    announce: { runOnce: async () => await sendWaiting(deps), idleMs: 500, gather: gathersRegistrations },
    notifications: { runOnce: notifications.runOnce, idleMs: 500, finish: notifications.stop },
    inquire: { runOnce: inquiries.runOnce, idleMs: 500, finish: inquiries.stop },
    lateExecutions: {
      runOnce: async () => {
        await lateChecks.runOnce()
        // One round per idle time is enough, so this reports no further work.
        return 0
      },
      idleMs: 5_000,
      finish: lateChecks.stop,
    },
    expire: { runOnce: async () => await expireOverdue(deps), idleMs: 500 },
    charges: { runOnce: async () => await cancelAbandoned(deps), idleMs: 5_000 },
    release: { runOnce: async () => await releaseDue(deps), idleMs: 1_000 },
    callbacks: { runOnce: deliverCallbacks.runOnce, idleMs: 250, interrupt: deliverCallbacks.stop },
    endpoints: { runOnce: async () => await spreadBacklogs(deps), idleMs: 1_000 },
    clock: { runOnce: async () => await followClock(deps), idleMs: 1_000, everywhere: true },
    machineClock: { runOnce: async () => await correctClock(deps), idleMs: 60_000, everywhere: true },
    statistics: { runOnce: async () => await keepStatistics(deps), idleMs: 2_000 },
    maintain: { runOnce: async () => await cleanUp(deps, cleanups), idleMs: 3_600_000 },
  } satisfies Record<string, LoopSpec>
}
