import { type RequestStream, readRawBody } from './read-raw-body.ts'
import {
  bodyTooLarge,
  type CallbackAnswer,
  type CallbackHandlerOptions,
  callbackReceiver,
  internalFailure,
  type ResponseStream,
  reportError,
  writeAnswer,
} from './receive-callback.ts'
import { isRaw, parsedAlready } from './verify-callback.ts'

/** As much of Express's request as is used here. */
export interface ExpressRequest extends RequestStream {
  body?: unknown
  /** Some platforms keep the bytes here when they parse. */
  rawBody?: unknown
  readonly readableEnded: boolean
}

/**
 * A handler for Express 4 and 5: `app.post('/callbacks', expressCallbackHandler(options))`. It needs the raw bytes, so
 * mount it before `express.json()`, or behind `express.raw({ type: '*' + '/*' })`. Where something has parsed the body
 * already, it answers 500 and calls `onError`. Throws TypeError at once for unusable secrets.
 */
export function expressCallbackHandler(
  options: CallbackHandlerOptions,
): (request: ExpressRequest, response: ResponseStream) => void {
  const receive = callbackReceiver(options)
  const answerTo = async (request: ExpressRequest): Promise<CallbackAnswer | undefined> => {
    const kept = [request.rawBody, request.body].find(isRaw)
    if (kept !== undefined) return await receive(kept, request.headers)
    if (request.readableEnded) {
      reportError(options, new TypeError(parsedAlready))
      return internalFailure
    }
    const body = await readRawBody(request)
    if (body.kind === 'aborted') return undefined
    return body.kind === 'too_large' ? bodyTooLarge : await receive(body.bytes, request.headers)
  }
  return (request, response) => {
    void answerTo(request).then((answer) => answer && writeAnswer(response, answer))
  }
}
