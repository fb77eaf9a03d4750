import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A callback as it arrived. */
export interface ReceivedCallback {
  method: string
  path: string
  contentType: string
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the wire is what is being tested, without types of any gateway
  json: any
  /** What the receiver answered; 0: it cut the connection. */
  answered: number
}

/** What a merchant's server does with the first delivery of a transaction's callback; after that it answers 200. */
export type FirstAnswer = number | 'cut'

export interface Plan {
  status: string
  answer: FirstAnswer
}

export interface Receiver {
  port: number
  received: readonly ReceivedCallback[]
  /** From now on, for callbacks that carry this transaction_id or reference and this status, or none. */
  answerFirst(key: string, plan: Plan): void
  /** Waits until `look` finds something; undefined when the time is over. */
  wait<T>(look: () => T | undefined, timeoutMs: number): Promise<T | undefined>
  close(): Promise<void>
}

export interface ReceiverOptions {
  port: number
  /** PEM; without it the receiver speaks plain HTTP, for a proxy that ends TLS before it. */
  tls?: { cert: string; key: string } | undefined
}

/** Far above a callback. */
const bodyLengthMax = 1_048_576

/** A merchant's callback endpoint on 127.0.0.1. It answers 200 with the body of the specification's handlers. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const received: ReceivedCallback[] = []
  const plans = new Map<string, Plan>()
  const waiting = new Set<() => void>()
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const receive = (text: string) => {
      const callback = toCallback(request, text)
      answer(callback, { plans, response })
      received.push(callback)
      for (const look of waiting) look()
    }
    // Whoever sends half a body, or nonsense, ends their own connection and nothing else.
    readBody(request)
      .then(receive)
      .catch(() => response.destroy())
  }
  const server = options.tls ? createHttpsServer(options.tls, listener) : createHttpServer(listener)
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    answerFirst: (key, plan) => void plans.set(key, plan),
    wait: async (look, timeoutMs) => await waitFor(waiting, look, timeoutMs),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function waitFor<T>(
  waiting: Set<() => void>,
  look: () => T | undefined,
  timeoutMs: number,
): Promise<T | undefined> {
  const found = look()
  if (found !== undefined) return found
  return await new Promise<T | undefined>((resolve) => {
    const end = (value: T | undefined) => {
      clearTimeout(timer)
      waiting.delete(again)
      resolve(value)
    }
    const again = () => {
      const value = look()
      if (value !== undefined) end(value)
    }
    const timer = setTimeout(() => end(look()), timeoutMs)
    waiting.add(again)
  })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).length
    if (length <= bodyLengthMax) chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function toCallback(request: IncomingMessage, text: string): ReceivedCallback {
  const { method = '', url: path = '', headers } = request
  return { method, path, contentType: headers['content-type'] ?? '', text, json: parse(text), answered: 200 }
}

function answer(
  callback: ReceivedCallback,
  { plans, response }: { plans: Map<string, Plan>; response: ServerResponse },
): void {
  const { transaction_id: id, reference, status } = callback.json ?? {}
  const keys = [id, reference].map((key) => (typeof key === 'string' ? key : JSON.stringify(key)))
  const plan = keys.map((key) => plans.get(key)).find((each) => each !== undefined)
  const first = plan !== undefined && [plan.status, undefined].includes(status) ? plan.answer : undefined
  if (first !== undefined) for (const key of keys) plans.delete(key)
  if (first === 'cut') {
    callback.answered = 0
    response.socket?.destroy()
    return
  }
  callback.answered = first ?? 200
  response.setHeader('content-type', 'application/json')
  if (callback.answered >= 300 && callback.answered < 400) response.setHeader('location', `${callback.path}/moved`)
  response.writeHead(callback.answered).end(JSON.stringify({ status: callback.answered === 200 ? 'success' : 'error' }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
