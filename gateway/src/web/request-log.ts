import type { FastifyInstance } from 'fastify'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/log/metrics.ts'
import { patternOf } from './request-context.ts'

/** Logs and counts each answered request by the route's pattern. The line has no body, query value, id or token. */
export function logEveryRequest(app: FastifyInstance, { log, metrics }: { log: Log; metrics: Metrics }): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = patternOf(request)
    const status = reply.statusCode
    metrics.requests.inc({ route, status: String(status) })
    metrics.requestSeconds.observe({ route }, reply.elapsedTime / 1000)
    log.info(
      {
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        request_id: request.id,
        point_id: request.caller?.point.pointId,
      },
      'request',
    )
  })
}
