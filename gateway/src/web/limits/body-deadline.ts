import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Limit for the arrival of a body. 64 KiB take much less on any usable connection. */
export const bodyDeadlineMs = 15_000

/** Limit for the arrival of a large file: 128 MiB at 2 Mbit/s. Only signed-in operators get it. */
export const fileDeadlineMs = 600_000

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Ends requests whose body arrives too slowly, as Node's own request timeout does. Node has one timeout for all routes of
 * a server, and a route that takes files needs a longer one (`allowSlowBody`).
 */
export function limitBodyTime(app: FastifyInstance, limitMs = bodyDeadlineMs): void {
  app.server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return
    setDeadline(request, limitMs)
    const clear = () => clearTimeout(deadlines.get(request))
    request.once('end', clear).once('close', clear)
  })
}

/** For a route whose caller is known: the body of this request may take longer. */
export function allowSlowBody({ raw }: FastifyRequest, limitMs = fileDeadlineMs): void {
  if (deadlines.has(raw) && !raw.complete) setDeadline(raw, limitMs)
}

function setDeadline(request: IncomingMessage, limitMs: number): void {
  clearTimeout(deadlines.get(request))
  const timer = setTimeout(() => {
    if (request.complete || request.socket.destroyed) return
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    // The answer of a request that Node itself ends. The server of a socket is not in its type.
    const { server } = request.socket as unknown as { server?: NodeJS.EventEmitter }
    if (!server?.emit('clientError', late, request.socket)) request.socket.destroy()
  }, limitMs)
  timer.unref()
  deadlines.set(request, timer)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
