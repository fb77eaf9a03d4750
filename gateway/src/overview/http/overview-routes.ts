import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isTimeZone } from '../../values/days.ts'
import { success } from '../../web/replies.ts'
import { callerOf } from '../../web/request-context.ts'
import type { OverviewDeps } from '../deps.ts'
import { overviewDays, overviewReader } from '../get-overview.ts'
import type { OverviewData } from './contract/overview.ts'
import { overviewData } from './overview-data.ts'

/** The longest name of a time zone has some 30 characters. */
const timeZoneLengthMax = 60

const overviewQuery = z.object({
  days: z.coerce
    .number()
    .pipe(z.literal([...overviewDays]))
    .default(7),
  time_zone: z
    .string()
    .max(timeZoneLengthMax)
    .refine(isTimeZone, { message: 'must be the name of a time zone such as America/Bogota' })
    .default('UTC'),
})

/** Figures of a point: …/overview. */
export function overviewRoutes(app: FastifyInstance, deps: OverviewDeps): void {
  const readOverview = overviewReader(deps)
  app.withTypeProvider<ZodTypeProvider>().get('/overview', {
    config: { scope: 'read' },
    schema: { querystring: overviewQuery, hide: true },
    handler: async (request) => {
      const { days, time_zone: timeZone } = request.query
      const overview = await readOverview(callerOf(request), { days, timeZone })
      return success<OverviewData>(overviewData(overview, days === 1 ? 'hour' : 'day'))
    },
  })
}
