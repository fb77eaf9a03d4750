import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerLink } from './fake-links.ts'
import { answerRefund, payHeld, type Remembered } from './fake-refunds.ts'
import { validate } from './fake-validation.ts'

// biome-ignore lint/suspicious/noExplicitAny: faults put anything on the wire
export type Json = any

/** A request as the fake gateway sees it. */
export interface Incoming {
  kind: 'payin' | 'payout' | 'card' | 'refund' | 'read' | 'link'
  code: string
  /** Flat, whichever form was sent. */
  fields: Record<string, Json>
}

/** Where a fault reaches in. Each gets what a faultless gateway would do and returns what this one does. */
export interface Fault {
  problems?: (problems: string[], incoming: Incoming) => string[]
  /** `data` of an accepted request. */
  data?: (data: Json, incoming: Incoming) => Json
  /** The outer status. */
  word?: (word: string, incoming: Incoming) => string
  /** The JSON of a callback. */
  callback?: (callback: Json, incoming: Incoming) => Json
  /** The bytes of a callback. */
  callbackText?: (text: string, incoming: Incoming) => string
  /** What is sent before the callback. */
  before?: (text: string, incoming: Incoming) => string[]
  callbackMethod?: string
  contentType?: string
  replyContentType?: string
  hash?: (apiKey: number) => string
  apiKey?: () => number
  sends?: (incoming: Incoming) => boolean
  retries?: (answer: number | 'cut') => boolean
  takesPath?: (path: string, method: string) => boolean
  takesText?: (text: string) => boolean
  /** What stands beside `status` and `data` of an accepted request. */
  beside?: object
  headers?: Record<string, string>
  sees?: (headers: IncomingHttpHeaders) => void
  code?: (code: number, incoming: Incoming) => number
  /** Each attempt of a callback with a new api_key. */
  freshAttempts?: boolean
  followsRedirects?: boolean
  /** What is answered to every path of refunds and payment links, and to unknown ones. */
  hasNoRefunds?: number
  /** A repeated reference makes another refund. */
  forgetsReferences?: boolean
  /** Sends callbacks of refunds. */
  tellsRefunds?: boolean
}

export const pointId = '6f3c7f6e-6d0a-4b0e-9c53-0c1a8a3f1b11'
export const apiToken = 'token-of-the-fake-gateway'

/** Callbacks come at once, and again after as long as this. */
const retryDelayMs = 20
const attemptsMax = 3
/** Of the adapter of Pasarela. */
const heldAmount = 777.01

export interface FakeGateway {
  url: string
  /** Set before the tool runs. */
  callbackUrl: string
  close(): Promise<void>
}

