import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { Problem } from '../../../core/values/problem.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { requireConfidential } from '../../../core/web/confidential-transport.ts'
import { unauthenticatedLimits } from '../../../core/web/limits/unauthenticated-limits.ts'
import { plainField } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { jsonOf, successOf } from '../../../core/web/reply-schemas.ts'
import { addressOf } from '../../../core/web/request-context.ts'
import { openChannel, takeSentFile } from '../channel-tokens.ts'
import type { ImportDeps } from '../import-statement.ts'
import { say } from '../messages/en.ts'
import { contentIn } from './bank-file-routes.ts'

const retrySeconds = 10
const signatureShape = /^ed25519=([A-Za-z0-9+/]{86}==)$/

const parameter = z.object({ channel: z.string().max(100).describe('Id of the channel: see Banks') })
const query = z.object({ name: plainField(255).describe('Name of the file') })
const reply = successOf(
  z
    .object({
      file_id: z.string(),
      state: z.enum(['stored', 'read']).describe('`stored`: it waits for one person; `read`: its lines count'),
      known_since: z.string().nullable().describe('The same bytes were read before, at this instant'),
    })
    .meta({ id: 'SentBankFile' }),
)

/** The way in for files of banks over HTTP. A token opens nothing but its channel. */
export function channelRoutes(app: FastifyInstance, deps: PlatformDeps & ImportDeps): void {
  const limits = unauthenticatedLimits()
  app.removeAllContentTypeParsers()
  // The handler reads the bytes when the token is known and a slot is free.
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null, undefined))
  app.withTypeProvider<ZodTypeProvider>().post('/bank-files/:channel', {
    config: {
      refusals: [
        ...(['unknown_key', 'bad_signature', 'tls_required', 'body_too_large', 'rate_limited'] as const),
        ...(['unsupported_media_type', 'validation_failed', 'unavailable'] as const),
      ],
    },
    schema: {
      operationId: 'sendBankFile',
      tags: ['Operations'],
      summary: 'For the bank’s client: send a statement file',
      description:
        'The body is the file as the bank wrote it, as application/octet-stream, up to 128 MiB. Authorization: Bearer with the token of the channel. A file with X-Signature: ed25519=BASE64 over its bytes, by the key of the channel, is imported; another one waits for one person. The same bytes again change nothing.',
      params: parameter,
      querystring: query,
      response: {
        200: { description: 'Imported, or known', content: jsonOf(reply) },
        202: { description: 'Stored; it waits for one person', content: jsonOf(reply) },
      },
      security: [],
    },
    handler: async (request, response) => {
      const { channel: channelId } = request.params
      limits.enter(request, channelId)
      const token = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const channel = await openChannel(deps, { channelId, token, address: addressOf(request) })
      limits.confirmKnown(request, channelId)
      if (channel.environment === 'live') requireConfidential(request)
      if (deps.slots.sentFiles.take(channelId) !== 'taken') {
        throw new Problem('unavailable', { message: say('channel.busy'), retryAfterSeconds: retrySeconds })
      }
      try {
        const signature = signatureIn(request.headers['x-signature'])
        const content = await contentIn(request, response)
        const taken = await takeSentFile(deps, channel, { content, name: request.query.name, signature })
        const { fileId, state, knownSince } = taken
        const known_since = knownSince ? isoMicroseconds(knownSince) : null
        return response.code(state === 'read' ? 200 : 202).send(success({ file_id: fileId, state, known_since }))
      } finally {
        deps.slots.sentFiles.leave(channelId)
      }
    },
  })
}

function signatureIn(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const signature = signatureShape.exec(String(header))?.[1]
  if (signature === undefined) throw new Problem('bad_signature', { message: say('channel.bad_signature') })
  return signature
}
