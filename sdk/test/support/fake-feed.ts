import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallbackEvent } from '../../src/client/callback-history.ts'

/** A gateway that has nothing but the event feed, as docs/contract.md has it. Cursors are numbers of events. */
export interface FakeFeed {
  url: string
  /** Adds an event; a waiting request is answered with it. */
  push(event: CallbackEvent): void
  /** `after` of every request so far; null where it was left out. */
  asked: (string | null)[]
  /** Ends all connections and refuses new ones, as a gateway that restarts. */
  stop(): Promise<void>
  /** Comes back on the same port with its events. */
  start(): Promise<void>
}

/** Starts it. `apiKey`: the only one that it takes. */
export async function startFakeFeed(apiKey: string): Promise<FakeFeed> {
  const events: CallbackEvent[] = []
  const asked: (string | null)[] = []
  const waiting = new Set<() => void>()
  let server: Server | undefined
  let port = 0
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://feed')
    if (request.headers.authorization !== `Bearer ${apiKey}`) return sendJson(response, 401, refusal)
    if (url.pathname !== '/api/v1/events') return sendJson(response, 404, { ...refusal, error: { code: 'not_found' } })
    const after = url.searchParams.get('after')
    asked.push(after)
    const from = after === null ? events.length : Number(after)
    const send = () => {
      waiting.delete(send)
      clearTimeout(timer)
      const page = events.slice(from, from + Number(url.searchParams.get('limit')))
      const data = { events: page, next_after: String(from + page.length) }
      sendJson(response, 200, { status: 'success', data })
    }
    const timer = setTimeout(send, Number(url.searchParams.get('wait_seconds')) * 1_000)
    waiting.add(send)
    request.on('close', () => response.writableEnded || waiting.delete(send))
    if (after === null || events.length > from) send()
    return
  }
  const feed: FakeFeed = {
    url: '',
    asked,
    push: (event) => {
      events.push(event)
      for (const send of [...waiting]) send()
    },
    stop: async () => {
      const closing = server
      server = undefined
      closing?.closeAllConnections()
      await new Promise((done) => (closing ? closing.close(done) : done(undefined)))
    },
    start: async () => {
      server = createServer(answer).listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      feed.url = `http://127.0.0.1:${port}`
    },
  }
  await feed.start()
  return feed
}

const refusal = {
  status: 'fail',
  message: 'no',
  data: null,
  error: { code: 'unknown_key', message: 'This API key is not known.' },
  errors: [],
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
