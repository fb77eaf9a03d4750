import { once } from 'node:events'
import { createServer, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, request as tlsRequest } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Description } from './description.ts'
import {
  type ContractRequest,
  type Operation,
  type Operations,
  type PlayedAnswer,
  readOperations,
} from './operations.ts'

/** What a test lets the provider answer. */
export interface ScriptedAnswer {
  status: number
  headers?: Record<string, string>
  /** Written as JSON: `application/json`, from 400 on `application/problem+json`, unless `headers` say another type. */
  body?: unknown
  /** Why this answer breaks the description on purpose: it is not held against it. */
  offContract?: string
}

/** A call: the request, and the answer that was played; undefined where the connection was cut instead. */
export interface Exchange {
  /** `PUT /cob/{txid}`; undefined where the description has none, or the path is `besides` it. */
  operation: string | undefined
  request: ContractRequest
  answer: PlayedAnswer | undefined
  faults: readonly string[]
}

/** PEM. */
interface TlsFiles {
  cert: string
  key: string
  /** The authority of the other side; a server with it demands a certificate of its clients. */
  ca: string
}

export interface ContractServerOptions {
  description: Description
  /** Who answers: a function of the test (undefined cuts the connection), … */
  answer?: (request: ContractRequest) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>
  /** … or a server behind this one. Its answers with the header `x-off-contract: reason` are not held against it. */
  upstream?: string
  /** For an upstream by HTTPS. */
  upstreamTls?: TlsFiles
  /** HTTPS that demands a certificate of the client; without it plain HTTP. */
  tls?: TlsFiles
  /** Where the paths of the description begin, without a slash at the end. */
  basePath?: string
  /** Beginnings of paths that the description does not speak of, such as that of the token: they are not checked. */
  besides?: readonly string[]
  /** Parameters of the query that this provider demands beyond the description, such as a key of the application. */
  extraQuery?: readonly string[]
}

export interface ContractServer {
  /** `http(s)://127.0.0.1:<port>` and the base path. */
  url: string
  /** What broke the description so far, in requests and answers: a test asserts that there is none. */
  faults: string[]
  exchanges: Exchange[]
  /** Checks what the provider sent by itself, by its name in `callbacks`; faults are kept as of other exchanges. */
  checkCallback(name: string, body: unknown): void
  close(): Promise<void>
}

interface Served {
  options: ContractServerOptions
  operations: Operations
  faults: string[]
  exchanges: Exchange[]
}

const keepAliveMs = 65_000
const offContractHeader = 'x-off-contract'
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  offContractHeader,
])

/**
 * A server on 127.0.0.1 that holds each request and each answer against a provider's description, and passes both on. It ends with
 * the test.
 */
export async function contractServer(
  t: { after(close: () => Promise<void>): void },
  options: ContractServerOptions,
): Promise<ContractServer> {
  const served: Served = { options, operations: readOperations(options.description), faults: [], exchanges: [] }
  const sockets = new Set<Socket>()
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    serve(served, incoming, response).catch((fault: unknown) => {
      served.faults.push(`the contract server failed: ${String(fault)}`)
      incoming.socket.destroy()
    })
  }
  const { tls, basePath = '' } = options
  const demands = { requestCert: true, rejectUnauthorized: true }
  const server = tls ? createTlsServer({ ...tls, ...demands }, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  // Longer than callers keep a connection, so that no request meets a closing one.
  server.keepAliveTimeout = keepAliveMs
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  t.after(close)
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    faults: served.faults,
    exchanges: served.exchanges,
    checkCallback: (name, body) => {
      served.faults.push(
        ...served.operations
          .callback(name)(body)
          .map((sentence) => `callback ${name}: ${sentence}`),
      )
    },
    close,
  }
}

async function serve(served: Served, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options, operations } = served
  const request = await readRequest(incoming, options.basePath ?? '')
  const isBeside = (options.besides ?? []).some((beginning) => request.path.startsWith(beginning))
  const found = isBeside ? undefined : operations.find(request.method, request.path)
  const described = { ...request, query: new URLSearchParams(request.query) }
  for (const name of options.extraQuery ?? []) described.query.delete(name)
  const faults = checkRequest(found, described)
  const answer =
    options.upstream === undefined ? await script(options, request) : await pass(options, incoming, request)
  const isHeld = answer?.isWhole && answer.offContract === undefined
  if (isHeld && typeof found === 'object') faults.push(...found.checkAnswer(answer))
  const said = faults.map((sentence) => `${request.method} ${request.path}: ${sentence}`)
  served.faults.push(...said)
  served.exchanges.push({
    operation: typeof found === 'object' ? found.name : undefined,
    request,
    answer,
    faults: said,
  })
  if (!answer) return void incoming.socket.destroy()
  const length = answer.isWhole ? {} : { 'content-length': String(Buffer.byteLength(answer.body) + 1) }
  response.writeHead(answer.status, { ...answer.headers, ...length } as Record<string, string>)
  if (answer.isWhole) response.end(answer.body)
  // Half an answer reaches the caller as half an answer.
  else response.write(answer.body, () => incoming.socket.destroy())
}

function checkRequest(found: Operation | string | undefined, request: ContractRequest): string[] {
  if (found === undefined) return []
  return typeof found === 'string' ? [found] : found.checkRequest(request)
}

interface Answer extends PlayedAnswer {
  isWhole: boolean
  offContract: string | undefined
}

async function readRequest(incoming: IncomingMessage, basePath: string): Promise<ContractRequest> {
  const { text } = await readText(incoming)
  const url = new URL(incoming.url ?? '/', 'http://provider')
  const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname
  return { method: incoming.method ?? '', path, query: url.searchParams, headers: incoming.headers, body: text }
}

async function readText(message: IncomingMessage): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of message) chunks.push(chunk as Buffer)
  } catch {
    // Cut off: what came so far is what there is.
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isWhole: message.complete }
}

async function script({ answer }: ContractServerOptions, request: ContractRequest): Promise<Answer | undefined> {
  const scripted = await answer?.(request)
  if (!scripted) return undefined
  const { status, body, headers = {}, offContract } = scripted
  const type = { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' }
  return {
    status,
    headers: { ...(body === undefined ? {} : type), ...headers },
    body: typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body),
    isWhole: true,
    offContract,
  }
}

/** Sends the request on as it came. Undefined when the upstream cuts the connection without an answer. */
async function pass(
  { upstream = '', upstreamTls }: ContractServerOptions,
  incoming: IncomingMessage,
  { body }: ContractRequest,
): Promise<Answer | undefined> {
  const target = new URL(upstream)
  const call = target.protocol === 'https:' ? tlsRequest : plainRequest
  const headers = { ...kept(incoming.headers), ...(body && { 'content-length': String(Buffer.byteLength(body)) }) }
  const sent = call(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers,
    agent: false,
    ...upstreamTls,
  })
  sent.end(body)
  const answered = await new Promise<IncomingMessage | undefined>((resolve) => {
    sent.on('response', resolve)
    sent.on('error', () => resolve(undefined))
  })
  if (!answered) return undefined
  const { text, isWhole } = await readText(answered)
  const reason = answered.headers[offContractHeader]
  return {
    status: answered.statusCode ?? 0,
    headers: kept(answered.headers),
    body: text,
    isWhole,
    offContract: reason === undefined ? undefined : String(reason),
  }
}

/** The headers that say something about the message, not about its way. */
function kept(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(([name, value]) => value !== undefined && !hopHeaders.has(name))
  return Object.fromEntries(entries) as Record<string, string | string[]>
}
