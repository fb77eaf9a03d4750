import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../platform/deps.ts'
import { randomToken } from '../platform/ids.ts'
import { say } from '../texts/messages/say.ts'
import { httpStatusOf, Problem } from '../values/problem.ts'
import { hasOwnTime } from './large-body.ts'
import { problemBody, statusWordOf } from './reply-problem.ts'

interface ClientError extends Error {
  code?: string
  /** The bytes that the parser refused. */
  rawPacket?: unknown
}

/** Enough of a request for its method and one of our paths. */
const requestLineBytes = 256

export function newRequestId(): string {
  return `req_${randomToken(16)}`
}

/** HTTP statuses for requests that Node's parser refuses before a route is known. */
const ownStatus: Readonly<Record<string, { http: number; reasonPhrase: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    http: 431,
    reasonPhrase: 'Request Header Fields Too Large',
    message: 'The headers are larger than 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    http: 408,
    reasonPhrase: 'Request Timeout',
    message: 'The request did not arrive in time.',
  },
}

/**
 * Answers what Node's parser refuses: a request that is not HTTP, too slow, or has too large headers. The reply has the
 * API's format and is written to the raw socket, because no request object exists. It repeats nothing of the request.
 */
export function answerBrokenRequests(deps: Pick<PlatformDeps, 'site'>) {
  const latest = new WeakMap<Socket, IncomingMessage>()
  const answer = (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasOwnTime(latest.get(socket))) return
    const own = ownStatus[error.code ?? '']
    const problem = new Problem('invalid_header', { message: own?.message ?? 'This is not a valid HTTP/1.1 request.' })
    const requestId = newRequestId()
    const status = statusWordOf(pathOfBroken(error, latest.get(socket)))
    const body = JSON.stringify(problemBody(problem, { language: 'en', publicUrl: deps.site.url(), requestId, status }))
    const head = [
      `HTTP/1.1 ${own?.http ?? httpStatusOf(problem.code)} ${own?.reasonPhrase ?? 'Bad Request'}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
    ]
    if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    socket.destroySoon()
  }
  return { answer, watch: (app: FastifyInstance) => watchRequests(app, { latest, answer }) }
}

/** Remembers each connection's request, and takes over the refusals that Node would answer without a body. */
function watchRequests(
  app: FastifyInstance,
  { latest, answer }: { latest: WeakMap<Socket, IncomingMessage>; answer(error: ClientError, socket: Socket): void },
): void {
  const { server } = app
  server.on('request', (request) => latest.set(request.socket, request))
  // Nothing is expected of the gateway that it could not do: an unknown Expect is ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', ({ method, url }, socket) => {
    const rawPacket = Buffer.from(`${method} ${url}`)
    answer(Object.assign(new Error('CONNECT is for proxies'), { rawPacket }), socket as Socket)
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return done()
    done(new Problem('invalid_header', { message: say('header.host_missing') }))
  })
}

/** The path in the refused bytes, else that of the request whose body was still arriving. */
function pathOfBroken({ rawPacket }: ClientError, latest: IncomingMessage | undefined): string {
  const bytes = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, requestLineBytes) : ''
  const requestLine = /^[A-Z]+ (\S+)/.exec(bytes)
  return requestLine?.[1] ?? (latest?.complete === false ? (latest.url ?? '') : '')
}
