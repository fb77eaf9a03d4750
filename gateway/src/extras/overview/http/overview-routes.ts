import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { success } from '../../../core/web/replies.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import { overviewDays, overviewReader } from '../get-overview.ts'
import type { OverviewData } from './contract/overview.ts'
import type { OverviewDeps } from './operator-health-routes.ts'
import { overviewData } from './overview-data.ts'

const overviewQuery = z.object({
  days: z.coerce
    .number()
    .pipe(z.literal([...overviewDays]))
    .default(7),
})

/** Figures of a point: …/overview. */
export function overviewRoutes(app: FastifyInstance, deps: OverviewDeps): void {
  const readOverview = overviewReader(deps)
  app.withTypeProvider<ZodTypeProvider>().get('/overview', {
    config: { scope: 'read' },
    schema: { querystring: overviewQuery, hide: true },
    handler: async (request) => {
      const { days } = request.query
      const overview = await readOverview(callerOf(request), days)
      return success<OverviewData>(overviewData(overview, days === 1 ? 'hour' : 'day'))
    },
  })
}
