import type { PlatformDeps } from '../platform/deps.ts'
import { deleteOldRecoveries } from './store/password-recoveries.ts'
import { deleteOldSessions } from './store/sessions.ts'
import { deleteOldUnknownLoginAttempts } from './store/users.ts'

/** A step of the housekeeping. */
interface Step {
  /** In the log and the metric of failures. */
  name: string
  /** Returns how many rows went. */
  work(): Promise<number>
}

/** The housekeeping of sign-ins: what is too old to open anything. */
export function forgetExpired({ database: { engine } }: Pick<PlatformDeps, 'database'>): readonly Step[] {
  return [
    { name: 'sessions', work: async () => await deleteOldSessions(engine) },
    { name: 'strangers', work: async () => await deleteOldUnknownLoginAttempts(engine) },
    { name: 'recoveries', work: async () => await deleteOldRecoveries(engine) },
  ]
}
