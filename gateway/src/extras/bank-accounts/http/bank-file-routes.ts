import { encodingNamed, statementLimits } from '@pasarela/bank-statements'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import { isTimeZone } from '../../../core/values/days.ts'
import { Problem } from '../../../core/values/problem.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { hasOwnTime, readLargeBody } from '../../../core/web/large-body.ts'
import { cursorField } from '../../../core/web/list-query.ts'
import {
  environmentField,
  operatorActor,
  operatorLimit,
  operatorOf,
  plainField,
  uuidField,
  uuidParameter,
} from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { sayFor } from '../../../core/web/request-context.ts'
import { importSentFile } from '../channel-tokens.ts'
import { type ImportDeps, receiveStatement } from '../import-statement.ts'
import { say } from '../messages/en.ts'
import { previewStatement, previewStored } from '../preview-statement.ts'
import { showFiles } from '../show-files.ts'
import { bankFileData, filePreviewData } from './bank-file-data.ts'
import type { BankFilesPage } from './contract/bank-accounts.ts'

type FileDeps = PlatformDeps & ImportDeps

const options = z.object({
  bank_account_id: uuidField.optional(),
  encoding: plainField(40)
    .refine((name) => encodingNamed(name) !== undefined, 'query.form' satisfies Key)
    .optional(),
  time_zone: plainField(60)
    .refine(isTimeZone, 'query.time_zone' satisfies Key)
    .optional(),
})
const named = z.object({ name: plainField(255), environment: environmentField })
const listQuery = z.object({ limit: operatorLimit, cursor: cursorField })

const bytesPerMebibyte = 1024 * 1024
/** 128 MiB by a connection of 4 Mbit/s. */
const arrivesWithinMinutes = 5
/** A file may be read twice, in five minutes each at the most. */
const answeredWithinMinutes = 11
const msPerMinute = 60_000
/** Most files are read in seconds. */
const retrySeconds = 10

/** The files of banks: a list, previews that store nothing, and the way in for one that a person proposes. */
export function bankFileRoutes(app: FastifyInstance, deps: FileDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-files', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const { limit, cursor } = request.query
      const { items, nextCursor } = await showFiles(deps, { limit, cursor })
      const data = items.map((file) => bankFileData(file, sayFor(request)))
      return success<BankFilesPage>({ items: data, next_cursor: nextCursor, bytes_max: statementLimits.fileBytes })
    },
  })
  typed.get('/operator/bank-files/:id/preview', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter, querystring: options },
    handler: async (request) =>
      await withSlot(deps, request, async () => {
        const preview = await previewStored(deps, request.params.id, optionsIn(request.query))
        return success(filePreviewData(preview, sayFor(request)))
      }),
  })
  typed.post('/operator/bank-files/:id/import', {
    config: { permission: 'operator_act', stepUp: true },
    schema: { params: uuidParameter, body: options },
    handler: async (request) =>
      await withSlot(deps, request, async () => {
        const { name: by } = operatorActor(request)
        const { fileId } = await importSentFile(deps, {
          fileId: request.params.id,
          options: optionsIn(request.body),
          by,
        })
        return success({ file_id: fileId })
      }),
  })
  app.register((scope, _options, done) => {
    uploadRoutes(scope, deps)
    done()
  })
}

/** Bodies are the bytes of a file. They are read by the handler, when the person is known and a slot is free. */
function uploadRoutes(app: FastifyInstance, deps: FileDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null, undefined))
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/operator/bank-files/preview', {
    config: { permission: 'operator_act' },
    schema: { querystring: named.extend(options.shape) },
    handler: async (request, reply) =>
      await withSlot(deps, request, async () => {
        const { name, environment, ...rest } = request.query
        const content = await contentIn(request, reply)
        const preview = await previewStatement(deps, { ...optionsIn(rest), name, environment, content })
        return success(filePreviewData(preview, sayFor(request)))
      }),
  })
  typed.post('/operator/bank-files', {
    config: { permission: 'operator_act' },
    schema: { querystring: named },
    handler: async (request, reply) =>
      await withSlot(deps, request, async () => {
        const actor = operatorActor(request)
        const file = { ...request.query, content: await contentIn(request, reply), actor, receivedBy: actor.name }
        const { fileId, knownSince } = await receiveStatement(deps, file)
        return reply
          .code(201)
          .send(success({ file_id: fileId, known_since: knownSince ? isoMicroseconds(knownSince) : null }))
      }),
  })
}

/** Two files at a time in this process, one of each person. A slot is free when its work is done, also where its person has left. */
export async function withSlot<Result>({ slots }: FileDeps, request: FastifyRequest, work: () => Promise<Result>) {
  const { userId } = operatorOf(request)
  if (slots.bankFiles.take(userId) !== 'taken') {
    throw new Problem('unavailable', { message: say('bank_file.uploads_taken'), retryAfterSeconds: retrySeconds })
  }
  try {
    return await work()
  } finally {
    slots.bankFiles.leave(userId)
  }
}

/** The bytes of a file as a body. Throws `body_too_large`, `unavailable`. */
export async function contentIn(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const max = statementLimits.fileBytes / bytesPerMebibyte
  try {
    return await readLargeBody(request.raw, {
      bytesMax: statementLimits.fileBytes,
      arrivesWithinMs: arrivesWithinMinutes * msPerMinute,
      answeredWithinMs: answeredWithinMinutes * msPerMinute,
      tooLarge: () => new Problem('body_too_large', { message: say('bank_file.too_large', { max }) }),
      tooSlow: () =>
        new Problem('unavailable', { message: say('bank_file.too_slow', { minutes: arrivesWithinMinutes }) }),
    })
  } catch (error) {
    // Nobody waits for what is left of a body that is too long or too slow. The rest of another one is thrown away, so that
    // its browser reads the answer.
    if (hasOwnTime(request.raw)) reply.header('connection', 'close')
    throw error
  }
}

function optionsIn({ bank_account_id, encoding, time_zone }: z.output<typeof options>) {
  return { bankAccountId: bank_account_id, encoding, timeZone: time_zone }
}
