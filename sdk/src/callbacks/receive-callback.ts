import type { Callback } from './callback.ts'
import { type Deduplication, memoryDeduplication } from './deduplication.ts'
import { type CallbackSecrets, readSecrets } from './secrets.ts'
import { type CallbackHeaders, isRaw, parsedAlready, type RefusedCallback, verifyCallback } from './verify-callback.ts'

export interface CallbackHandlerOptions extends CallbackSecrets {
  /**
   * Your function. It is called once per genuine event; the gateway waits 10 seconds for the answer, so put what takes
   * longer into a queue. When it throws, the answer is 500 and the gateway tries again later.
   */
  onCallback: (callback: Callback) => Promise<void> | void
  /** Default: `memoryDeduplication()`. */
  deduplication?: Deduplication
  /** Told why a callback was refused (400, 401); for your log. */
  onRefused?: (refusal: RefusedCallback) => void
  /** Told what your function, or the de-duplication, threw. Default: the error stream. */
  onError?: (error: unknown) => void
}

/** What is answered: as the specification's reference handlers do. */
export interface CallbackAnswer {
  status: number
  body: { status: 'success' } | { status: 'error'; code: string; message: string }
}

/** Handles one callback, whatever brought it. `rawBody`: the bytes as they arrived. Never rejects. */
export type CallbackReceiver = (rawBody: Uint8Array | string, headers: CallbackHeaders) => Promise<CallbackAnswer>

/** The longest body that is read: a callback has less than 2 KiB. */
export const bodyBytesMax = 64 * 1024

/** The answer to a longer body. */
export const bodyTooLarge: CallbackAnswer = refusal(
  413,
  'body_too_large',
  `The body is longer than ${bodyBytesMax} bytes.`,
)

/** The answer when something broke on the merchant's side. Says nothing about it: that goes to `onError`. */
export const internalFailure: CallbackAnswer = refusal(500, 'internal_error', 'The callback could not be handled.')

const success: CallbackAnswer = { status: 200, body: { status: 'success' } }

/**
 * The one behind all handlers, for any other framework: verifies, de-duplicates, calls the merchant's function and says
 * what to answer. Throws TypeError at once for unusable secrets.
 */
export function callbackReceiver(options: CallbackHandlerOptions): CallbackReceiver {
  readSecrets(options)
  const work = { ...options, deduplication: options.deduplication ?? memoryDeduplication() }
  const underWay = new Map<string, Promise<CallbackAnswer>>()
  return async (rawBody, headers) => {
    if (!isRaw(rawBody)) {
      reportError(options, new TypeError(parsedAlready))
      return internalFailure
    }
    if (Buffer.byteLength(rawBody) > bodyBytesMax) return bodyTooLarge
    const verdict = verifyCallback(rawBody, headers, options)
    if (!verdict.ok) {
      call(() => options.onRefused?.(verdict))
      return refusal(verdict.status, verdict.reason, verdict.message)
    }
    // A repetition that overtakes its first one shares its answer: the function is not called a second time.
    const { key, callback } = verdict
    const first = underWay.get(key)
    if (first !== undefined) return await first
    const answer = handle(work, key, callback)
    underWay.set(key, answer)
    try {
      return await answer
    } finally {
      underWay.delete(key)
    }
  }
}

type Work = CallbackHandlerOptions & { deduplication: Deduplication }

async function handle(work: Work, key: string, callback: Callback): Promise<CallbackAnswer> {
  try {
    if (await work.deduplication.seen(key)) return success
    await work.onCallback(callback)
  } catch (error) {
    reportError(work, error)
    return internalFailure
  }
  try {
    await work.deduplication.remember(key)
  } catch (error) {
    // The function has succeeded: a 500 would only make the gateway bring the same callback again.
    reportError(work, error)
  }
  return success
}

/** Tells the merchant's log what broke. */
export function reportError({ onError = writeError }: Pick<CallbackHandlerOptions, 'onError'>, error: unknown): void {
  call(() => onError(error))
}

/** A log that fails must not fail the callback. */
function call(work: () => void): void {
  try {
    work()
  } catch (error) {
    writeError(error)
  }
}

function writeError(error: unknown): void {
  console.error('pasarela: a callback could not be handled', error)
}

function refusal(status: number, code: string, message: string): CallbackAnswer {
  return { status, body: { status: 'error', code, message } }
}

/** As much of `ServerResponse` of node:http as is used here. */
export interface ResponseStream {
  writeHead(status: number, headers: Record<string, string | number>): unknown
  end(body: string): unknown
}

/** Writes an answer as JSON. After a body that was too long the connection ends: the rest is not waited for. */
export function writeAnswer(
  response: ResponseStream,
  answer: CallbackAnswer,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify(answer.body)
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(answer === bodyTooLarge ? { connection: 'close' } : {}),
    ...headers,
  })
  response.end(body)
}
