import type { FieldNote } from './values.ts'

/** An answer of the gateway. */
export interface Reply<Data> {
  data: Data
  /** Fields that were accepted and look odd, or were ignored. */
  warnings: FieldNote[]
  /** The reference was known: this is the transaction of the first request. */
  replayed: boolean
  /** Name it when you ask the operator about this call. */
  requestId: string | undefined
}

export interface CallOptions {
  /** Ends the call and its repetitions. */
  signal?: AbortSignal
  /** For one attempt, instead of the client's. */
  timeoutMs?: number
}

/** An operation of the API. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT'
  /** With `{id}` or `{currency}` where the transaction_id, the delivery_id or the currency goes. */
  path: string
  /**
   * Whether a request that may have been carried out can be sent again without doing anything twice. Where not, only a
   * request that the gateway surely refused to look at (429) is repeated.
   */
  repeatable: boolean
}

/** One request. */
export interface Call {
  route: Route
  id?: string
  query?: object
  body?: object
  options?: CallOptions | undefined
}
