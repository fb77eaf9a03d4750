import type { PlatformDeps } from '../../core/platform/deps.ts'
import { deleteOldRecoveries } from './store/password-recoveries.ts'
import { deleteOldSessions } from './store/sessions.ts'
import { deleteOldUnknownLoginAttempts } from './store/users.ts'

/** One step of the periodic cleanup. */
interface Step {
  /** Name in the log and in the metric of failures. */
  name: string
  /** Returns the number of deleted rows. */
  work(): Promise<number>
}

/** Deletes expired sessions, recoveries and login attempts. */
export function forgetExpired({ database: { engine } }: Pick<PlatformDeps, 'database'>): readonly Step[] {
  return [
    { name: 'sessions', work: async () => await deleteOldSessions(engine) },
    { name: 'strangers', work: async () => await deleteOldUnknownLoginAttempts(engine) },
    { name: 'recoveries', work: async () => await deleteOldRecoveries(engine) },
  ]
}
