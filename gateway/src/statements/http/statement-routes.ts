import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { callerActor } from '../../values/actor.ts'
import { isDay } from '../../values/days.ts'
import { Problem } from '../../values/problem.ts'
import { whenOver } from '../../web/limits/when-over.ts'
import { success } from '../../web/replies.ts'
import { jsonOf, successOf } from '../../web/reply-schemas.ts'
import { addressOf, callerOf } from '../../web/request-context.ts'
import { currencySchema } from '../../web/value-schemas.ts'
import { openStatementFile, readStatement, type StatementQuery } from '../read-statement.ts'
import { amountsShape, balanceOfParts, movementTypeSchema, movementWithBalance } from './movement-data.ts'
import { statementCsv } from './statement-csv.ts'
import { statementData } from './statement-data.ts'

/** Concurrent files per process: each reads the database as long as its client downloads. */
const filesMax = 2

/** Most files take seconds. */
const fileRetrySeconds = 15

const day = z
  .string()
  .max(10)
  .refine(isDay, { message: 'must be a day such as 2030-01-31' })
  .meta({ example: '2026-01-31' })
const parameters = z.object({ currency: currencySchema })
const query = z.object({
  from: day.describe('First day, in the time zone of the point'),
  to: day.optional().describe('Last day, included; without it the first. At most 92 days, none in the future'),
})
const statementSum = z.object({ type: movementTypeSchema, ...amountsShape }).meta({ id: 'StatementSum' })
const statement = z
  .object({
    currency: currencySchema,
    from: z.string(),
    to: z.string(),
    time_zone: z.string().describe('In which the days begin'),
    since: z.string().describe('The instant at which the first day begins'),
    until: z.string().describe('The instant at which the last day ends'),
    final: z.boolean().describe('The period is over, and no entry can be added to it any more'),
    opening: balanceOfParts,
    closing: balanceOfParts,
    sums: z.array(statementSum).describe('opening + sums = closing'),
    lines: z.array(movementWithBalance).describe('Oldest first, at most 1,000'),
    lines_cut: z.boolean().describe('There are more lines: the file (`Accept: text/csv`) has them all'),
  })
  .meta({ id: 'Statement' })

/** Statements of the point: /statements/{currency}, as JSON and as a file. */
export function statementRoutes(app: FastifyInstance, deps: FileDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get('/statements/:currency', {
    config: { scope: 'read' },
    // A HEAD request would read the whole period and discard it.
    exposeHeadRoute: false,
    schema: {
      operationId: 'getStatement',
      tags: ['Balances'],
      summary: 'The statement of one currency',
      description:
        'Opening and closing balance of whole days, sums per type of entry, and the lines. `Accept: text/csv` gives a file with all lines.',
      params: parameters,
      querystring: query,
      response: { 200: { description: 'The statement', content: jsonOf(successOf(statement)) } },
    },
    handler: async (request, reply) => {
      const { from, to = from } = request.query
      const asked = { currency: request.params.currency, from, to }
      if (prefersCsv(request)) return await sendFile(deps, { request, reply, asked })
      return success(statementData(await readStatement(deps, callerOf(request), asked)))
    },
  })
}

/** The same file for a link of the dashboard: …/statement.csv. */
export function statementFileRoutes(app: FastifyInstance, deps: FileDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get('/statement.csv', {
    config: { scope: 'read' },
    exposeHeadRoute: false,
    schema: { querystring: query.extend(parameters.shape), hide: true },
    handler: async (request, reply) => {
      const { currency, from, to = from } = request.query
      return await sendFile(deps, { request, reply, asked: { currency, from, to } })
    },
  })
}

/** Whether the caller asks for a file, and not for anything. */
function prefersCsv(request: FastifyRequest): boolean {
  return /^\s*text\/csv\b/i.test(request.headers.accept ?? '')
}

/** Files that are being written, of both routes. */
const running = new Set<FastifyRequest>()

type FileDeps = Pick<PlatformDeps, 'database' | 'log' | 'clock'>

interface File {
  request: FastifyRequest
  reply: FastifyReply
  asked: StatementQuery
}

/** Refuses further files while the most are being written. */
async function sendFile(deps: FileDeps, file: File): Promise<FastifyReply> {
  if (running.size >= filesMax) {
    throw new Problem('rate_limited', {
      message: 'Other exports are being written: try again in a moment.',
      retryAfterSeconds: fileRetrySeconds,
    })
  }
  running.add(file.request)
  try {
    return await streamFile(deps, file)
  } catch (error) {
    running.delete(file.request)
    throw error
  }
}

/** Writes no faster than the client reads; a disconnect ends it. */
async function streamFile(deps: FileDeps, { request, reply, asked }: File): Promise<FastifyReply> {
  const caller = callerOf(request)
  const { statement: opened, batches } = await openStatementFile(deps, caller, asked)
  const detail = { currency: asked.currency, from: asked.from, to: asked.to }
  const actor = callerActor(caller, addressOf(request))
  const entry = auditOf(actor, 'statement.export', { pointId: caller.point.pointId, detail })
  await writeAudit(deps.database.engine, entry, deps.clock.now())
  const stream = Readable.from(statementCsv(opened, batches), { objectMode: false, highWaterMark: 1 })
  stream.once('close', () => running.delete(request))
  whenOver(request, reply, () => stream.destroy())
  stream.once('error', (err) => deps.log.error({ err, request_id: request.id }, 'a statement failed'))
  const name = `statement-${asked.currency}-${asked.from}-${asked.to}.csv`
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('vary', 'Accept')
    .send(stream)
}
