import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ReplicaHealth } from '../platform/database/database.ts'
import type { Metrics } from '../platform/log/metrics.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { type MetricsAccess, metricsAccess } from '../web/metrics-access.ts'
import { jsonOf } from '../web/reply-schemas.ts'

/** `Retry-After` while a process starts or drains. */
const notReadyRetrySeconds = 1

export interface HealthOptions {
  metrics: Metrics
  metricsAccess: MetricsAccess
  /** True, or the reason why the process cannot serve. */
  isReady(): Promise<true | string>
  isShuttingDown(): boolean
  /** Undefined if no read replica is configured. The process serves without one. */
  replica?(): ReplicaHealth | undefined
  version: string
}

const readyReply = z.object({
  status: z.literal('ready'),
  read_replica: z
    .object({
      state: z.enum(['used', 'behind', 'away', 'not_a_replica']),
      lag_ms: z.number().nullable().describe('Lag behind the primary; null: not known'),
    })
    .optional()
    .describe('The read replica; without one, lists are read on the primary'),
})

/** For operations: whether the process is alive and ready, and its metrics. */
export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  app.get('/healthz', {
    schema: {
      operationId: 'health',
      tags: ['Operations'],
      summary: 'The process is alive',
      response: {
        200: { description: 'Alive', content: jsonOf(z.object({ status: z.literal('ok'), version: z.string() })) },
      },
      security: [],
    },
    handler: async () => ({ status: 'ok', version: options.version }),
  })
  app.get('/readyz', {
    config: { refusals: ['unavailable'] },
    schema: {
      operationId: 'readiness',
      tags: ['Operations'],
      summary: 'The process can serve: send it traffic',
      response: { 200: { description: 'Ready', content: jsonOf(readyReply) } },
      security: [],
    },
    handler: async () => {
      const ready = options.isShuttingDown() ? say('process.shutting_down') : await options.isReady()
      if (ready !== true) throw new Problem('unavailable', { message: ready, retryAfterSeconds: notReadyRetrySeconds })
      const replica = options.replica?.()
      return {
        status: 'ready',
        ...(replica && { read_replica: { state: replica.state, lag_ms: replica.lagMs } }),
      }
    },
  })
  const mayReadMetrics = metricsAccess(options.metricsAccess)
  app.get('/metrics', {
    config: { refusals: ['not_found'] },
    schema: {
      operationId: 'metrics',
      tags: ['Operations'],
      summary: 'Counters in Prometheus’ text format; for the machine itself, configured networks, or a token',
      response: { 200: { description: 'The metrics', content: { 'text/plain': { schema: z.string() } } } },
      security: [],
    },
    handler: async (request, reply) => {
      if (!mayReadMetrics(request)) throw new Problem('not_found')
      const { registry } = options.metrics
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  })
}
