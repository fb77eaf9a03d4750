// Merchants to gateways: every exchange is kept for the judge.
import { Agent, request } from 'undici'
import type { Exchange, SimulatedReply } from '../virtual/parts.ts'
import type { Point } from './points.ts'

/** One request of a merchant to the API. */
export interface Call {
  point: Point
  method: 'GET' | 'POST'
  /** Below `/api/v1`. */
  path: string
  /** JSON text. */
  body?: string
}

export interface Client {
  /** Everything that was asked and answered, for the judge. */
  exchanges: readonly Exchange[]
  /** Sends to the process whose turn it is. Never rejects. */
  send(call: Call, turn: number): Promise<Exchange & { reply: SimulatedReply }>
  /** From now on the gateways' clocks are that far ahead of the true time. */
  followClock(offsetMs: number): void
  close(): Promise<void>
}

/** Longer than the gateway's own limit for a payout. */
const answerTimeoutMs = 20_000

/** The merchants' side of the wire: it notes each request with what came back, as the judge reads it. */
export function createClient(urls: readonly string[], connections: number): Client {
  const agent = new Agent({ connections, pipelining: 1, connect: { timeout: 2_000 } })
  const exchanges: Exchange[] = []
  let offsetMs = 0
  const nowMs = () => Date.now() + offsetMs
  return {
    exchanges,
    send: async ({ point, method, path, body }, turn) => {
      const headers = { authorization: `Bearer ${point.apiKey}`, 'content-type': 'application/json' }
      const sent = { method, path: `/api/v1${path}`, headers, ...(body !== undefined && { body }) }
      const sentAtMs = nowMs()
      const timeouts = { headersTimeout: answerTimeoutMs, bodyTimeout: answerTimeoutMs }
      const url = `${urls[turn % urls.length]}${sent.path}`
      const reply = await request(url, { method, headers, body: body ?? null, ...timeouts, dispatcher: agent })
        .then(async ({ statusCode: status, body: text }) => ({
          kind: 'reply' as const,
          status,
          body: await text.text(),
        }))
        .catch(() => ({ kind: 'broken' as const }))
      // A millisecond that has begun counts whole, as PostgreSQL rounds it.
      const answeredAtMs = nowMs() + 1
      const exchange = { act: `${method} ${path}`, who: point.name, sentAtMs, answeredAtMs, request: sent, reply }
      exchanges.push(exchange)
      return exchange
    },
    followClock: (aheadMs) => {
      offsetMs = aheadMs
    },
    close: async () => await agent.close(),
  }
}
