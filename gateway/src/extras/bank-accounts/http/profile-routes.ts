import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { uuidField, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { sayFor } from '../../../core/web/request-context.ts'
import type { ImportDeps } from '../import-statement.ts'
import { tryProfile } from '../profiles/try-profile.ts'
import { filePreviewData } from './bank-file-data.ts'
import { withSlot } from './bank-file-routes.ts'
import type { TriedTableData } from './contract/bank-accounts.ts'

// A profile's own fields are looked at by its reader, which names each fault.
const table = z.object({ file_id: uuidField, profile: z.record(z.string(), z.unknown()).optional() })

/** Tries a profile on a stored table. */
export function profileRoutes(app: FastifyInstance, deps: PlatformDeps & ImportDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post('/operator/bank-accounts/:id/table', {
    config: { permission: 'operator_act' },
    schema: { params: uuidParameter, body: table },
    handler: async (request) =>
      await withSlot(deps, request, async () => {
        const { file_id: fileId, profile } = request.body
        const tried = await tryProfile(deps, { bankAccountId: request.params.id, fileId, profile })
        const preview = tried.preview ? filePreviewData(tried.preview, sayFor(request)) : null
        return success<TriedTableData>({ ...tried, guess: tried.guess ?? null, preview })
      }),
  })
}
