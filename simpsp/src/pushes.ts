import { pixView } from './http/views.ts'
import type { Payment, Records } from './records/records.ts'

/** A push is tried again after these pauses, then given up. */
const pausesMs = [200, 1_000, 5_000, 15_000, 60_000]

const deadlineMs = 10_000

/** Pushes that are kept for the control API, the newest. */
const keptMax = 1_000

/** Pushes that wait for their answer or their pause. Beyond this number a new one is not sent: receivers inquire anyway. */
const openMax = 10_000

export interface SentPush {
  url: string
  body: string
  /** 0: no answer. */
  status: number
}

export interface Pushes {
  /** Tells the receiver about a payment at the address that is registered for its key, if one is. */
  ring(payment: Payment): void
  /** Sends a body of the caller's own, once. */
  send(url: string, body: string): Promise<number>
  sent(): readonly SentPush[]
  stop(): void
}

export function createPushes(records: Records): Pushes {
  const kept: SentPush[] = []
  const timers = new Set<NodeJS.Timeout>()
  let open = 0
  const send = async (url: string, body: string): Promise<number> => {
    const status = await post(url, body)
    kept.push({ url, body, status })
    if (kept.length > keptMax) kept.shift()
    return status
  }
  const attempt = async (url: string, body: string, tried: number): Promise<void> => {
    const status = await send(url, body)
    const pause = status >= 200 && status < 300 ? undefined : pausesMs[tried]
    if (pause === undefined) {
      open -= 1
      return
    }
    const timer = setTimeout(() => {
      timers.delete(timer)
      void attempt(url, body, tried + 1)
    }, pause)
    timers.add(timer)
  }
  return {
    ring: (payment) => {
      const url = records.webhooks.get(payment.chave)?.webhookUrl
      if (url === undefined || open >= openMax) return
      open += 1
      // The standard appends /pix to the registered address.
      void attempt(`${url}/pix`, JSON.stringify({ pix: [pixView(payment)] }), 0)
    },
    send,
    sent: () => kept,
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

async function post(url: string, body: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