/** A gateway that keeps the specification but for its faults. It pays every pay-in by itself, and refunds what it paid. */
export async function startFakeGateway(faults: readonly Fault[]): Promise<FakeGateway> {
  const pending = new Set<Promise<void>>()
  const gateway = { url: '', callbackUrl: '' }
  const remembered: Remembered = { payments: new Map(), refunds: [], links: [] }
  const server = createServer((request, response) => {
    void answer(request, response, { faults, remembered }).then((payment) => {
      if (payment === undefined) return
      const delivery = tell(payment, { faults, url: gateway.callbackUrl }).finally(() => pending.delete(delivery))
      pending.add(delivery)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(gateway, {
    close: async () => {
      server.close()
      server.closeAllConnections()
      await Promise.all(pending)
    },
  })
}

export interface Payment {
  incoming: Incoming
  data: Json
  /** Nobody pays it before a control says so. */
  isHeld?: boolean
}

/** A request that was understood, and what a faultless gateway does with it. */
export interface Found {
  incoming: Incoming
  problems: string[]
  /** Of an accepted request. */
  code: number
  data: () => Json
  remember: (data: Json) => void
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { faults, remembered }: { faults: readonly Fault[]; remembered: Remembered },
): Promise<Payment | undefined> {
  const text = await readText(request)
  const { method = '', url: path = '' } = request
  for (const { sees } of faults) sees?.(request.headers)
  if (isControl(path)) {
    payHeld(remembered, path)
    reply(response, faults, { code: 200, body: { status: 'success', data: {} } })
    return undefined
  }
  const repeats = faults.some(({ forgetsReferences }) => forgetsReferences)
  const none = faults.find(({ hasNoRefunds }) => hasNoRefunds)?.hasNoRefunds
  const asked = { method, path, body: parse(text, faults) ?? {} }
  const answers = () => answerRefund(remembered, asked, repeats) ?? answerLink(remembered.links, asked, repeats)
  const found = none === undefined ? answers() : undefined
  if (found !== undefined) return decide(response, faults, found)
  const isKnown = /^\/api\/v1\/payments\/(payin|payout)_hth$/.test(path) && method === 'POST'
  if (!isKnown && !faults.some(({ takesPath }) => takesPath?.(path, method)))
    return refuse(response, faults, none ?? 404)
  const body = parse(text, faults)
  if (body === undefined) return refuse(response, faults, 400)
  const incoming = incomingOf(path, body)
  return decide(response, faults, {
    incoming,
    problems: validate(body, incoming),
    code: 200,
    data: () => dataOf(incoming),
    remember: (data) =>
      remembered.payments.set(String(data.transaction_id), { incoming, data, isHeld: data.amount === heldAmount }),
  })
}

function decide(response: ServerResponse, faults: readonly Fault[], found: Found): Payment | undefined {
  const { incoming } = found
  const fail = incoming.kind === 'payout' ? 'error' : 'fail'
  const problems = apply(faults, 'problems', { value: found.problems, incoming })
  const isAccepted = problems.length === 0
  const data = isAccepted ? apply(faults, 'data', { value: found.data(), incoming }) : null
  if (isAccepted) found.remember(data)
  const status = apply(faults, 'word', { value: isAccepted ? 'success' : fail, incoming })
  const beside = isAccepted ? faults.find((fault) => fault.beside)?.beside : { problems }
  const code = apply(faults, 'code', { value: isAccepted ? found.code : 422, incoming })
  reply(response, faults, { code, body: { status, data, ...beside } })
  return isAccepted ? { incoming, data } : undefined
}

/** What the adapter of Pasarela calls: this gateway says yes to all of it. */
function isControl(path: string): boolean {
  return path === '/api/v1/webhook' || path.startsWith('/api/v1/test/')
}

function refuse(response: ServerResponse, faults: readonly Fault[], code: number): undefined {
  reply(response, faults, { code, body: { status: 'fail', data: null } })
}

function reply(
  response: ServerResponse,
  faults: readonly Fault[],
  { code, body }: { code: number; body: object },
): void {
  const contentType = faults.find(({ replyContentType }) => replyContentType)?.replyContentType ?? 'application/json'
  const headers = faults.find((fault) => fault.headers)?.headers
  response.writeHead(code, { 'content-type': contentType, ...headers }).end(JSON.stringify(body))
}

function parse(text: string, faults: readonly Fault[]): Record<string, Json> | undefined {
  try {
    const body = JSON.parse(text === '' ? '{}' : text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // No JSON at all.
  }
  const anything = { service_code: 'SPEI_MX', amount: 1, reference: 'r' }
  return faults.some(({ takesText }) => takesText?.(text)) ? anything : undefined
}

function incomingOf(path: string, body: Record<string, Json>): Incoming {
  const isPayout = path.includes('payout')
  const isCard = 'customerDetails' in body || 'transactionDetails' in body
  return {
    kind: isPayout ? 'payout' : isCard ? 'card' : 'payin',
    code: String(body['service_code']),
    fields: flat(body),
  }
}

/** Lifts the fields of nested objects. */
function flat(body: Record<string, Json>): Record<string, Json> {
  const entries = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'amount'
      ? Object.entries(flat(value))
      : [[name, value] as const],
  )
  return Object.fromEntries(entries)
}

const currencies: Record<string, string> = { AR: 'ARS', CL: 'CLP', PE: 'PEN', MX: 'MXN' }

function dataOf({ kind, code, fields }: Incoming): Json {
  const { amount, reference } = fields
  const now = new Date()
  const common = { transaction_id: randomUUID(), reference, amount }
  if (kind === 'payout') {
    return { ...common, created_at: now.toISOString().slice(0, 19).replace('T', ' '), status: 'COMPLETED' }
  }
  if (kind === 'card') {
    return { ...common, status: 'PENDING', message: 'in progress', redirect_url: 'https://pay.example.com/3ds' }
  }
  const expiry = fields['expired_at'] ?? microseconds(new Date(now.getTime() + 3_600_000))
  const times = { created_at: microseconds(now), updated_at: microseconds(now), expired_at: expiry }
  if (code === 'DEBIN_AR') return { ...common, created_at: times.created_at, status: 'PENDING' }
  const target = ['bank', 'num', 'type', 'beneficiary', 'reference'].map((name) => [`target_account_${name}`, 'text'])
  return {
    ...common,
    currency: currencies[code.slice(-2)] ?? 'USD',
    status: 'PENDING',
    ...times,
    ...Object.fromEntries(target),
    ...(code === 'PIX_BR' ? { pix_br_code: '00020126360014br.gov.bcb.pix6304A1B2' } : {}),
    ...(code === 'SPEI_MX' ? { clabe: '002115000000000016' } : {}),
  }
}

function microseconds(time: Date): string {
  return time.toISOString().replace('Z', '000Z')
}

async function tell(
  { incoming, data }: Payment,
  { faults, url }: { faults: readonly Fault[]; url: string },
): Promise<void> {
  if (
    url === '' ||
    (incoming.kind === 'refund' && !faults.some(({ tellsRefunds }) => tellsRefunds)) ||
    typeof incoming.fields['amount'] !== 'number' ||
    faults.some(({ sends }) => sends !== undefined && !sends(incoming))
  )
    return
  let text = callbackText({ incoming, data }, faults)
  for (const { before } of faults) {
    for (const first of before?.(text, incoming) ?? []) await post(url, first, faults)
  }
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (attempt > 1 && faults.some(({ freshAttempts }) => freshAttempts))
      text = callbackText({ incoming, data }, faults)
    const answered = await post(url, text, faults)
    if (answered === 302 && faults.some(({ followsRedirects }) => followsRedirects))
      await post(`${url}/moved`, text, faults)
    const isOver = answered === 200 || faults.some(({ retries }) => retries !== undefined && !retries(answered))
    if (isOver) return
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  }
}

function callbackText({ incoming, data }: Payment, faults: readonly Fault[]): string {
  const apiKey = faults.find((fault) => fault.apiKey)?.apiKey?.() ?? randomInt(1, 9_999_999_999)
  const hash = faults.find((fault) => fault.hash)?.hash?.(apiKey) ?? hashOf(apiKey)
  const now = microseconds(new Date())
  const callback = apply(faults, 'callback', {
    value: {
      transaction_id: data.transaction_id ?? data.refund_id,
      api_key: apiKey,
      security_hash: hash,
      status: 'COMPLETED',
      ...(['BT_AR', 'PIX_BR'].includes(incoming.code) && incoming.kind === 'payin' ? { amount: '@amount' } : {}),
      message: 'approved',
      reference: incoming.fields['reference'],
      updated_at: incoming.kind === 'card' ? now.slice(0, -1) : now,
      ...(incoming.kind === 'card' ? {} : { pay_type: incoming.kind }),
    },
    incoming,
  })
  const text = JSON.stringify(callback).replace('"@amount"', Number(incoming.fields['amount']).toFixed(2))
  return apply(faults, 'callbackText', { value: text, incoming })
}

export function hashOf(apiKey: number, token = apiToken): string {
  return createHmac('sha256', token).update(`${apiKey}${pointId}`).digest('hex')
}

async function post(url: string, body: string, faults: readonly Fault[]): Promise<number | 'cut'> {
  const method = faults.find(({ callbackMethod }) => callbackMethod)?.callbackMethod ?? 'POST'
  const contentType = faults.find((fault) => fault.contentType)?.contentType ?? 'application/json'
  try {
    const headers = { 'content-type': contentType }
    return (await fetch(url, { method, headers, body, redirect: 'manual' })).status
  } catch {
    return 'cut'
  }
}

function apply(
  faults: readonly Fault[],
  name: 'problems' | 'data' | 'word' | 'code' | 'callback' | 'callbackText',
  { value, incoming }: { value: Json; incoming: Incoming },
): Json {
  return faults.reduce(
    (before, fault) => (fault[name] as ((v: Json, i: Incoming) => Json) | undefined)?.(before, incoming) ?? before,
    value,
  )
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
