import type { Clock } from './clock/clock.ts'
import type { Database } from './database/database.ts'
import type { ProcessSlots } from './limits/slots.ts'
import type { Log } from './log/log.ts'
import type { Metrics } from './log/metrics.ts'
import type { SecretBox } from './secret-box.ts'

/** Live processes of this deployment, including this one: at least 1 of each. */
export interface NodeCount {
  /** Processes that serve requests. */
  api: number
  /** Processes that run the loops. */
  worker: number
}

/**
 * The loops of this process that can be notified of committed work. Loops of other processes find the work by polling.
 */
export type NotifiedLoop = 'alerts' | 'announce' | 'callbacks' | 'endpoints' | 'mails' | 'notifications'

/**
 * Dependencies of every capability. Each capability adds its own in its `deps.ts`; `gateway.ts` composes all of them.
 */
export interface PlatformDeps {
  database: Database
  clock: Clock
  secretBox: SecretBox
  log: Log
  metrics: Metrics
  /** What long requests of this process hold a slot of. */
  slots: ProcessSlots
  /** Owner name in leases: unique per process and start. */
  processName: string
  /** Number of processes that share the requests and the loops. Limits of a point are divided by it. */
  nodes: NodeCount
  /** The gateway's URL for merchants and payers, without a trailing slash. */
  publicUrl: string
  /** The gateway's URL on this machine, for the simulated bank's notifications. */
  localUrl: string
  notify(loop: NotifiedLoop): void
}
