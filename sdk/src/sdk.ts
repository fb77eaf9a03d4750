export { type Callback, type CallbackStatus, callbackStatuses } from './callbacks/callback.ts'
export { type Deduplication, memoryDeduplication } from './callbacks/deduplication.ts'
export { type ExpressRequest, expressCallbackHandler } from './callbacks/express-handler.ts'
export {
  type FastifyApp,
  type FastifyIncoming,
  type FastifyOutgoing,
  fastifyCallbacks,
} from './callbacks/fastify-plugin.ts'
export { nodeCallbackHandler } from './callbacks/node-handler.ts'
export type { RequestStream } from './callbacks/read-raw-body.ts'
export type { ResponseStream } from './callbacks/receive-callback.ts'
export {
  type CallbackAnswer,
  type CallbackHandlerOptions,
  type CallbackReceiver,
  callbackReceiver,
} from './callbacks/receive-callback.ts'
export type { CallbackSecrets } from './callbacks/secrets.ts'
export type { CallbackHeaders } from './callbacks/verify-callback.ts'
export {
  type CallbackFault,
  type CallbackVerdict,
  type GenuineCallback,
  type RefusedCallback,
  verifyCallback,
} from './callbacks/verify-callback.ts'
export type * from './client/balance-transactions.ts'
export type { CallOptions, Reply } from './client/call.ts'
export type * from './client/callback-history.ts'
export type { CardPayinRequest, FlatCardPayinRequest, NestedCardPayinRequest } from './client/card-payin-requests.ts'
export type * from './client/catalogue.ts'
export { type ClientOptions, pasarelaClient } from './client/client.ts'
export type * from './client/delivery-log.ts'
export type { DecisionNote, PasarelaClient, PayinOf, ValidationRequest } from './client/operations.ts'
export {
  type Failure,
  PasarelaError,
  PayoutFailedError,
  RefundFailedError,
  WithdrawalFailedError,
} from './client/pasarela-error.ts'
export type { LocalPayinRequest, PayinRequest } from './client/payin-requests.ts'
export type * from './client/payment-links.ts'
export type { PayoutRequest } from './client/payout-requests.ts'
export type * from './client/refunds.ts'
export type * from './client/test-points.ts'
export type * from './client/transactions.ts'
export type * from './client/values.ts'
export type * from './client/webhook-settings.ts'
export type * from './client/webhook-tools.ts'
export type * from './client/withdrawals.ts'
