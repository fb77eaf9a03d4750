import type { BalanceTransaction, BalanceTransactionFilters, BalanceTransactionPage } from './balance-transactions.ts'
import type { Call, CallOptions, Reply } from './call.ts'
import type { DeliveryFilters, DeliveryPage, ListedDelivery } from './delivery-log.ts'
import type { PasarelaClient } from './operations.ts'
import { refuseFailedPayout, refuseFailedRefund, refuseFailedWithdrawal } from './read-reply.ts'
import { type OperationName, routes } from './routes.ts'
import { type Connection, send } from './send.ts'
import type { Transaction, TransactionFilters, TransactionPage } from './transactions.ts'

export interface ClientOptions {
  /** The gateway's address, such as https://pay.example.com. HTTPS, but for this machine and for test keys. */
  baseUrl: string
  /** `pas_test_…` or `pas_live_…`. */
  apiKey: string
  /** Of a point that demands signed payouts. */
  signingSecret?: string
  /** For one attempt; default 30 000. Payouts may take 8 seconds. */
  timeoutMs?: number
  /** How often a request is sent at most; default 4. */
  attemptsMax?: number
  /** Another way to send requests, such as one through a proxy. */
  fetch?: typeof globalThis.fetch
}

const timeoutMsDefault = 30_000
const attemptsMaxDefault = 4

type CallOf = <Data>(name: OperationName, rest: Omit<Call, 'route'>) => Promise<Reply<Data>>

function withdrawals(call: CallOf): Pick<PasarelaClient, 'createWithdrawal' | 'listWithdrawals' | 'getWithdrawal'> {
  return {
    createWithdrawal: async (body, given) =>
      refuseFailedWithdrawal(await call('createWithdrawal', { body, options: given })),
    listWithdrawals: async (query = {}, given) => await call('listWithdrawals', { query, options: given }),
    getWithdrawal: async (id, given) => await call('getWithdrawal', { id: idOf(id), options: given }),
  }
}

function paymentLinks(
  call: CallOf,
): Pick<
  PasarelaClient,
  'createPaymentLink' | 'listPaymentLinks' | 'getPaymentLink' | 'pausePaymentLink' | 'resumePaymentLink'
> {
  return {
    createPaymentLink: async (body, given) => await call('createPaymentLink', { body, options: given }),
    listPaymentLinks: async (query = {}, given) => await call('listPaymentLinks', { query, options: given }),
    getPaymentLink: async (id, given) => await call('getPaymentLink', { id: idOf(id), options: given }),
    pausePaymentLink: async (id, given) => await call('pausePaymentLink', { id: idOf(id), options: given }),
    resumePaymentLink: async (id, given) => await call('resumePaymentLink', { id: idOf(id), options: given }),
  }
}

