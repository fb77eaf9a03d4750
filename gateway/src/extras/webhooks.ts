import type { Extra } from '../extra.ts'
import type { CoreDeps } from '../start-core.ts'
import { callbackRoutes } from '../webhooks/http/callback-routes.ts'
import { deliveryRoutes } from '../webhooks/http/delivery-routes.ts'
import { eventRoutes } from '../webhooks/http/event-routes.ts'
import { testRoutes } from '../webhooks/http/inbox-routes.ts'
import { webhookToolRoutes } from '../webhooks/http/tool-routes.ts'
import { webhookRoutes } from '../webhooks/http/webhook-routes.ts'
import { deleteOldResends } from '../webhooks/store/callback-resends.ts'

/** What merchants see and set of their callbacks: settings, delivery log, repetition, tools, test inbox, feed of events. */
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
    housekeeping: [{ name: 'resends', work: async () => await deleteOldResends(database.engine) }],
  }
}
