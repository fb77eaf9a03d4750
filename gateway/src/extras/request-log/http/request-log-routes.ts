import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { languageAsked } from '../../../core/texts/language.ts'
import { isoMicroseconds, parseInstant } from '../../../core/values/timestamps.ts'
import { cursorField, instant, limitField, startOf } from '../../../core/web/list-query.ts'
import { actorData, success } from '../../../core/web/replies.ts'
import { meaningOf } from '../../../core/web/reply-problem.ts'
import { callerOf } from '../../../core/web/request-context.ts'
import type { RequestData, RequestErrorsData, RequestsData } from '../../point-settings/http/contract/settings.ts'
import { listRequestErrors, listRequests, type RequestPage } from '../list-requests.ts'
import type { RequestLogDeps } from '../log-requests.ts'
import { say } from '../messages/en.ts'

const query = z.object({
  status: z.enum(['2xx', '4xx', '5xx']).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  route: z
    .string()
    .regex(/^\/[\w/:.-]{1,199}$/, say('requests.route').key)
    .optional(),
  problem_code: z
    .string()
    .regex(/^[a-z_]{1,60}$/, say('requests.code').key)
    .optional(),
  request_id: z
    .string()
    .regex(/^[\w-]{1,64}$/, say('requests.id').key)
    .optional(),
  transaction_id: z.uuid().optional(),
  from: instant.optional(),
  to: instant.optional(),
  limit: limitField({ usual: 50 }),
  cursor: cursorField,
})

/** The log of a point's API requests: …/requests. */
export function requestLogRoutes(app: FastifyInstance, deps: RequestLogDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get('/requests', {
    config: { scope: 'read' },
    schema: { querystring: query },
    handler: async (request) => {
      const page = await listRequests(deps, callerOf(request), filtersOf(request.query))
      const data: RequestsData = { items: page.items.map(requestData), next_cursor: page.nextCursor }
      return success(data)
    },
  })
  app.withTypeProvider<ZodTypeProvider>().get('/requests/errors', {
    config: { scope: 'read' },
    schema: { querystring: query.pick({ from: true, to: true }) },
    handler: async (request) => {
      const { errors, timeline } = await listRequestErrors(deps, callerOf(request), periodOf(request.query))
      const language = languageAsked(request.headers['accept-language']) ?? 'en'
      const data: RequestErrorsData = {
        errors: errors.map(({ code, count, lastAt, lastRequestId }) => ({
          problem_code: code,
          meaning: meaningOf(code, language),
          count,
          last_at: isoMicroseconds(lastAt),
          last_request_id: lastRequestId,
        })),
        timeline,
      }
      return success(data)
    },
  })
}

function periodOf(sent: Pick<z.output<typeof query>, 'from' | 'to'>) {
  const from = sent.from === undefined ? undefined : startOf(sent.from)
  const to = sent.to === undefined ? undefined : parseInstant(sent.to)
  return { ...(from && { from }), ...(to && { to }) }
}

function filtersOf(sent: z.output<typeof query>) {
  return {
    limit: sent.limit,
    ...(sent.status && { statusClass: Number(sent.status[0]) }),
    ...(sent.method && { method: sent.method }),
    ...(sent.route && { route: sent.route }),
    ...(sent.problem_code && { problemCode: sent.problem_code }),
    ...(sent.request_id && { requestId: sent.request_id }),
    ...(sent.transaction_id && { transactionId: sent.transaction_id }),
    ...periodOf(sent),
    ...(sent.cursor !== undefined && { cursor: sent.cursor }),
  }
}

function requestData(row: RequestPage['items'][number]): RequestData {
  return {
    request_id: row.request_id,
    created_at: isoMicroseconds(row.created_at),
    method: row.method,
    route: row.route,
    status: row.status,
    problem_code: row.problem_code,
    problem_fields: row.problem_fields ?? [],
    by: row.by && actorData(row.by),
    address: row.address,
    duration_ms: row.duration_ms,
    transaction_id: row.transaction_id,
  }
}
