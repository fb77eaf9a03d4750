import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProcessingDeps } from '../../processing/deps.ts'
import { isoMicroseconds } from '../../values/timestamps.ts'
import { allowSlowBody } from '../../web/limits/body-deadline.ts'
import { cursorField } from '../../web/list-query.ts'
import { environmentField, operatorActor, operatorLimit, uuidField, uuidParameter } from '../../web/operator-query.ts'
import { success } from '../../web/replies.ts'
import { showFile, showFiles } from '../files/show-files.ts'
import { checkUpload, readBody, tooLarge, uploadFile } from '../files/upload-file.ts'
import { showStatementPage } from '../show-statements.ts'
import { statementLimits } from '../statements/statement.ts'
import { bankFileData, bankStatementData } from './bank-file-data.ts'
import type {
  BankFileDetailData,
  BankFilePageData,
  BankStatementPageData,
  ReceivedFileData,
} from './contract/bank-files.ts'
import { uploadSlots } from './upload-slots.ts'

/** Uploads at a time. Each holds up to 128 MiB of memory until it is stored. */
const uploadsMax = 2

const uploadQuery = z.object({
  name: z.string(),
  environment: environmentField.optional(),
  bank_account_id: uuidField.optional(),
})
const filesQuery = z.object({
  environment: environmentField.optional(),
  state: z.enum(['stored', 'read', 'refused']).optional(),
  limit: operatorLimit,
  cursor: cursorField,
})
const statementsQuery = z.object({
  environment: environmentField.optional(),
  bank_account_id: uuidField.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})

/** Files that banks send, and the statements in them. */
export function bankFileRoutes(app: FastifyInstance, deps: ProcessingDeps): void {
  app.register((scope, _options, done) => {
    uploadRoute(scope, deps)
    done()
  })
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-files', {
    config: { permission: 'operator_read' },
    schema: { querystring: filesQuery },
    handler: async (request) => {
      const { environment = null, state = null, limit, cursor } = request.query
      const { items, nextCursor } = await showFiles(deps, { environment, state, limit, cursor })
      const data: BankFilePageData = { items: items.map(bankFileData), next_cursor: nextCursor }
      return success(data)
    },
  })
  typed.get('/operator/bank-files/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { file, statements } = await showFile(deps, request.params.id)
      const data: BankFileDetailData = { ...bankFileData(file), statements_in_it: statements.map(bankStatementData) }
      return success(data)
    },
  })
  typed.get('/operator/bank-statements', {
    config: { permission: 'operator_read' },
    schema: { querystring: statementsQuery },
    handler: async (request) => {
      const { environment, bank_account_id: bankAccountId, limit, cursor } = request.query
      const { items, nextCursor } = await showStatementPage(deps, { environment, bankAccountId, limit, cursor })
      const data: BankStatementPageData = { items: items.map(bankStatementData), next_cursor: nextCursor }
      return success(data)
    },
  })
}

/** Takes the bytes of the body as they are, of any content type. In a scope of its own: other bodies are JSON of 64 KiB. */
function uploadRoute(app: FastifyInstance, deps: ProcessingDeps): void {
  const slots = uploadSlots(uploadsMax)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.withTypeProvider<ZodTypeProvider>().post('/operator/bank-files', {
    bodyLimit: statementLimits.fileBytes,
    config: { permission: 'operator_act', stepUp: true },
    schema: { querystring: uploadQuery },
    // The caller is known here, and nothing of the body has been read.
    preParsing: async (request, _reply, payload) => {
      refuseLength(request)
      allowSlowBody(request)
      return await Promise.resolve(payload)
    },
    handler: async (request, reply) => {
      const { name, environment: asked, bank_account_id: bankAccountId } = request.query
      const environment = await checkUpload(deps, { name, environment: asked, bankAccountId })
      const received = await slots.hold(async () => {
        const bytes = await readBody(request.body as AsyncIterable<Uint8Array> | undefined)
        return await uploadFile(deps, { ...bytes, name, environment, bankAccountId, actor: operatorActor(request) })
      })
      const { id, state, isKnown, receivedAt } = received
      const data: ReceivedFileData = { id, state, known_since: isKnown ? isoMicroseconds(receivedAt) : null }
      return await reply.code(state === 'stored' ? 202 : 200).send(success(data))
    },
  })
}

function refuseLength({ headers }: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) > statementLimits.fileBytes) throw tooLarge()
}
