import { Agent, request } from 'undici'
import type { Outcome } from '../values/outcome.ts'

/** A connection that is not established within this time counts as never made: nothing was sent. */
const connectTimeoutMs = 3_000

/** At most this much of an answer is read. Provider answers are small. */
const answerBytesMax = 256 * 1024

/** Sockets to one provider: enough for all concurrent calls of one process. */
const connectionsMax = 64

/**
 * The answer, or how the call failed. `not_sent`: certainly no byte reached the provider. `unknown`: the provider may
 * have the request.
 */
export type ProviderAnswer =
  | { kind: 'answer'; status: number; body: unknown; retryAfterMs: number | undefined }
  | { kind: 'failed'; outcome: Extract<Outcome, { kind: 'not_sent' | 'unknown' }> }

export interface ProviderRequest {
  method: 'GET' | 'PUT' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: unknown
  timeoutMs: number
}

export interface ProviderHttp {
  call(wanted: ProviderRequest): Promise<ProviderAnswer>
  close(): Promise<void>
}

/**
 * The only HTTP client of connectors. It never throws: every network fault becomes an answer that says whether bytes
 * may have left the socket. Redirects are not followed.
 */
export function providerHttp(): ProviderHttp {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: connectionsMax,
    pipelining: 1,
    maxResponseSize: answerBytesMax,
    allowH2: false,
  })
  return {
    call: async (wanted) => {
      try {
        const response = await request(wanted.url, {
          method: wanted.method,
          dispatcher: agent,
          headers:
            wanted.body === undefined ? wanted.headers : { ...wanted.headers, 'content-type': 'application/json' },
          body: wanted.body === undefined ? null : JSON.stringify(wanted.body),
          signal: AbortSignal.timeout(wanted.timeoutMs),
        })
        const text = await response.body.text()
        return {
          kind: 'answer',
          status: response.statusCode,
          body: parseJson(text),
          retryAfterMs: readRetryAfter(response.headers['retry-after']),
        }
      } catch (error) {
        return { kind: 'failed', outcome: classify(error) }
      }
    },
    close: async () => await agent.close(),
  }
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const timedOut = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED', 'ABORT_ERR'])

function classify(error: unknown): Extract<Outcome, { kind: 'not_sent' | 'unknown' }> {
  const { code, name, syscall } = error as { code?: string; name?: string; syscall?: string }
  // An established connection can fail with the same codes. Only a failed connection attempt proves that nothing was
  // sent.
  const connecting = syscall === undefined || syscall === 'connect' || syscall === 'getaddrinfo'
  if (code !== undefined && neverConnected.has(code) && connecting) return { kind: 'not_sent', why: 'connect_failed' }
  if (name === 'TimeoutError' || (code !== undefined && timedOut.has(code))) return { kind: 'unknown', why: 'timeout' }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return { kind: 'unknown', why: 'unreadable' }
  return { kind: 'unknown', why: 'reset_after_send' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const seconds = Number(Array.isArray(header) ? header[0] : header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined
}
