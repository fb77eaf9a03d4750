import {
  bodyBytesMax,
  bodyTooLarge,
  type CallbackAnswer,
  type CallbackHandlerOptions,
  callbackReceiver,
  internalFailure,
  reportError,
} from './receive-callback.ts'

/** As much of a Fastify instance as is used here. */
export interface FastifyApp {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: FastifyIncoming, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown
  setErrorHandler(handler: (error: unknown, request: FastifyIncoming, reply: FastifyOutgoing) => unknown): unknown
  post(path: string, handler: (request: FastifyIncoming, reply: FastifyOutgoing) => unknown): unknown
}

export interface FastifyIncoming {
  body: unknown
  headers: { readonly [name: string]: string | readonly string[] | undefined }
}

export interface FastifyOutgoing {
  code(status: number): FastifyOutgoing
  send(body: unknown): unknown
}

/**
 * A plugin for Fastify 4 and 5: `app.register(fastifyCallbacks({ path: '/callbacks', ...options }))`. It reads raw bytes
 * within its own scope; your other routes keep their parsers. Throws TypeError at once for unusable secrets.
 */
export function fastifyCallbacks(
  options: CallbackHandlerOptions & { path: string },
): (app: FastifyApp) => Promise<void> {
  const receive = callbackReceiver(options)
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    )
    app.setErrorHandler((error, _request, reply) => send(reply, answerToError(options, error)))
    app.post(options.path, async (request, reply) => {
      const bytes = request.body instanceof Uint8Array ? request.body : Buffer.alloc(0)
      return send(reply, await receive(bytes, request.headers))
    })
  }
}

function answerToError(options: CallbackHandlerOptions, error: unknown): CallbackAnswer {
  const { statusCode, message = 'The request cannot be read.' } = (error ?? {}) as {
    statusCode?: number
    message?: string
  }
  if (statusCode === 413) return bodyTooLarge
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, body: { status: 'error', code: 'invalid_request', message } }
  }
  reportError(options, error)
  return internalFailure
}

function send(reply: FastifyOutgoing, answer: CallbackAnswer): unknown {
  return reply.code(answer.status).send(answer.body)
}
