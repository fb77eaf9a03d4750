import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentTime } from '../clock.ts'
import { type Callback, readCallback } from './callback.ts'
import { type CallbackSecrets, readSecrets, type SecretKeys } from './secrets.ts'

/** Which check failed. The first three are answered with 400, the others with 401. */
export type CallbackFault =
  | 'invalid_json'
  | 'missing_field'
  | 'invalid_field'
  | 'missing_signature'
  | 'invalid_timestamp'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'hash_mismatch'

export type CallbackVerdict = GenuineCallback | RefusedCallback

export interface GenuineCallback {
  ok: true
  callback: Callback
  /**
   * What to de-duplicate on: the webhook-id, one per event, where the webhook secret proves it; else
   * `transaction_id:status`.
   */
  key: string
}

export interface RefusedCallback {
  ok: false
  /** What the specification's reference handlers answer. */
  status: 400 | 401
  reason: CallbackFault
  /** For your log; says nothing about secrets and quotes nothing that was sent. */
  message: string
}

/**
 * Says whether a callback is genuine. `rawBody`: the bytes as they arrived, before anything parsed them.
 *
 * 1. With a webhook secret: the headers webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks 1.0.0)
 *    over the raw bytes, and the age of the callback.
 * 2. The body is a JSON object with the required fields.
 * 3. `security_hash` is the hex HMAC-SHA256, with the auth_api_token as key, of the decimal api_key directly followed by
 *    the auth_point_id (specification, Callback authentication).
 *
 * A body that is not a callback at all is 400 whatever its signature is. All secrets are compared in constant time.
 * Throws TypeError when `secrets` is unusable or something has parsed the body; never because of what was sent.
 */
export function verifyCallback(
  rawBody: Uint8Array | string,
  headers: CallbackHeaders,
  secrets: CallbackSecrets,
): CallbackVerdict {
  if (!isRaw(rawBody)) throw new TypeError(parsedAlready)
  const keys = readSecrets(secrets)
  const bytes = typeof rawBody === 'string' ? Buffer.from(rawBody, 'utf8') : Buffer.from(rawBody)
  const nowSeconds = (secrets.now ?? currentTime)().getTime() / 1_000
  const forged = keys.webhookKeys.length > 0 ? signatureFault(bytes, headers, { ...keys, nowSeconds }) : undefined
  const read = readCallback(bytes)
  if (!read.ok) return { ok: false, status: 400, reason: read.reason, message: read.message }
  if (forged !== undefined) return refused(forged)
  if (!hashFits(read.callback, keys)) return refused('hash_mismatch')
  return { ok: true, callback: read.callback, key: keyOf(read.callback, headers, keys) }
}

/** What is said to a server that gives a parsed body. */
export const parsedAlready =
  'The body was parsed before, so that no signature can be checked. Give the raw bytes as they arrived: with Express, ' +
  'mount the handler before express.json().'

/** Whether a body is bytes or text; bytes of another realm, such as a test runner's, count too. */
export function isRaw(body: unknown): body is Uint8Array | string {
  return typeof body === 'string' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer
}

type ForgedBy = Exclude<CallbackFault, 'invalid_json' | 'missing_field' | 'invalid_field'>

const sentences: Readonly<Record<ForgedBy, string>> = {
  missing_signature: 'One of the headers webhook-id, webhook-timestamp and webhook-signature is missing.',
  invalid_timestamp: 'The header webhook-timestamp is not a number of seconds.',
  timestamp_out_of_tolerance: 'The header webhook-timestamp is too far from the time of this machine.',
  signature_mismatch: 'No signature in webhook-signature fits the body and a webhook secret.',
  hash_mismatch: 'security_hash does not fit api_key, authPointId and an authApiToken.',
}

function refused(reason: ForgedBy): RefusedCallback {
  return { ok: false, status: 401, reason, message: sentences[reason] }
}

function signatureFault(
  bytes: Buffer,
  headers: CallbackHeaders,
  keys: SecretKeys & { nowSeconds: number },
): ForgedBy | undefined {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) return 'missing_signature'
  if (!/^\d{1,12}$/.test(timestamp)) return 'invalid_timestamp'
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`, 'utf8'), bytes])
  const expected = keys.webhookKeys.map((key) => createHmac('sha256', key).update(signed).digest())
  // Every pair is compared, so that the time of the check does not depend on which one fits.
  const pairs = versionOneOf(signatures).flatMap((given) => expected.map((wanted) => sameBytes(given, wanted)))
  if (!pairs.includes(true)) return 'signature_mismatch'
  const isFresh = Math.abs(keys.nowSeconds - Number(timestamp)) <= keys.toleranceSeconds
  return isFresh ? undefined : 'timestamp_out_of_tolerance'
}

/** More signatures than this are no rotation of secrets. */
const signaturesMax = 16

/** The signatures of the form `v1,<base64>`; others belong to versions that this one does not know. */
function versionOneOf(header: string): readonly Buffer[] {
  return header
    .split(' ', signaturesMax)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice('v1,'.length), 'base64'))
}

function hashFits(callback: Callback, { tokens, pointId }: SecretKeys): boolean {
  const { security_hash: hash } = callback
  const given = /^[0-9a-f]{64}$/i.test(hash) ? Buffer.from(hash, 'hex') : Buffer.alloc(0)
  const message = `${callback.api_key}${pointId}`
  const fits = tokens.map((token) => sameBytes(given, createHmac('sha256', token).update(message, 'utf8').digest()))
  return fits.includes(true)
}

function sameBytes(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function keyOf(callback: Callback, headers: CallbackHeaders, { webhookKeys }: SecretKeys): string {
  const id = webhookKeys.length > 0 ? headerOf(headers, 'webhook-id') : undefined
  return id ?? `${callback.transaction_id}:${callback.status}`
}

/** Headers of node:http, Express and Fastify, or of a `Request` of the Fetch standard. */
export type CallbackHeaders =
  | { readonly [name: string]: string | readonly string[] | undefined }
  | { get(name: string): string | null }

/** The value of a header; undefined when it is missing or stands there more than once. `name` in lower case. */
export function headerOf(headers: CallbackHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
  const [only] = values
  return values.length === 1 && typeof only === 'string' ? only : undefined
}
