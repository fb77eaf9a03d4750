import { createHmac } from 'node:crypto'
import { securityHash, standardWebhookHeaders } from '../../../core/callbacks/rules/callback-signature.ts'
import type { Message } from '../../../core/texts/messages/say.ts'
import { say } from '../messages/en.ts'

/** Standard Webhooks libraries refuse a timestamp that differs from their clock by more than this. */
const toleranceSeconds = 300

/** The fields that a callback always has (spec, Events). */
const requiredFields = ['transaction_id', 'api_key', 'security_hash', 'status', 'message'] as const

const apiKeyMax = 9_999_999_999

/** The callback that a merchant received. Header names in lower case. */
export interface ReceivedCallback {
  body: string
  headers: Readonly<Record<string, string>>
}

/** What only the gateway knows: the secrets of the point, and the bytes of the callback with that webhook-id. */
export interface CallbackTruth {
  pointId: string
  tokens: Readonly<{ active: string; old?: string | undefined; staged?: string | undefined }>
  /** Newest first. */
  webhookSecrets: readonly string[]
  /** The sent body of the callback with that webhook-id; undefined where there is none. */
  sentBody: string | undefined
  now: Date
}

/** One check, in the order in which a receiver makes them. `ok` null: not checked. */
export interface CheckedCallback {
  check: 'json' | 'fields' | 'api_key' | 'security_hash' | 'webhook_id' | 'body' | 'timestamp' | 'signature'
  ok: boolean | null
  message: Message
}

