import type { PlatformDeps } from '../platform/deps.ts'

export interface RetentionDeps extends PlatformDeps {
  /** Personal data of finished transactions goes after this many days; 0: it is kept for ever. */
  retentionDays: number
}
