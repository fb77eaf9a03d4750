import { setTimeout as sleep } from 'node:timers/promises'

/** One request to the gateway and its reply. */
export interface Exchange {
  method: string
  url: string
  /** As it was sent. */
  requestBody: string
  status: number
  headers: Headers
  /** As it arrived. */
  text: string
  /** The JSON of the reply; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: the wire is what is being tested, without types of any gateway
  json: any
}

export interface SendOptions {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
}

/** A payout may be answered only when its provider answered. */
const timeoutMs = 30_000

/** How often a gateway may say that it is full, and how long it may make a merchant wait each time. */
const [triesMax, waitSecondsMax] = [5, 10]

/** Sends it again where a full gateway says when (503 with Retry-After in seconds). Rejects where there is no answer at all. */
export async function send(options: SendOptions): Promise<Exchange> {
  for (let tries = 1; ; tries += 1) {
    const exchange = await sendOnce(options)
    const seconds = Number(exchange.headers.get('retry-after') ?? 'never')
    const isFull = exchange.status === 503 && seconds >= 0 && seconds <= waitSecondsMax
    if (!isFull || tries === triesMax) return exchange
    await sleep(seconds * 1000, undefined, { signal: options.signal })
  }
}

async function sendOnce({ url, method, headers, body, signal }: SendOptions): Promise<Exchange> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(body === '' ? {} : { body }),
  })
  const text = await response.text()
  return { method, url, requestBody: body, status: response.status, headers: response.headers, text, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
