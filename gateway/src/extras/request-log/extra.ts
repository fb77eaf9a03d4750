import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { deleteMonths } from '../../core/jobs/clean-up.ts'
import { logApiRequests, noteFailedAuthentications } from './http/note-requests.ts'
import type { RequestLogDeps } from './log-requests.ts'
import { requestLogKept } from './store/reads/requests.ts'

/** The merchant's log of requests, and the audit entries of refused credentials. */
export function requestLogExtra(deps: CoreDeps & RequestLogDeps, database: CoreDeps['database']): Extra {
  return {
    server: (app) => noteFailedAuthentications(app, deps),
    keyHooks: (scope) => logApiRequests(scope, deps),
    loops: () => ({
      requests: { runOnce: async () => await deps.requestLog.writeOnce(), idleMs: 500, everywhere: true },
      authentications: {
        runOnce: async () => await deps.failedAuthentications.writeOnce(),
        idleMs: 10_000,
        everywhere: true,
      },
    }),
    cleanups: [
      { name: 'request log', work: async () => await deleteMonths({ database }, 'request_log', requestLogKept) },
    ],
    drain: async () => await Promise.all([deps.requestLog.drain(), deps.failedAuthentications.writeOnce()]),
  }
}
