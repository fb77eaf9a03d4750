import type { Extra } from '../../core/extra.ts'
import type { Deps } from '../deps.ts'
import { forgetExpired } from '../identity/forget-expired.ts'
import { forgetEndedAssignments } from '../operator-desk/assign-queue-item.ts'
import { dashboardPageRoutes } from './page-routes.ts'
import { consoleRoutes, pointRoutes } from './routes.ts'

/** The dashboard: its page, its API, and the people who sign in to it. */
export function dashboardExtra(deps: Deps, database: Deps['database']): Extra {
  return {
    server: (_app, { dashboard, controls, pages, inScope, merchantApi }) => {
      if (!dashboard) return
      pages((scope) => dashboardPageRoutes(scope))
      inScope((scope) => consoleRoutes(scope, deps, controls.people), '/console')
      inScope(
        (scope) => pointRoutes(scope, deps, { control: controls.people, merchantApi }),
        '/console/points/:pointId',
      )
    },
    cleanups: [
      ...forgetExpired({ database }),
      { name: 'queue assignments', work: async () => await forgetEndedAssignments({ database }) },
    ],
  }
}
