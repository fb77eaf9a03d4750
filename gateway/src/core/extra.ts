import type { ServerExtra } from './api/server.ts'
import type { CleanupStep } from './jobs/clean-up.ts'
import type { Loops } from './jobs/start-jobs.ts'

/**
 * A part of the product that the specification does not need, such as alerts or the dashboard. It registers itself here;
 * the core imports none of it and works without it. `extras/` has a folder for each.
 */
export interface Extra extends ServerExtra {
  /** Called once, when the schema is current and before the server listens. */
  prepare?(): Promise<void>
  /** Called once, when the server listens and before the loops run. */
  listening?(): Promise<void>
  /** Its loops. Called when the server listens. */
  loops?(): Loops
  /** Its steps of the hourly cleanup. */
  cleanups?: readonly CleanupStep[]
  /** Writes what is still queued, after the last request and the last round. */
  drain?(): Promise<unknown>
  /** The last step before connections close. */
  leave?(): Promise<unknown>
}
