import { createHmac } from 'node:crypto'
import { securityHash, standardWebhookHeaders } from '../../../core/callbacks/rules/callback-signature.ts'

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
  message: string
}

/** The result of every check of a received callback: whether it passes, and if not, why and what to do. */
export function explainCallback(received: ReceivedCallback, truth: CallbackTruth): CheckedCallback[] {
  const parsed = parse(received.body)
  const fields = parsed ? [fieldsCheck(parsed), apiKeyCheck(received.body, parsed), hashCheck(parsed, truth)] : []
  const json: CheckedCallback = parsed
    ? { check: 'json', ok: true, message: 'The body is a JSON object.' }
    : { check: 'json', ok: false, message: 'The body is no JSON object. Give the raw bytes as they arrived.' }
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
  if (missing.length === 0) return { check: 'fields', ok: true, message: 'Every required field is there.' }
  return { check: 'fields', ok: false, message: `Missing: ${missing.join(', ')}. A receiver answers 400.` }
}

function apiKeyCheck(body: string, parsed: Record<string, unknown>): CheckedCallback {
  const { api_key: value } = parsed
  const check = 'api_key'
  if (typeof value === 'string') {
    return { check, ok: false, message: 'api_key is a text here; it is sent as a JSON integer. Do not format it.' }
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > apiKeyMax) {
    const far = 'api_key must be an integer from 1 to 9999999999. A 32-bit integer overflows: use 64 bits.'
    return { check, ok: false, message: far }
  }
  if (!new RegExp(`"api_key"\\s*:\\s*${value}\\s*[,}]`).test(body)) {
    return { check, ok: false, message: 'api_key is written with a sign, an exponent, a fraction or leading zeros.' }
  }
  return { check, ok: true, message: 'api_key is an integer in its range.' }
}

function hashCheck(parsed: Record<string, unknown>, truth: CallbackTruth): CheckedCallback {
  const check = 'security_hash'
  const { api_key: key, security_hash: hash } = parsed
  if (typeof key !== 'number' || !Number.isSafeInteger(key) || typeof hash !== 'string') {
    return { check, ok: null, message: 'Not checked: it needs api_key as an integer and security_hash as a text.' }
  }
  const of = (token: string) => securityHash(token, BigInt(key), truth.pointId)
  const { active, old, staged } = truth.tokens
  if (hash === of(active)) return { check, ok: true, message: 'The hash is that of the active auth_api_token.' }
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

function whyNot(hash: string, { of, key, active, old, staged, truth }: HashRequest): string {
  if (hash.toLowerCase() === of(active))
    return 'The hash is right but in upper case: compare the bytes, or lower-case it.'
  if (old !== undefined && hash === of(old))
    return 'This is the hash of the token before the rotation: it signs no more.'
  if (staged !== undefined && hash === of(staged)) return 'This is the hash of the staged token: activate it first.'
  const wrong: readonly [string, string][] = [
    [
      hmacHex(active, `${truth.pointId}${key}`),
      'The message is in the wrong order: api_key comes first, then the Point ID.',
    ],
    [hmacHex(truth.pointId, `${key}${active}`), 'Key and message are swapped: auth_api_token is the key.'],
    [hmacHex(active, String(key)), 'The Point ID is missing behind api_key.'],
    [hmacHex(active, `${key}${truth.pointId.toUpperCase()}`), 'The Point ID is in lower case in the message.'],
    [hmacHex(active, `${key}${truth.pointId.replaceAll('-', '')}`), 'The Point ID keeps its dashes in the message.'],
    [
      hmacHex(active, `${String(key).padStart(10, '0')}${truth.pointId}`),
      'api_key has no leading zeros in the message.',
    ],
  ]
  const found = wrong.find(([made]) => made === hash.toLowerCase())
  return found
    ? found[1]
    : 'The hash fits no token of this point: another point’s token or Point ID, a changed api_key, or a forgery.'
}

function idCheck({ body, headers }: ReceivedCallback, truth: CallbackTruth): CheckedCallback {
  const check = 'webhook_id'
  const id = headers['webhook-id']
  if (id === undefined) return { check, ok: null, message: 'The header webhook-id was not given.' }
  if (truth.sentBody === undefined && /"transaction_id"\s*:\s*"test_/.test(body)) {
    return { check, ok: null, message: 'A test callback: those stand in no log.' }
  }
  if (truth.sentBody === undefined) {
    return { check, ok: false, message: 'This point has sent no callback with that webhook-id.' }
  }
  return { check, ok: true, message: 'A callback of this point has that webhook-id.' }
}

function headerChecks(received: ReceivedCallback, truth: CallbackTruth): CheckedCallback[] {
  const { body, headers } = received
  const checks: CheckedCallback[] = truth.sentBody === undefined ? [] : [bodyCheck(body, truth.sentBody)]
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  if (timestamp !== undefined) checks.push(timestampCheck(timestamp, truth.now))
  if (id === undefined || timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) {
    const message = 'Not checked: it needs webhook-id, webhook-timestamp and webhook-signature.'
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
  if (body === sent) return { check, ok: true, message: 'The body is what was sent, byte for byte.' }
  let at = 0
  while (at < body.length && body[at] === sent[at]) at++
  const same = sameJson(body, sent)
  const message = same
    ? `The body was parsed and written again: it differs from what was sent at character ${at + 1}. Check the raw bytes.`
    : `The body differs from what was sent at character ${at + 1}.`
  return { check, ok: false, message }
}

function sameJson(one: string, other: string): boolean {
  const sorted = (text: string) =>
    JSON.stringify(Object.entries(parse(text) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
  return parse(one) !== undefined && sorted(one) === sorted(other)
}

function timestampCheck(text: string, now: Date): CheckedCallback {
  const check = 'timestamp'
  if (!/^\d{1,12}$/.test(text)) return { check, ok: false, message: 'webhook-timestamp is in Unix seconds.' }
  const awaySeconds = Math.round(now.getTime() / 1000) - Number(text)
  if (Math.abs(awaySeconds) <= toleranceSeconds) return { check, ok: true, message: 'The timestamp is fresh.' }
  const way = awaySeconds > 0 ? 'ago' : 'ahead'
  return {
    check,
    ok: false,
    message: `The timestamp is ${Math.abs(awaySeconds)} s ${way}; libraries take ${toleranceSeconds} s. Fine for an old message, else set your clock.`,
  }
}

function signatureCheck(fit: number, fitOfSent: number): CheckedCallback {
  const check = 'signature'
  if (fit === 0) return { check, ok: true, message: 'The signature is that of the webhook secret.' }
  if (fit > 0)
    return { check, ok: true, message: 'The signature is that of the old webhook secret: its rotation is under way.' }
  if (fitOfSent >= 0) {
    return {
      check,
      ok: false,
      message: 'The signature is right for the bytes that were sent, not for this body: check the raw bytes.',
    }
  }
  return {
    check,
    ok: false,
    message:
      'The signature fits no webhook secret of this point: another secret, changed id or timestamp, or a forgery.',
  }
}

function hmacHex(key: string, message: string): string {
  return createHmac('sha256', key).update(message, 'utf8').digest('hex')
}
