import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Client, Config } from '../boot/config.ts'
import type { Provider } from '../provider.ts'
import { registerChargeRoutes } from './charge-routes.ts'
import { registerControlRoutes } from './control-routes.ts'
import { createFaults } from './faults.ts'
import type { OfClient } from './of-client.ts'
import { registerPixRoutes } from './pix-routes.ts'
import { refuse } from './problem.ts'
import { registerTokenRoute, type Tokens } from './token-route.ts'
import { registerWebhookRoutes } from './webhook-routes.ts'

const bodyBytesMax = 64 * 1_024

/** Where the API lives, as the standard has it. The tokens lie beside it. */
const apiPath = '/api'

/** The provider's web server, not listening yet. With `tls` every caller shows a certificate of the customers' authority. */
export async function buildServer(provider: Provider, { controlToken, tls }: Config): Promise<FastifyInstance> {
  const limits = { logger: false, bodyLimit: bodyBytesMax, requestTimeout: 15_000, keepAliveTimeout: 65_000 }
  const secure = tls && {
    https: { cert: tls.cert, key: tls.key, ca: tls.clientsAuthority, requestCert: true, rejectUnauthorized: true },
  }
  const app = Fastify({ ...limits, ...secure }) as unknown as FastifyInstance
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())))
  })
  app.setErrorHandler<{ statusCode?: number } & Error>((error, _request, reply) =>
    refuse(reply, (error.statusCode ?? 500) < 500 ? 'RequisicaoInvalida' : 'ErroInternoDoServidor'),
  )
  const tokens = registerTokenRoute(app, provider.clients, provider.now)
  const faults = createFaults()
  await app.register(
    (scope, _options, done) => {
      const clientOf = requireToken(scope, tokens)
      scope.addHook('preHandler', async (request, reply) =>
        faults.before(request, reply, request.url.slice(apiPath.length)),
      )
      scope.addHook('onSend', async (request, reply, body) => faults.after(request, reply, body))
      for (const registerRoutes of [registerChargeRoutes, registerPixRoutes, registerWebhookRoutes]) {
        void scope.register((routes, _none, ready) => {
          registerRoutes(routes, provider, clientOf)
          ready()
        })
      }
      done()
    },
    { prefix: apiPath },
  )
  await app.register(
    (scope, _options, done) => {
      registerControlRoutes(scope, provider, { token: controlToken, faults, tokens })
      done()
    },
    { prefix: '/control' },
  )
  return app
}

/** Lets only customers with a valid token into a scope. */
function requireToken(scope: FastifyInstance, tokens: Tokens): OfClient {
  const callers = new WeakMap<FastifyRequest, Client>()
  scope.addHook('onRequest', async (request, reply) => {
    const client = tokens.clientOf(request)
    if (!client) return reply.code(401).send({ message: 'The token is not valid.' })
    callers.set(request, client)
    return undefined
  })
  return (request) => {
    const client = callers.get(request)
    if (!client) throw new Error('a call without its customer')
    return client
  }
}
