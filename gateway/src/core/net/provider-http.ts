import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import type { Outcome } from '../values/outcome.ts'
import { BlockedAddress } from './address-guard.ts'
import { type GuardRules, guardedConnector } from './guarded-connector.ts'

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
  | {
      kind: 'answer'
      status: number
      /** By lower-case names. */
      headers: Readonly<Record<string, string>>
      text: string
      /** The text as JSON; undefined where it is none. */
      body: unknown
      retryAfterMs: number | undefined
    }
  | { kind: 'failed'; outcome: Extract<Outcome, { kind: 'not_sent' | 'unknown' }> }

/** What a request carries, with its content type. `bytes`: exactly these, for providers that sign the body. */
export type ProviderBody =
  | { json: unknown }
  | { form: Readonly<Record<string, string>> }
  | { bytes: Uint8Array; type: string }

export interface ProviderRequest {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body?: ProviderBody
  timeoutMs: number
}

export interface ProviderHttp {
  call(wanted: ProviderRequest): Promise<ProviderAnswer>
  /** Ends after the calls that are open. Later ones are not sent. */
  close(): Promise<void>
}

/** For addresses that people typed: the rules of callbacks, and the only hosts that are called, whatever their port. */
export interface ProviderGuard extends GuardRules {
  hosts: readonly string[]
  onAnswer?: OnAnswer | undefined
}

/** Hears the headers of each answer, by lower-case names. */
export type OnAnswer = (headers: Readonly<Record<string, string>>) => void

/**
 * The only HTTP client of connectors. It never throws: every network fault becomes an answer that says whether bytes
 * may have left the socket. Redirects are not followed.
 */
export function providerHttp(guard?: ProviderGuard): ProviderHttp {
  const agent = new Agent({
    connect: sayingNotConnected(() =>
      guard ? guardedConnector(guard) : buildConnector({ timeout: connectTimeoutMs, allowH2: false }),
    ),
    connections: connectionsMax,
    pipelining: 1,
    maxResponseSize: answerBytesMax,
    allowH2: false,
  })
  let isClosed = false
  return {
    call: async (wanted) => {
      if (isClosed) return { kind: 'failed', outcome: { kind: 'not_sent', why: 'unavailable' } }
      if (guard && !isOneOf(guard.hosts, wanted.url)) return { kind: 'failed', outcome: refusedByUs }
      try {
        const { headers, body } = bodyOf(wanted)
        const response = await request(wanted.url, {
          method: wanted.method,
          dispatcher: agent,
          headers,
          body,
          signal: AbortSignal.timeout(wanted.timeoutMs),
        })
        const text = await response.body.text()
        const answerHeaders = singleHeaders(response.headers)
        guard?.onAnswer?.(answerHeaders)
        return {
          kind: 'answer',
          status: response.statusCode,
          headers: answerHeaders,
          text,
          body: parseJson(text),
          retryAfterMs: readRetryAfter(response.headers['retry-after']),
        }
      } catch (error) {
        return { kind: 'failed', outcome: classify(error) }
      }
    },
    close: async () => {
      isClosed = true
      await agent.close()
    },
  }
}

function isOneOf(hosts: readonly string[], url: string): boolean {
  return URL.canParse(url) && hosts.includes(new URL(url).hostname)
}

function bodyOf({ headers, body }: ProviderRequest): {
  headers: Record<string, string>
  body: string | Uint8Array | null
} {
  if (!body) return { headers, body: null }
  const typed = (type: string) => ({ ...headers, 'content-type': type })
  if ('json' in body) return { headers: typed('application/json'), body: JSON.stringify(body.json) }
  if ('bytes' in body) return { headers: typed(body.type), body: body.bytes }
  return { headers: typed('application/x-www-form-urlencoded'), body: new URLSearchParams(body.form).toString() }
}

function singleHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
}

/** No connection was made, which includes the TLS handshake: no byte of a request left. */
class NotConnected extends Error {}

/** `make` may throw, for example where a client certificate is none. */
function sayingNotConnected(make: () => buildConnector.connector): buildConnector.connector {
  let made: buildConnector.connector | undefined
  return (options, done) => {
    const failed = (cause: unknown) => done(new NotConnected('not connected', { cause }), null)
    try {
      made ??= make()
      made(options, (...[error, socket]) => (error ? failed(error) : done(null, socket)))
    } catch (error) {
      failed(error)
    }
  }
}

const refusedByUs = { kind: 'not_sent', why: 'refused_by_us' } as const
const timedOut = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED', 'ABORT_ERR'])

function classify(error: unknown): Extract<Outcome, { kind: 'not_sent' | 'unknown' }> {
  const { code, name } = error as { code?: string; name?: string }
  if (error instanceof NotConnected) {
    return error.cause instanceof BlockedAddress ? refusedByUs : { kind: 'not_sent', why: 'connect_failed' }
  }
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
