import type { Socket } from 'node:net'
import { httpStatusOf, type ProblemCode, problemCatalogue } from '../values/problem.ts'

interface ClientError extends Error {
  code?: string
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
 * Answers a request that is not HTTP, too slow, or has too large headers. The reply has the API's format and is written
 * to the raw socket, because no request object exists. It repeats nothing of the request.
 */
export function answerBrokenRequest(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code: ProblemCode = 'invalid_header'
  const own = ownStatus[error.code ?? '']
  const http = own?.http ?? httpStatusOf(code)
  const message = own?.message ?? 'This is not a valid HTTP/1.1 request.'
  const body = JSON.stringify({
    status: 'fail',
    message,
    data: null,
    error: { type: problemCatalogue[code].type, code, param: null, message },
    errors: [],
  })
  const head = [
    `HTTP/1.1 ${http} ${own?.reasonPhrase ?? 'Bad Request'}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
