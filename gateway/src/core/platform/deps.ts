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

/** The count changes while the process runs. */
export interface Nodes {
  count(): NodeCount
  set(count: NodeCount): void
}

/** Where this gateway is reached, without trailing slashes. Ask at each use: it may be known only after listening. */
export interface Site {
  /** For merchants and payers. */
  url(): string
  /** On this machine, for the simulated bank's notifications. */
  localUrl(): string
}

/** A site whose addresses are known from the beginning. */
export function siteAt(url: string): Site {
  return { url: () => url, localUrl: () => url }
}

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
  nodes: Nodes
  site: Site
  /** Tells a loop of this process about committed work. Loops of other processes find the work by polling. */
  notify(loop: string): void
}
