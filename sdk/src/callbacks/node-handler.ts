import { type RequestStream, readRawBody } from './read-raw-body.ts'
import {
  bodyTooLarge,
  type CallbackHandlerOptions,
  callbackReceiver,
  type ResponseStream,
  writeAnswer,
} from './receive-callback.ts'

/**
 * A request listener for node:http and node:https: `createServer(nodeCallbackHandler(options))`, or called by your own
 * listener for one path. Answers every request itself. Throws TypeError at once for unusable secrets.
 */
export function nodeCallbackHandler(
  options: CallbackHandlerOptions,
): (request: RequestStream, response: ResponseStream) => void {
  const receive = callbackReceiver(options)
  const answer = async (request: RequestStream, response: ResponseStream): Promise<void> => {
    if (request.method !== 'POST') {
      request.resume()
      writeAnswer(response, methodNotAllowed, { allow: 'POST' })
      return
    }
    const body = await readRawBody(request)
    if (body.kind === 'aborted') return
    writeAnswer(response, body.kind === 'too_large' ? bodyTooLarge : await receive(body.bytes, request.headers))
  }
  return (request, response) => void answer(request, response)
}

const methodNotAllowed = {
  status: 405,
  body: { status: 'error', code: 'method_not_allowed', message: 'Callbacks are sent with POST.' },
} as const
