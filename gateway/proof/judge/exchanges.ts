import type { TransactionType } from '../../src/core/values/status.ts'
import { keyIdOf, objectOf, readJson } from '../merchant/client.ts'
import type { Exchange, ReceivedCallback } from '../stages/virtual/parts.ts'

/** A status of one transaction, as a reply told it. */
export interface Told {
  act: string
  who: string
  sentAtMs: number
  answeredAtMs: number
  transactionId: string
  status: string
  /** Told as a withdrawal: its reference is that of the merchant. */
  isWithdrawal: boolean
  reference: string | undefined
  payType: string | undefined
  currency: string | undefined
  amount: number | undefined
  /** Undefined where the reply has no room for it. */
  reason: string | undefined
  history: readonly ToldEntry[] | undefined
}

export interface ToldEntry {
  status: string
  reason: string
  at: string
  source: string
}

/** A request for a new payment. */
export interface Creation {
  act: string
  who: string
  sentAtMs: number
  answeredAtMs: number
  serviceCode: string
  payType: TransactionType
  /** Its references have a space of their own. */
  isWithdrawal: boolean
  reference: string
  /** Decimal text as it was sent; empty: all that is left to refund, or to take out. */
  amount: string
  /** What tells two requests with one reference apart: all but the expiry. */
  content: string
  /** Undefined: nobody knows what became of it. */
  answer: CreationAnswer | undefined
}

export interface CreationAnswer {
  httpStatus: number
  transactionId: string | undefined
  code: string | undefined
}

/** A word of a second key about a payout. */
export interface Decision {
  act: string
  word: 'approve' | 'reject'
  transactionId: string
  /** The public part of the key. */
  keyId: string
  httpStatus: number
}

type JsonObject = Readonly<Record<string, unknown>>

/** What merchants were told about transactions, in the order of the answers. */
export function toldIn(exchanges: readonly Exchange[]): readonly Told[] {
  return exchanges.flatMap((exchange) => {
    const reply = answerOf(exchange)
    if (!reply || !isSuccess(reply) || !isAboutTransactions(exchange)) return []
    const data = objectOf(reply.body['data'])
    const items = Array.isArray(data['items']) ? data['items'].map(objectOf) : [data]
    return items.flatMap((item) => toldOf(exchange, item))
  })
}

const aboutTransactions =
  /^\/api\/v1\/(refunds\/[0-9a-f-]{36}|withdrawals(?:\/[0-9a-f-]{36})?|payments(\/payin_hth|\/payout_hth|\/[0-9a-f-]{36}(\/(cancel|approve|reject|refunds))?)?)(\?|$)/

function isAboutTransactions({ request }: Exchange): boolean {
  return 'path' in request && aboutTransactions.test(request.path)
}

function toldOf(exchange: Exchange, item: JsonObject): Told[] {
  const { act, who, sentAtMs, answeredAtMs } = exchange
  const id = idOf(item)
  const status = textOf(item['status'])
  if (id === undefined || status === undefined) return []
  const history = item['history']
  return [
    {
      ...{ act, who, sentAtMs, answeredAtMs, transactionId: id, status },
      isWithdrawal: item['withdrawal_id'] !== undefined,
      reference: textOf(item['reference']),
      payType: textOf(item['pay_type']),
      currency: textOf(item['currency']),
      amount: typeof item['amount'] === 'number' ? item['amount'] : undefined,
      reason: textOf(item['reason'] ?? item['status_reason']),
      history: Array.isArray(history) ? history.map((entry) => entryOf(objectOf(entry))) : undefined,
    },
  ]
}

function entryOf(entry: JsonObject): ToldEntry {
  const text = (name: string) => String(entry[name])
  return { status: text('status'), reason: text('reason'), at: text('at'), source: text('source') }
}

