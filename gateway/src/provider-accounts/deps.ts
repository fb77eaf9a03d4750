import type { PlatformDeps } from '../platform/deps.ts'
import type { ProcessingDeps } from '../processing/deps.ts'

/** What the set-up of provider accounts needs. */
export type ProviderAccountDeps = Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'> &
  Pick<ProcessingDeps, 'connectors'>
