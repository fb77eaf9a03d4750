import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Wire } from './world.ts'

/** What a merchant's client does about nodes that go and come: the same request again, at the next one. */
export interface RetryingClient {
  /** Throws when a request was tried too often. */
  post(path: string, body: unknown): Promise<{ status: number; body: Wire }>
  /** How often something had to be sent again, by why. */
  retries: Readonly<Record<string, number>>
  close(): void
}

/** A client gives up after so many tries; a restart takes a few seconds, and there are other nodes. */
const triesMax = 20
const againAfterMs = 100

/** Sends each request to the next node, over connections that it keeps, and sends it again where that may help. */
export function retryingClient(urls: readonly string[], apiKey: string): RetryingClient {
  const agent = new Agent({ keepAlive: true })
  const retries: Record<string, number> = {}
  let turn = 0
  return {
    retries,
    close: () => agent.destroy(),
    post: async (path, body) => {
      for (let tries = 1; ; tries++) {
        const url = `${urls[turn++ % urls.length]}${path}`
        const answer = await send({ url, agent, apiKey, text: JSON.stringify(body) })
        if ('status' in answer && answer.status !== 503) return answer
        const why = 'status' in answer ? '503' : answer.error
        if (tries >= triesMax) throw new Error(`${path} was tried ${tries} times: ${why}`)
        retries[why] = (retries[why] ?? 0) + 1
        await sleep('retryAfterMs' in answer ? answer.retryAfterMs : againAfterMs)
      }
    },
  }
}

type Sent = { status: number; body: Wire; retryAfterMs: number } | { error: string }

/** Only a connection that was refused or cut is worth another try: anything else is a fault, and throws. */
function send(what: { url: string; agent: Agent; apiKey: string; text: string }): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const outgoing = request(what.url, {
      method: 'POST',
      agent: what.agent,
      headers: { authorization: `Bearer ${what.apiKey}`, 'content-type': 'application/json' },
    })
    const broken = (error: NodeJS.ErrnoException) => {
      const code = error.code ?? ''
      if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) resolve({ error: code })
      else reject(error)
    }
    outgoing.on('error', broken)
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', broken)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const retryAfterMs = Number(response.headers['retry-after'] ?? 1) * 1_000
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), retryAfterMs })
      })
    })
    outgoing.end(what.text)
  })
}
