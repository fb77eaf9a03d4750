import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Log } from '../platform/log/log.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { answerBrokenRequests, newRequestId } from './broken-request.ts'
import { checkTransport } from './confidential-transport.ts'
import { readJsonObject } from './json-body.ts'
import { limitSockets } from './limits/socket-limits.ts'
import { fieldsOfQuery } from './query-problems.ts'
import { problemOf, replyProblem, translateWarnings, unavailableRetrySeconds } from './reply-problem.ts'
import { logEveryRequest, patternOf } from './request-context.ts'
import { answerUnknownRoutes } from './unknown-route.ts'

/** The largest body (contract section 2). A card pay-in with every field at its limit has about 4 KiB. */
export const bodyBytesMax = 64 * 1024

/** Limit for the arrival of a whole request. 64 KiB take much less on any usable connection. */
const requestTimeoutMs = 15_000

/** How often Node checks for late requests. Its default of 30 s is twice the time that a request may take. */
const lateRequestsEveryMs = 2_000

/** Limit of a TLS handshake. Node's default is two minutes. */
const handshakeTimeoutMs = 10_000

/** Limit for the arrival of the headers, against slowloris attacks. */
const headersTimeoutMs = 10_000

/** Longer than any reply takes: a payout waits up to 8 s for its bank. */
const connectionTimeoutMs = 20_000

/** Longer than the 60 s after which common proxies drop an idle connection, so that the proxy closes first. */
const keepAliveTimeoutMs = 65_000

/** A connection is closed after this many requests, so that load spreads over new processes. */
const requestsPerConnectionMax = 1_000

/** Node refuses a request without Host by itself, and without a body: `broken-request.ts` does. */
const nodeOptions = { connectionsCheckingInterval: lateRequestsEveryMs, requireHostHeader: false }

/** The longest path parameter is a UUID with 36 characters. */
const pathParameterLengthMax = 100

/** A caller that is refused during shutdown may retry on another node after this time. */
const closingRetrySeconds = 1

export interface BaseServerOptions {
  /** Addresses or networks (CIDR) whose `X-Forwarded-*` headers count. */
  trustedProxies: readonly string[]
  tls?: { cert: string | Buffer; key: string | Buffer }
  isShuttingDown(): boolean
}

/**
 * Fastify with the rules of all routes: limits, request ids, headers, one log line, one format of problems. Fastify's
 * own log is off, because its lines would contain URLs with query values.
 */
export function createBaseServer(
  deps: Pick<PlatformDeps, 'log' | 'metrics' | 'site'>,
  options: BaseServerOptions,
): FastifyInstance {
  const broken = answerBrokenRequests(deps)
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxRequestsPerSocket: requestsPerConnectionMax,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: pathParameterLengthMax },
    rewriteUrl: ({ url = '/' }) => withoutTrailingSlash(url),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestIdHeader: false,
    genReqId: newRequestId,
    clientErrorHandler: broken.answer,
    // URLs that the router cannot parse reach no hook.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply)
      void replyProblem(reply, problemOf(error), deps)
    },
    ...(options.tls
      ? { https: { ...options.tls, ...nodeOptions, handshakeTimeout: handshakeTimeoutMs } }
      : { http: nodeOptions }),
    // The two server types differ only in their socket, which nothing below uses.
  }) as unknown as FastifyInstance
  app.server.headersTimeout = headersTimeoutMs
  limitSockets(app.server, deps.metrics, options)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('person', undefined)
  app.decorateRequest('credential', undefined)
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('transactionId', undefined)
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('isSignatureChecked', false)
  compileSchemas(app)
  readJsonBodies(app)
  securityHeaders(app)
  logEveryRequest(app, deps)
  answerOverdue(app, deps)
  broken.watch(app)
  checkTransport(app, { trustedProxies: options.trustedProxies, log: deps.log })
  refuseWhileClosing(app, options)
  answerUnknownRoutes(app, deps)
  translateWarnings(app)
  app.setErrorHandler((error, request, reply) => {
    const problem = fieldsOfQuery(error) ?? problemOf(error)
    logFailure(deps.log, problem, request)
    return replyProblem(reply, problem, deps)
  })
  return app
}

/**
 * Answers a request that got none until the limit of its connection, which Node would cut without a word. What the handler
 * returns later is dropped: the outcome is unknown, and the caller repeats the request with the same reference.
 */
function answerOverdue(app: FastifyInstance, deps: Parameters<typeof createBaseServer>[0]): void {
  app.addHook('onRequest', (request, reply, done) => {
    // With a listener, Node leaves the connection alone.
    reply.raw.on('timeout', () => {
      if (reply.raw.headersSent) return void request.socket.destroy()
      // A reply that was begun is sent in a moment.
      if (reply.sent) return
      const problem = new Problem('unavailable', { retryAfterSeconds: unavailableRetrySeconds })
      void replyProblem(reply.header('connection', 'close'), problem, deps)
    })
    done()
  })
}

/** `/api/v1/payments/?limit=5` is `/api/v1/payments?limit=5`. Other addresses, such as `/dashboard/`, stay. */
function withoutTrailingSlash(url: string): string {
  return url.replace(/^(\/api\/[^?]*[^/?])\/(?=\?|$)/, '$1')
}

/**
 * Logs failures on the gateway's side. Refused requests are counted by the request's log line. A refusal by admission
 * control is not logged: it has no cause and could occur thousands of times a second.
 */
export function logFailure(log: Log, problem: Problem, request: FastifyRequest): void {
  if (problem.code !== 'internal_error' && problem.code !== 'unavailable') return
  if (problem.code === 'unavailable' && problem.cause === undefined) return
  const line = { err: problem.cause ?? problem, request_id: request.id, route: patternOf(request) }
  if (problem.code === 'internal_error') log.error(line, 'request failed')
  else log.warn(line, 'request could not be served')
}

/**
 * The route's schema validates path and query. Use cases read the body and report every wrong field at once; replies
 * are written field by field. For body and reply the schema is documentation, which tests check.
 */
function compileSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<ZodType>((route) =>
    route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route),
  )
  app.setSerializerCompiler(() => JSON.stringify)
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    try {
      const { config } = request.routeOptions
      refuseOtherCharsets(request.headers['content-type'])
      if (config.signed) request.rawBody = bytes
      done(null, config.emptyBody && bytes.length === 0 ? undefined : readJsonObject(bytes))
    } catch (error) {
      done(error as Error)
    }
  })
}

function refuseOtherCharsets(contentType: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new Problem('unsupported_media_type', { message: say('body.charset') })
}

/**
 * A process that shuts down serves requests and closes each connection after its reply. After it has stopped listening,
 * it refuses requests on old connections.
 */
function refuseWhileClosing(app: FastifyInstance, options: BaseServerOptions): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isClosing || patternOf(request) === '/healthz' || patternOf(request) === '/readyz') return done()
    const message = say('process.shutting_down')
    done(new Problem('unavailable', { message, retryAfterSeconds: closingRetrySeconds }))
  })
  // Runs as late as possible, so that a request in progress at the start of the shutdown also closes its connection.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing || options.isShuttingDown()) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** A year. Browsers use only HTTPS after the first reply. */
const strictTransportSeconds = 31_536_000

/** For all replies except pages. A reply that is opened in a browser can load and run nothing. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Sets the headers of every reply before its route runs. */
function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    done()
  })
}

/**
 * Sets the headers of every reply. Pages replace `Content-Security-Policy` by their own. CORS is off, because API keys
 * do not belong in browsers.
 */
function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'content-security-policy': closedPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  })
  if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${strictTransportSeconds}`)
}