/** Requests for payments that reached a gateway, or may have. */
export function creationsIn(exchanges: readonly Exchange[]): readonly Creation[] {
  return exchanges.flatMap((exchange) => {
    const { request, act, who, sentAtMs, answeredAtMs } = exchange
    if (!('path' in request) || request.method !== 'POST') return []
    const [, ordered, refunded] =
      /^\/api\/v1\/(?:payments\/(?:(payin|payout)_hth|([0-9a-f-]{36})\/refunds)|withdrawals)$/.exec(request.path) ?? []
    const isWithdrawal = request.path === '/api/v1/withdrawals'
    const payType = (isWithdrawal ? 'payout' : refunded === undefined ? ordered : 'refund') as
      | TransactionType
      | undefined
    const body = readJson(request.body ?? '')
    const reference = textOf(findField(body, 'reference'))
    if (payType === undefined || reference === undefined) return []
    const reply = answerOf(exchange)
    const amount = /"amount":"?([0-9.]+)/.exec(request.body ?? '')?.[1] ?? ''
    const content = (refunded ?? '') + (request.body ?? '').replace(/"expired_at":"[^"]*"/, '')
    const serviceCode = textOf(findField(body, 'service_code')) ?? ''
    const asked = { act, who, sentAtMs, answeredAtMs, payType, isWithdrawal, serviceCode, reference, amount, content }
    return [{ ...asked, answer: reply && creationAnswer(reply) }]
  })
}

function creationAnswer({ httpStatus, body }: Reply): CreationAnswer {
  const error = objectOf(body['error'])
  const transactionId = idOf(objectOf(body['data'])) ?? textOf(error['transaction_id'])
  return { httpStatus, transactionId, code: textOf(error['code']) }
}

export function decisionsIn(exchanges: readonly Exchange[]): readonly Decision[] {
  return exchanges.flatMap((exchange) => {
    const { request, act } = exchange
    const reply = answerOf(exchange)
    if (!('path' in request) || !reply) return []
    const [, transactionId, word] = /^\/api\/v1\/payments\/([0-9a-f-]{36})\/(approve|reject)$/.exec(request.path) ?? []
    if (transactionId === undefined || word === undefined) return []
    const keyId = keyIdOf(request.headers['authorization'] ?? '')
    return [{ act, word: word as Decision['word'], transactionId, keyId, httpStatus: reply.httpStatus }]
  })
}

/** The rotations of API keys, which the public parts of keys name. */
export interface KeyLines {
  /** The key that the rotations began with. */
  lineOf(keyId: string): string
}

export function keyLinesIn(exchanges: readonly Exchange[]): KeyLines {
  const begins = new Map<string, string>()
  for (const { request } of exchanges) {
    if (!('operation' in request) || request.operation !== 'rotate') continue
    const { from = '', into = '' } = request.detail
    begins.set(keyIdOf(into), keyIdOf(from))
  }
  return { lineOf: (keyId) => begins.get(keyId) ?? keyId }
}

/** A callback as the feed told it. */
export type FedCallback = Pick<ReceivedCallback, 'atMs' | 'headers' | 'body'>

export function fedIn(exchanges: readonly Exchange[]): readonly FedCallback[] {
  return exchanges.flatMap((exchange) => {
    const { request, answeredAtMs } = exchange
    if (!('path' in request) || !request.path.startsWith('/api/v1/events')) return []
    const { events } = objectOf(answerOf(exchange)?.body['data'])
    return (Array.isArray(events) ? events : []).map(objectOf).map(({ headers, body }) => {
      return { atMs: answeredAtMs, headers: objectOf(headers) as Record<string, string>, body: String(body) }
    })
  })
}

interface Reply {
  httpStatus: number
  body: JsonObject
}

function answerOf({ reply }: Exchange): Reply | undefined {
  return reply.kind === 'reply' ? { httpStatus: reply.status, body: readJson(reply.body) } : undefined
}

export function isSuccess({ httpStatus }: { httpStatus: number }): boolean {
  return httpStatus === 200 || httpStatus === 201
}

function idOf(item: JsonObject): string | undefined {
  return textOf(item['transaction_id'] ?? item['refund_id'] ?? item['withdrawal_id'])
}

function findField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const own = (value as JsonObject)[name]
  if (own !== undefined) return own
  for (const inner of Object.values(value)) {
    const found = findField(inner, name)
    if (found !== undefined) return found
  }
  return undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