/** The result of every check of a received callback: whether it passes, and if not, why and what to do. */
export function explainCallback(received: ReceivedCallback, truth: CallbackTruth): CheckedCallback[] {
  const parsed = parse(received.body)
  const fields = parsed ? [fieldsCheck(parsed), apiKeyCheck(received.body, parsed), hashCheck(parsed, truth)] : []
  const json: CheckedCallback = parsed
    ? { check: 'json', ok: true, message: say('explain.is_object') }
    : { check: 'json', ok: false, message: say('explain.no_object') }
  return [json, ...fields, idCheck(received, truth), ...headerChecks(received, truth)]
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function fieldsCheck(parsed: Record<string, unknown>): CheckedCallback {
  const missing = requiredFields.filter((name) => parsed[name] === undefined || parsed[name] === null)
  if (missing.length === 0) return { check: 'fields', ok: true, message: say('explain.fields_there') }
  return { check: 'fields', ok: false, message: say('explain.fields_missing', { missing: missing.join(', ') }) }
}

function apiKeyCheck(body: string, parsed: Record<string, unknown>): CheckedCallback {
  const { api_key: value } = parsed
  const check = 'api_key'
  if (typeof value === 'string') {
    return { check, ok: false, message: say('explain.api_key_text') }
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > apiKeyMax) {
    const far = say('explain.api_key_range')
    return { check, ok: false, message: far }
  }
  if (!new RegExp(`"api_key"\\s*:\\s*${value}\\s*[,}]`).test(body)) {
    return { check, ok: false, message: say('explain.api_key_written') }
  }
  return { check, ok: true, message: say('explain.api_key_right') }
}

function hashCheck(parsed: Record<string, unknown>, truth: CallbackTruth): CheckedCallback {
  const check = 'security_hash'
  const { api_key: key, security_hash: hash } = parsed
  if (typeof key !== 'number' || !Number.isSafeInteger(key) || typeof hash !== 'string') {
    return { check, ok: null, message: say('explain.hash_unchecked') }
  }
  const of = (token: string) => securityHash(token, BigInt(key), truth.pointId)
  const { active, old, staged } = truth.tokens
  if (hash === of(active)) return { check, ok: true, message: say('explain.hash_active') }
  return { check, ok: false, message: whyNot(hash, { of, key, active, old, staged, truth }) }
}

interface HashRequest {
  of(token: string): string
  key: number
  active: string
  old: string | undefined
  staged: string | undefined
  truth: CallbackTruth
}

function whyNot(hash: string, { of, key, active, old, staged, truth }: HashRequest): Message {
  if (hash.toLowerCase() === of(active)) return say('explain.hash_upper_case')
  if (old !== undefined && hash === of(old)) return say('explain.hash_old')
  if (staged !== undefined && hash === of(staged)) return say('explain.hash_staged')
  const wrong: readonly [string, Message][] = [
    [hmacHex(active, `${truth.pointId}${key}`), say('explain.hash_order')],
    [hmacHex(truth.pointId, `${key}${active}`), say('explain.hash_swapped')],
    [hmacHex(active, String(key)), say('explain.hash_no_point')],
    [hmacHex(active, `${key}${truth.pointId.toUpperCase()}`), say('explain.hash_lower_case')],
    [hmacHex(active, `${key}${truth.pointId.replaceAll('-', '')}`), say('explain.hash_dashes')],
    [hmacHex(active, `${String(key).padStart(10, '0')}${truth.pointId}`), say('explain.hash_zeros')],
  ]
  const found = wrong.find(([made]) => made === hash.toLowerCase())
  return found ? found[1] : say('explain.hash_none')
}

function idCheck({ body, headers }: ReceivedCallback, truth: CallbackTruth): CheckedCallback {
  const check = 'webhook_id'
  const id = headers['webhook-id']
  if (id === undefined) return { check, ok: null, message: say('explain.id_missing') }
  if (truth.sentBody === undefined && /"transaction_id"\s*:\s*"test_/.test(body)) {
    return { check, ok: null, message: say('explain.id_of_test') }
  }
  if (truth.sentBody === undefined) {
    return { check, ok: false, message: say('explain.id_unknown') }
  }
  return { check, ok: true, message: say('explain.id_known') }
}

function headerChecks(received: ReceivedCallback, truth: CallbackTruth): CheckedCallback[] {
  const { body, headers } = received
  const checks: CheckedCallback[] = truth.sentBody === undefined ? [] : [bodyCheck(body, truth.sentBody)]
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  if (timestamp !== undefined) checks.push(timestampCheck(timestamp, truth.now))
  if (id === undefined || timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) {
    const message = say('explain.signature_unchecked')
    return [...checks, { check: 'signature', ok: null, message }]
  }
  const signatures = signature.split(' ')
  const of = (secret: string, text: string) =>
    standardWebhookHeaders({ secrets: [secret], id, timestampSeconds: Number(timestamp), body: text })[
      'webhook-signature'
    ]
  const fits = (text: string) => truth.webhookSecrets.findIndex((secret) => signatures.includes(of(secret, text) ?? ''))
  return [...checks, signatureCheck(fits(body), truth.sentBody === undefined ? -1 : fits(truth.sentBody))]
}

/** Finds where the bytes differ from the sent ones. Only the hash may differ, because it follows the token. */
function bodyCheck(body: string, sent: string): CheckedCallback {
  const check = 'body'
  if (body === sent) return { check, ok: true, message: say('explain.body_same') }
  let at = 0
  while (at < body.length && body[at] === sent[at]) at++
  const same = sameJson(body, sent)
  const message = same
    ? say('explain.body_rewritten', { place: at + 1 })
    : say('explain.body_differs', { place: at + 1 })
  return { check, ok: false, message }
}

function sameJson(one: string, other: string): boolean {
  const sorted = (text: string) =>
    JSON.stringify(Object.entries(parse(text) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
  return parse(one) !== undefined && sorted(one) === sorted(other)
}

function timestampCheck(text: string, now: Date): CheckedCallback {
  const check = 'timestamp'
  if (!/^\d{1,12}$/.test(text)) return { check, ok: false, message: say('explain.timestamp_seconds') }
  const awaySeconds = Math.round(now.getTime() / 1000) - Number(text)
  if (Math.abs(awaySeconds) <= toleranceSeconds) return { check, ok: true, message: say('explain.timestamp_fresh') }
  const way = awaySeconds > 0 ? 'ago' : 'ahead'
  const message = say(`explain.timestamp_${way}`, { seconds: Math.abs(awaySeconds), max: toleranceSeconds })
  return { check, ok: false, message }
}

function signatureCheck(fit: number, fitOfSent: number): CheckedCallback {
  const check = 'signature'
  if (fit === 0) return { check, ok: true, message: say('explain.signature_right') }
  if (fit > 0) return { check, ok: true, message: say('explain.signature_old') }
  if (fitOfSent >= 0) {
    return {
      check,
      ok: false,
      message: say('explain.signature_of_bytes'),
    }
  }
  return {
    check,
    ok: false,
    message: say('explain.signature_none'),
  }
}

function hmacHex(key: string, message: string): string {
  return createHmac('sha256', key).update(message, 'utf8').digest('hex')
}
