export { type Callback, type CallbackStatus, callbackStatuses } from './callbacks/callback.ts'
export { type Deduplication, memoryDeduplication } from './callbacks/deduplication.ts'
export { type ExpressRequest, expressCallbackHandler } from './callbacks/express-handler.ts'
export {
  type FastifyApp,
  type FastifyIncoming,
  type FastifyOutgoing,
  fastifyCallbacks,
} from './callbacks/fastify-plugin.ts'
export type { CallbackHeaders } from './callbacks/headers.ts'
export { nodeCallbackHandler } from './callbacks/node-handler.ts'
export type { RequestStream } from './callbacks/read-raw-body.ts'
export {
  type CallbackAnswer,
  type CallbackHandlerOptions,
  type CallbackReceiver,
  callbackReceiver,
} from './callbacks/receive-callback.ts'
export type { CallbackSecrets } from './callbacks/secrets.ts'
export {
  type CallbackFault,
  type CallbackVerdict,
  type GenuineCallback,
  type RefusedCallback,
  verifyCallback,
} from './callbacks/verify-callback.ts'
export type { ResponseStream } from './callbacks/write-answer.ts'
