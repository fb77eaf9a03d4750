import { createHash, createHmac, randomUUID } from 'node:crypto'
import { currentTime } from '../clock.ts'
import type { Call, Reply } from './call.ts'
import { PasarelaError } from './pasarela-error.ts'
import { readReply } from './read-reply.ts'

/** Where and how a client calls. */
export interface Connection {
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string
  signingSecret: string | undefined
  timeoutMs: number
  attemptsMax: number
  fetch: typeof globalThis.fetch
}

/** The first repetition waits about this long, each further one twice as long. */
const firstPauseMs = 250
const pauseMaxMs = 8_000
/** What asks for a longer pause is given up: the caller decides. */
const retryAfterMaxSeconds = 30

/**
 * Sends a request until it is answered. What failed on the way (network, time-out, 5xx) is repeated where that is safe,
 * 429 always: the same bytes, hence the same reference. Throws the last PasarelaError, or the signal's reason.
 */
export async function send<Data>(connection: Connection, call: Call): Promise<Reply<Data>> {
  const signal = call.options?.signal
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    try {
      return await sendOnce<Data>(connection, call, body)
    } catch (error) {
      signal?.throwIfAborted()
      if (attempt >= connection.attemptsMax || !mayRepeat(call, error)) throw error
      await pause(pauseMs(error, attempt), signal)
    }
  }
}

async function sendOnce<Data>(connection: Connection, call: Call, body: string | undefined): Promise<Reply<Data>> {
  const { method, path: template } = call.route
  const path = template.replace(/\{\w+\}/, encodeURIComponent(call.id ?? ''))
  const timeout = AbortSignal.timeout(call.options?.timeoutMs ?? connection.timeoutMs)
  const { signal } = call.options ?? {}
  const headers = {
    accept: 'application/json',
    'user-agent': 'pasarela-sdk',
    authorization: `Bearer ${connection.apiKey}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(connection.signingSecret === undefined || body === undefined
      ? {}
      : signatureHeaders(connection.signingSecret, { method, path, body })),
  }
  try {
    const response = await connection.fetch(`${connection.baseUrl}${path}${queryOf(call.query)}`, {
      method,
      headers,
      // The key must not travel on to wherever a redirect leads.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body }),
    })
    return readReply<Data>(response, await response.text())
  } catch (error) {
    throw error instanceof PasarelaError ? error : networkError(error, timeout)
  }
}

function networkError(cause: unknown, timeout: AbortSignal): PasarelaError {
  if (timeout.aborted)
    return new PasarelaError({ code: 'timeout', message: 'The gateway did not answer in time.', cause })
  const { cause: inner } = (cause ?? {}) as { cause?: { code?: unknown } }
  const why = typeof inner?.code === 'string' ? ` (${inner.code})` : ''
  return new PasarelaError({ code: 'network_error', message: `The gateway was not reached${why}.`, cause })
}

function mayRepeat(call: Call, error: unknown): boolean {
  if (!(error instanceof PasarelaError)) return false
  if ((error.retryAfterSeconds ?? 0) > retryAfterMaxSeconds) return false
  if (error.status === 429) return true
  return call.route.repeatable && (error.status === undefined || error.status >= 500)
}

/** Half to all of a time that doubles, so that many clients do not come back at once; never before Retry-After. */
function pauseMs(error: unknown, attempt: number): number {
  const grown = Math.min(pauseMaxMs, firstPauseMs * 2 ** (attempt - 1))
  const asked = error instanceof PasarelaError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return asked + grown * (0.5 + Math.random() / 2)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      done()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

function queryOf(query: object = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * The headers of a signed request, fresh for every attempt (docs/contract.md, Who calls): hex HMAC-SHA256 over method,
 * path, timestamp, nonce and the hex SHA-256 of the body, joined by line feeds.
 */
function signatureHeaders(
  signingSecret: string,
  request: { method: string; path: string; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(currentTime().getTime() / 1_000))
  const nonce = randomUUID()
  const bodyHash = createHash('sha256').update(request.body, 'utf8').digest('hex')
  const signed = [request.method, request.path, timestamp, nonce, bodyHash].join('\n')
  const signature = createHmac('sha256', signingSecret).update(signed, 'utf8').digest('hex')
  return { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': `v1=${signature}` }
}
