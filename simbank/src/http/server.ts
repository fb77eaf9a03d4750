import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { Bank } from '../bank/bank.ts'
import { describeFault } from '../log.ts'
import { registerAccountRoutes } from './account-routes.ts'
import { registerControlRoutes } from './control-routes.ts'
import { registerPageRoutes } from './page-routes.ts'
import { registerProviderRoutes } from './provider-routes.ts'

/** One order is below 8 KB. */
const BODY_BYTES_MAX = 64 * 1024
/** Time for a request to arrive whole; orders are small and callers are near. */
const REQUEST_TIMEOUT_MS = 15_000
/** Longer than the keep-alive of usual clients, so that the client closes first and no request meets a closing socket. */
const KEEP_ALIVE_MS = 65_000
/** Sockets at once: each waiting answer holds one, and memory for them stays below 100 MB. */
const CONNECTIONS_MAX = 2_048
/** Added to the time of a call that hangs on purpose, so that the socket's own limit never cuts in before. */
const SOCKET_MARGIN_MS = 8_000

/** The bank's web server; not listening yet. `stop` is what the control API's stop does. */
export async function buildServer(bank: Bank, options: { token: string; stop: () => void }): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: bank.hangMs + SOCKET_MARGIN_MS,
    forceCloseConnections: 'idle',
  })
  app.server.maxConnections = CONNECTIONS_MAX
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })
  app.setErrorHandler<FastifyError>((fault, _request, reply) => {
    const status = fault.statusCode ?? 500
    // A body that cannot be read is never repeated: it may hold a card number.
    if (status < 500) return reply.code(status).send({ error: status === 413 ? 'body_too_large' : 'invalid_request' })
    bank.log.fault(describeFault(fault))
    return reply.code(500).send({ error: 'internal_error' })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not_found' }))
  await app.register((scope, _options, done) => {
    requireToken(scope, options.token)
    registerProviderRoutes(scope, bank)
    done()
  })
  // A scope of its own: the faults on demand of the provider API must never hit the calls that control them.
  await app.register((scope, _options, done) => {
    requireToken(scope, options.token)
    registerControlRoutes(scope, bank, options.stop)
    registerAccountRoutes(scope, bank)
    done()
  })
  await app.register((scope, _options, done) => {
    registerPageRoutes(scope, bank)
    done()
  })
  return app
}

/** Lets only `Authorization: Bearer <token>` into a scope; else 401. Hashing first makes both sides equally long. */
function requireToken(scope: FastifyInstance, token: string): void {
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
