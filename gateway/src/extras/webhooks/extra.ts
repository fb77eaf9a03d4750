import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { careForEndpoints } from './care-for-endpoints.ts'
import { callbackRoutes } from './http/callback-routes.ts'
import { deliveryRoutes } from './http/delivery-routes.ts'
import { eventRoutes } from './http/event-routes.ts'
import { testRoutes } from './http/inbox-routes.ts'
import { webhookToolRoutes } from './http/tool-routes.ts'
import { webhookRoutes } from './http/webhook-routes.ts'
import { deleteOldResends } from './store/callback-resends.ts'

/** Merchants' callbacks: settings, delivery log, repetition, tools, test inbox, feed; care for endpoints that fail. */
export function webhooksExtra(deps: CoreDeps, database: CoreDeps['database']): Extra {
  return {
    merchantRoutes: (scope) => {
      callbackRoutes(scope, deps)
      webhookRoutes(scope, deps)
      webhookToolRoutes(scope, deps)
      deliveryRoutes(scope, deps)
      eventRoutes(scope, deps)
      testRoutes(scope, deps)
    },
    loops: () => ({
      endpointCare: { runOnce: async () => await careForEndpoints({ ...deps, database }), idleMs: 1_000 },
    }),
    cleanups: [{ name: 'resends', work: async () => await deleteOldResends(database.engine) }],
  }
}
