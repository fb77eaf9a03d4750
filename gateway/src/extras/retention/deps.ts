import type { PlatformDeps } from '../../core/platform/deps.ts'

export interface RetentionDeps extends PlatformDeps {
  /** Personal data of finished transactions is removed after this many days; 0: never. */
  retentionDays: number
}
