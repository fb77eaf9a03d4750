import type { ProcessingDeps } from '../../core/processing/deps.ts'

/** What the checks of the invariants need. */
export type VerifyDeps = Pick<ProcessingDeps, 'database' | 'connectors' | 'routes' | 'site' | 'clock'>
