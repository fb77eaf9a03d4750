import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { Book, Json, Pix, Push } from './book.ts'
import { showPix } from './charges.ts'
import { readTls, type TlsFiles } from './config.ts'

const attemptsMax = 5
const retryMs = 200
const answerTimeoutMs = 10_000

type PushRow = ['push', string, Push]

/** What the webhook of a Pix is to be told of its state now; nothing without a txid or a webhook. */
export function pushRows(book: Book, pix: Pix): PushRow[] {
  if (pix.txid === undefined || !book.webhook.has(pix.chave)) return []
  const settings = book.told()
  const { hold, copies, delay_ms, lose } = settings.pushes
  const isLost = lose > 0
  if (isLost) book.save(['settings', 'all', { ...settings, pushes: { ...settings.pushes, lose: lose - 1 } }])
  const push: Push = {
    chave: pix.chave,
    pix: [showPix(pix)],
    state: isLost ? 'lost' : hold ? 'held' : 'waiting',
    dueMs: book.now() + delay_ms,
    attempts: 0,
  }
  return Array.from({ length: hold || isLost ? 1 : copies }, () => ['push', `p${book.next()}`, { ...push }])
}

/** How pushes that were held go out. */
export interface Release {
  /** One call for each key, with all of its Pix. */
  group: boolean
  /** The last first. */
  reverse: boolean
  copies: number
  /** So many of the first are never sent. */
  lose: number
}

/** Sends what was held. Returns how many calls there will be. */
export function releasePushes(book: Book, { group, reverse, copies, lose }: Release): number {
  const held = [...book.push].filter(([, { state }]) => state === 'held')
  if (reverse) held.reverse()
  const lost: PushRow[] = held.splice(0, lose).map(([key, push]) => ['push', key, { ...push, state: 'lost' }])
  const calls: { chave: string; pix: Json[] }[] = []
  for (const [, { chave, pix }] of held) {
    const same = group ? calls.find((call) => call.chave === chave) : undefined
    if (same) same.pix.push(...pix)
    else calls.push({ chave, pix: [...pix] })
  }
  const rows = calls
    .flatMap((call) => Array.from({ length: copies }, () => call))
    .map((call): PushRow => ['push', `p${book.next()}`, { ...call, state: 'waiting', dueMs: book.now(), attempts: 0 }])
  book.save(...held.map(([key]): ['push', string, null] => ['push', key, null]), ...lost, ...rows)
  return rows.length
}

/** Sends what is due, one call after the other, so that the order is the order of the book. */
export async function sendDuePushes(book: Book, tls: TlsFiles | undefined): Promise<void> {
  for (const key of [...book.waitingPushes]) {
    const push = book.push.get(key)
    const webhook = push && book.webhook.get(push.chave)
    if (!push || push.dueMs > book.now()) continue
    const isDelivered = webhook !== undefined && (await post(`${webhook.webhookUrl}/pix`, { pix: push.pix }, tls))
    push.attempts += 1
    if (isDelivered) push.state = 'delivered'
    else if (!webhook || push.attempts >= attemptsMax) push.state = 'given_up'
    else push.dueMs = book.now() + retryMs * 2 ** push.attempts
    book.save(['push', key, push])
  }
}

/** True when the receiver took it (2xx). */
export function post(url: string, body: Json, tls: TlsFiles | undefined): Promise<boolean> {
  const text = JSON.stringify(body)
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const options = { method: 'POST', headers, agent: false, timeout: answerTimeoutMs }
    const sent = url.startsWith('https:')
      ? tlsRequest(url, { ...options, ...(tls && readTls(tls)) })
      : plainRequest(url, options)
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('error', () => undefined)
      resolve(Math.floor((answer.statusCode ?? 0) / 100) === 2)
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(false))
    sent.end(text)
  })
}
