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
  | ({ kind: 'answer' } & AnswerOfProvider)
  | { kind: 'failed'; outcome: Extract<Outcome, { kind: 'not_sent' | 'unknown' }> }

export interface AnswerOfProvider {
  status: number
  /** The JSON of the body; undefined where it is none. Amounts in it that are numbers have lost their notation. */
  body: unknown
  /** The body as it came, as UTF-8. Signatures cover it. */
  text: string
  /** Names in lower case. A header that came more than once is joined by `, `. */
  headers: Readonly<Record<string, string>>
  retryAfterMs: number | undefined
}

/** `bytes` are sent as they are, for providers whose signature covers the very bytes. */
export type ProviderBody =
  | { json: unknown }
  | { form: Readonly<Record<string, string>> }
  | { bytes: Buffer; type: string }

export interface ProviderRequest {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body?: ProviderBody
  timeoutMs: number
}

export interface ProviderHttp {
  call(wanted: ProviderRequest): Promise<ProviderAnswer>
  /** Resolves when the calls that are open have ended. Later calls fail as not sent. */
  close(): Promise<void>
}

/** The client's side of mutual TLS, as PEM. `ca` replaces the public authorities. */
export interface ClientTls {
  cert?: string
  key?: string
  ca?: string
}

/**
 * The only HTTP client of connectors. It never throws: every network fault becomes an answer that says whether bytes
 * may have left the socket. Redirects are not followed.
 */
export function providerHttp(tls: ClientTls = {}): ProviderHttp {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs, ...tls },
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
          ...written(wanted),
          signal: AbortSignal.timeout(Math.max(0, Math.floor(wanted.timeoutMs))),
        })
        const text = await response.body.text()
        return {
          kind: 'answer',
          status: response.statusCode,
          body: parseJson(text),
          text,
          headers: joined(response.headers),
          retryAfterMs: readRetryAfter(response.headers['retry-after']),
        }
      } catch (error) {
        return { kind: 'failed', outcome: classify(error) }
      }
    },
    close: async () => await agent.close(),
  }
}

function written({ headers, body }: ProviderRequest): {
  headers: Record<string, string>
  body: string | Buffer | null
} {
  if (body === undefined) return { headers: { ...headers }, body: null }
  if ('json' in body) {
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body.json) }
  }
  if ('bytes' in body) return { headers: { ...headers, 'content-type': body.type }, body: body.bytes }
  const form = new URLSearchParams(body.form).toString()
  return { headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: form }
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** The provider's certificate was refused in the handshake, before a byte of the request was sent. */
const distrusted = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
/** The client was closed before this call began: closing waits for the calls that are open. */
const closedBefore = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'])
const timedOut = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED', 'ABORT_ERR'])

function classify(error: unknown): Extract<Outcome, { kind: 'not_sent' | 'unknown' }> {
  const { code, name, syscall } = error as { code?: string; name?: string; syscall?: string }
  // An established connection can fail with the same codes. Only a failed connection attempt proves that nothing was
  // sent.
  const connecting = syscall === undefined || syscall === 'connect' || syscall === 'getaddrinfo'
  if (code !== undefined && neverConnected.has(code) && connecting) return { kind: 'not_sent', why: 'connect_failed' }
  if (code !== undefined && (distrusted.has(code) || closedBefore.has(code)))
    return { kind: 'not_sent', why: 'connect_failed' }
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
