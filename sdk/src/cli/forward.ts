import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { CallbackEvent } from '../client/callback-history.ts'
import { onOneLine, sleep } from './terminal.ts'

/** What became of a forwarded callback. */
export interface Forwarded {
  /** The last HTTP status; undefined where there was no answer. */
  status: number | undefined
  /** Why there was no answer. */
  error?: string
  /** Of the last attempt. */
  ms: number
  attempts: number
}

/** The gateway itself waits as long. */
const answerTimeoutMs = 10_000
/** Before each of the three repetitions. */
const pausesMs: readonly number[] = [500, 1_000, 2_000]

/** POSTs an event byte for byte until the answer is 200, four times at most. */
export async function forward(event: CallbackEvent, url: URL, signal: AbortSignal): Promise<Forwarded> {
  for (let attempts = 1; ; attempts++) {
    const answer = await post(event, url, signal)
    const pauseMs = pausesMs[attempts - 1]
    if (answer.status === 200 || pauseMs === undefined || signal.aborted) return { ...answer, attempts }
    await sleep(pauseMs, signal)
  }
}

function post(event: CallbackEvent, url: URL, signal: AbortSignal): Promise<Omit<Forwarded, 'attempts'>> {
  const started = performance.now()
  const body = Buffer.from(event.body, 'utf8')
  return new Promise((done) => {
    const finish = (answer: { status: number | undefined; error?: string }) =>
      done({ ...answer, ms: Math.round(performance.now() - started) })
    const fail = (error: Error & { code?: string }) =>
      finish({ status: undefined, error: onOneLine(error.code ?? error.message) })
    try {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const headers = { ...event.headers, 'content-length': body.length }
      const request = send(url, { method: 'POST', headers, agent: false, signal }, (response) => {
        response.resume()
        response.on('end', () => finish({ status: response.statusCode }))
        response.on('error', fail)
      })
      request.setTimeout(answerTimeoutMs, () => request.destroy(new Error(`no answer in ${answerTimeoutMs / 1_000} s`)))
      request.on('error', fail)
      request.end(body)
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