/** A client of the gateway's API. Throws TypeError for an unusable address, key or number. */
export function pasarelaClient(options: ClientOptions): PasarelaClient {
  const connection = connectionOf(options)
  const call: CallOf = async <Data>(name: OperationName, rest: Omit<Call, 'route'>) =>
    await send<Data>(connection, { ...rest, route: routes[name] })
  const listTransactions = async (query: TransactionFilters = {}, given?: CallOptions) =>
    await call<TransactionPage>('listTransactions', { query, options: given })
  const listBalanceTransactions = async (query: BalanceTransactionFilters = {}, given?: CallOptions) =>
    await call<BalanceTransactionPage>('listBalanceTransactions', { query, options: given })
  const listDeliveries = async (query: DeliveryFilters = {}, given?: CallOptions) =>
    await call<DeliveryPage>('listDeliveries', { query, options: given })
  return {
    createPayin: async (body, given) => await call('createPayin', { body, options: given }),
    createPayout: async (body, given) => refuseFailedPayout(await call('createPayout', { body, options: given })),
    listTransactions,
    eachTransaction: (filters, given) => eachTransaction(listTransactions, filters, given),
    getTransaction: async (id, given) => await call('getTransaction', { id: idOf(id), options: given }),
    cancelPayin: async (id, given) => await call('cancelPayin', { id: idOf(id), options: given }),
    givePayerReference: async (id, body, given) =>
      await call('givePayerReference', { id: idOf(id), body, options: given }),
    approvePayout: async (id, body = {}, given) =>
      refuseFailedPayout(await call('approvePayout', { id: idOf(id), body, options: given })),
    rejectPayout: async (id, body = {}, given) => await call('rejectPayout', { id: idOf(id), body, options: given }),
    createRefund: async (id, body, given) =>
      refuseFailedRefund(await call('createRefund', { id: idOf(id), body, options: given })),
    listRefundsOfPayment: async (id, query = {}, given) =>
      await call('listRefundsOfPayment', { id: idOf(id), query, options: given }),
    listRefunds: async (query = {}, given) => await call('listRefunds', { query, options: given }),
    getRefund: async (id, given) => await call('getRefund', { id: idOf(id), options: given }),
    ...paymentLinks(call),
    ...withdrawals(call),
    listCallbacks: async (id, given) => await call('listCallbacks', { id: idOf(id), options: given }),
    resendCallback: async (id, given) => await call('resendCallback', { id: idOf(id), options: given }),
    listEvents: async (query = {}, given) => await call('listEvents', { query, options: given }),
    getWebhook: async (given) => await call('getWebhook', { options: given }),
    setWebhook: async (body, given) => await call('setWebhook', { body, options: given }),
    testWebhook: async (body = {}, given) => await call('testWebhook', { body, options: given }),
    explainCallback: async (body, given) => await call('explainCallback', { body, options: given }),
    listDeliveries,
    eachDelivery: (filters, given) => eachDelivery(listDeliveries, filters, given),
    getDelivery: async (id, given) => await call('getDelivery', { id: idOf(id), options: given }),
    resendDelivery: async (id, given) => await call('resendDelivery', { id: idOf(id), options: given }),
    recoverCallbacks: async (body, given) => await call('recoverCallbacks', { body, options: given }),
    rotateWebhookSecret: async (body = {}, given) => await call('rotateWebhookSecret', { body, options: given }),
    rotateApiToken: async (body, given) => await call('rotateApiToken', { body, options: given }),
    getBalances: async (given) => await call('getBalances', { options: given }),
    listBalanceTransactions,
    eachBalanceTransaction: (filters, given) => eachBalanceTransaction(listBalanceTransactions, filters, given),
    getStatement: async (currency, query, given) =>
      await call('getStatement', { id: idOf(currency), query, options: given }),
    listServices: async (given) => await call('listServices', { options: given }),
    listBanks: async (query, given) => await call('listBanks', { query, options: given }),
    validateRequest: async (body, given) => await call('validateRequest', { body, options: given }),
    readInbox: async (query = {}, given) => await call('readInbox', { query, options: given }),
    simulate: async (id, body, given) => await call('simulate', { id: idOf(id), body, options: given }),
    setTestFunds: async (body, given) => await call('setTestFunds', { body, options: given }),
    readTestClock: async (given) => await call('readTestClock', { options: given }),
    moveTestClock: async (body, given) => await call('moveTestClock', { body, options: given }),
  }
}

async function* eachTransaction(
  list: PasarelaClient['listTransactions'],
  filters: TransactionFilters = {},
  options?: CallOptions,
): AsyncGenerator<Transaction, void, undefined> {
  for (let cursor = filters.cursor; ; ) {
    const { data } = await list({ ...filters, ...(cursor === undefined ? {} : { cursor }) }, options)
    yield* data.items
    if (data.next_cursor === null) return
    cursor = data.next_cursor
  }
}

async function* eachBalanceTransaction(
  list: PasarelaClient['listBalanceTransactions'],
  filters: BalanceTransactionFilters = {},
  options?: CallOptions,
): AsyncGenerator<BalanceTransaction, void, undefined> {
  for (let cursor = filters.cursor; ; ) {
    const { data } = await list({ ...filters, ...(cursor === undefined ? {} : { cursor }) }, options)
    yield* data.items
    if (data.next_cursor === null) return
    cursor = data.next_cursor
  }
}

async function* eachDelivery(
  list: PasarelaClient['listDeliveries'],
  filters: DeliveryFilters = {},
  options?: CallOptions,
): AsyncGenerator<ListedDelivery, void, undefined> {
  for (let before = filters.before; ; ) {
    const { data } = await list({ ...filters, ...(before === undefined ? {} : { before }) }, options)
    yield* data.deliveries
    if (data.next_before === null) return
    before = data.next_before
  }
}

/** An empty id would make another address of the path. */
function idOf(id: string): string {
  if (typeof id === 'string' && id !== '' && id !== '.' && id !== '..') return id
  throw new TypeError('the id is empty')
}

function connectionOf(options: ClientOptions): Connection {
  const { apiKey, timeoutMs = timeoutMsDefault, attemptsMax = attemptsMaxDefault } = options
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError('baseUrl must be an address such as https://pay.example.com')
  }
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey is empty or no key')
  if (url.protocol === 'http:' && apiKey.startsWith('pas_live_') && !isThisMachine(url.hostname)) {
    throw new TypeError('baseUrl must be https: a live key would be readable on the way')
  }
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be a number above 0')
  if (!(attemptsMax >= 1)) throw new TypeError('attemptsMax must be 1 or more')
  return {
    baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    apiKey,
    signingSecret: options.signingSecret,
    timeoutMs,
    attemptsMax,
    fetch: options.fetch ?? globalThis.fetch,
  }
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
