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

/** Rejects where there is no answer at all. */
export async function send({ url, method, headers, body, signal }: SendOptions): Promise<Exchange> {
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
