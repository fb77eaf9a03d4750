import type { Clock } from './clock/clock.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log/log.ts'
import type { Metrics } from './log/metrics.ts'
import type { NodeCount } from './nodes/count-nodes.ts'
import type { SecretBox } from './secret-box.ts'

/** The loops of this process that can be told of committed work. Those of other processes find it by polling. */
export type NotifiedLoop = 'alerts' | 'announce' | 'callbacks' | 'endpoints' | 'mails' | 'notifications'

/** What every capability may use. Each capability adds its own needs in its `deps.ts`; `gateway.ts` composes all of them. */
export interface PlatformDeps {
  database: Database
  clock: Clock
  secretBox: SecretBox
  log: Log
  metrics: Metrics
  /** This process's name in leases: unique per process and start. */
  processName: string
  /** How many processes share the requests and the loops of this deployment; limits of a point are divided by it. */
  nodes: NodeCount
  /** The gateway's own address as merchants and payers see it, without a trailing slash. */
  publicUrl: string
  /** The same on this machine, for the simulated bank's notifications. */
  localUrl: string
  wake(loop: NotifiedLoop): void
}
