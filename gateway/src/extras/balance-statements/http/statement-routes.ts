import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { auditOf, writeAudit } from '../../../core/audit/write-audit.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import { callerActor } from '../../../core/values/actor.ts'
import { isDay } from '../../../core/values/days.ts'
import { success } from '../../../core/web/replies.ts'
import { currencySchema, jsonOf, successOf } from '../../../core/web/reply-schemas.ts'
import { addressOf, callerOf, languageFor } from '../../../core/web/request-context.ts'
import { sendCsv } from '../../../core/web/send-csv.ts'
import { localeField, readerForm } from '../../spreadsheets/reader-form.ts'
import { say } from '../messages/en.ts'
import { openStatementFile, readStatement } from '../read-statement.ts'
import { reportKinds } from '../rules/report.ts'
import { amountsShape, balanceOfParts, movementTypeSchema, movementWithBalance } from './movement-data.ts'
import { readerStatement, reportFile } from './reader-statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementData } from './statement-data.ts'

const day = z
  .string()
  .max(10)
  .refine(isDay, { message: 'query.day' satisfies Key })
  .meta({ example: '2026-01-31' })
const parameters = z.object({ currency: currencySchema })
const month = z
  .string()
  .max(7)
  .refine((text) => isDay(`${text}-01`), { message: say('statement.month').key })
  .meta({ example: '2026-01' })
const query = z.object({
  from: day.optional().describe('First day, in the time zone of the point'),
  to: day.optional().describe('Last day, included; without it the first. At most 92 days, none in the future'),
  month: month
    .optional()
    .describe('In place of `from` and `to`: a month of that time zone; the current one ends today'),
  form: z
    .enum(['machine', 'reader', 'report'])
    .default('machine')
    .describe(
      'Of the file: `reader` has the words, numbers and times of people, `report` the totals alone in that form',
    ),
  locale: localeField,
})
const statementSum = z.object({ type: movementTypeSchema, ...amountsShape }).meta({ id: 'StatementSum' })
const statementTotal = z
  .object({
    kind: z
      .enum(reportKinds)
      .describe('`return`: a payout, withdrawal or refund came back; `other`: funding, corrections'),
    count: z.number().int().describe('Entries; of `fee` those with a fee'),
    amount: z.number().describe('What they changed the balance by, in the units of the currency'),
  })
  .meta({ id: 'StatementTotal' })
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
    totals: z.array(statementTotal).describe('Each kind once: opening.total + amounts = closing.total'),
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
        'Opening and closing balance of whole days or a month, sums per type of entry, and the lines. `Accept: text/csv` gives a file with all lines.',
      params: parameters,
      querystring: query,
      response: { 200: { description: 'The statement', content: jsonOf(successOf(statement)) } },
    },
    handler: async (request, reply) => {
      const asked = { ...request.query, currency: request.params.currency }
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
    handler: async (request, reply) => await sendFile(deps, { request, reply, asked: request.query }),
  })
}

/** Whether the caller asks for a file, and not for anything. */
function prefersCsv(request: FastifyRequest): boolean {
  return /^\s*text\/csv\b/i.test(request.headers.accept ?? '')
}

/** By what they hold, so that none is saved as a copy of another. */
const fileNames = { machine: 'statement', reader: 'movements', report: 'report' } as const

type FileDeps = Pick<PlatformDeps, 'database' | 'log' | 'clock' | 'slots'>

interface File {
  request: FastifyRequest
  reply: FastifyReply
  asked: z.output<typeof query> & z.output<typeof parameters>
}

async function sendFile(deps: FileDeps, { request, reply, asked }: File): Promise<FastifyReply> {
  const { currency, form, locale = languageFor(request) } = asked
  const { from, to = from, month: days = `${from}-${to}` } = asked
  return await sendCsv(
    deps,
    { request, reply },
    {
      name: `${fileNames[form]}-${currency}-${days}.csv`,
      open: async () => {
        const caller = callerOf(request)
        const { statement: opened, batches } = await openStatementFile(deps, caller, asked)
        const actor = callerActor(caller, addressOf(request))
        const detail = { currency, from: opened.from, to: opened.to }
        const entry = auditOf(actor, 'statement.export', { pointId: caller.point.pointId, detail })
        await writeAudit(deps.database.engine, entry, deps.clock.now())
        if (form === 'machine') return statementCsv(opened, batches)
        const written = readerForm(locale, opened.timeZone)
        return form === 'report' ? reportFile(opened, written) : readerStatement(opened, batches, written)
      },
    },
  )
}
