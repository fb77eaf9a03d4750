import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { Problem } from '../../../core/values/problem.ts'
import { unauthenticatedLimits } from '../../../core/web/limits/unauthenticated-limits.ts'
import { logoOf } from '../set-brand.ts'

const picture = { schema: z.unknown().meta({ type: 'string', format: 'binary' }) }
const pictures = { 'image/png': picture, 'image/jpeg': picture, 'image/webp': picture }

/** A picture never changes under its address, which holds the hash of its bytes. */
const cachedForAYear = 'public, max-age=31536000, immutable'

/**
 * A shop's logo on its payer pages. Its type comes from what was checked when it was saved. The policy of all replies
 * applies: opened by itself, the reply loads and runs nothing, and browsers do not guess another type.
 */
export function logoRoute(app: FastifyInstance, deps: Pick<PlatformDeps, 'database'>): void {
  const limits = unauthenticatedLimits()
  app.withTypeProvider<ZodTypeProvider>().get('/pay/logos/:hash', {
    schema: {
      operationId: 'payerPageLogo',
      tags: ['Payer pages'],
      summary: 'The shop’s logo on its payer pages',
      params: z.object({ hash: z.string().max(100).describe('The SHA-256 of the picture in hexadecimal digits') }),
      response: { 200: { description: 'The picture', content: pictures } },
      security: [],
    },
    handler: async (request, reply) => {
      const { hash } = request.params
      limits.enter(request, hash)
      const logo = await logoOf(deps, hash)
      if (!logo) throw new Problem('not_found')
      limits.confirmKnown(request, hash)
      return reply.header('cache-control', cachedForAYear).type(logo.type).send(logo.bytes)
    },
  })
}
