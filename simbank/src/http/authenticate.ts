import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Lets only `Authorization: Bearer <token>` into a scope; else 401. Hashing first makes both sides equally long. */
export function requireToken(scope: FastifyInstance, token: string): void {
  const expected = sha256(`Bearer ${token}`)
  scope.addHook('onRequest', async (request, reply) => {
    const given = sha256(request.headers.authorization ?? '')
    if (timingSafeEqual(given, expected)) return
    return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unauthorized' })
  })
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
