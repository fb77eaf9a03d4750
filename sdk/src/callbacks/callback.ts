/** The states of a callback, version 1.0 (docs/callbacks.md, Body). */
export const callbackStatuses = ['PENDING', 'COMPLETED', 'ERROR', 'EXPIRED'] as const

export type CallbackStatus = (typeof callbackStatuses)[number]

/** What the gateway says about one change of status. Names and values are those of the wire. */
export interface Callback {
  transaction_id: string
  /** Random, 1 to 9999999999; part of the hash. */
  api_key: number
  /** Hex HMAC-SHA256; see `verifyCallback`. */
  security_hash: string
  status: CallbackStatus
  /** A description of the status for people. */
  message: string
  /**
   * What was credited to you, or paid out, in the units of the currency. Absent where that is nothing (ERROR, EXPIRED), and for
   * service codes that do not send it; the point setting `amount_always` adds those.
   */
  amount?: number
  /** Your reference. */
  reference?: string
  /** ISO 8601, UTC; callbacks about cards write it without a suffix. */
  updated_at?: string
  pay_type?: 'payin' | 'payout' | 'refund'
  /** Of a payout to your own account; in the feed alone. */
  purpose?: 'withdrawal'
  /** Of a refund: the pay-in whose money goes back. */
  payment_id?: string
  sender_name?: string
  sender_document_number?: string
  beneficiary_name?: string
  beneficiary_document_number?: string
  beneficiary_bank_name?: string
  endToEndId?: string
  /** Your own notes; the point setting `send_metadata` adds them. */
  metadata?: Record<string, string>
  /** What a later version of the gateway adds. */
  [field: string]: unknown
}

/** The bounds of `api_key`: at most ten digits. */
const apiKeyMin = 1
const apiKeyMax = 9_999_999_999

export type CallbackReading =
  | { ok: true; callback: Callback }
  | { ok: false; reason: 'invalid_json' | 'missing_field' | 'invalid_field'; message: string }

/** Reads the body of a callback. Nothing in it is trusted yet. Messages never quote what was sent. */
export function readCallback(rawBody: Buffer): CallbackReading {
  const body = parseObject(rawBody)
  if (body === undefined) return { ok: false, reason: 'invalid_json', message: 'The body is not a JSON object.' }
  for (const [field, isValid, wanted] of requiredFields) {
    const value = body[field]
    if (value === undefined || value === null || (value === '' && field !== 'message')) {
      return { ok: false, reason: 'missing_field', message: `The field ${field} is missing.` }
    }
    if (!isValid(value)) {
      return { ok: false, reason: 'invalid_field', message: `The field ${field} is not ${wanted}.` }
    }
  }
  return { ok: true, callback: body as Callback }
}

const requiredFields: readonly (readonly [string, (value: unknown) => boolean, string])[] = [
  ['transaction_id', isText, 'a text'],
  [
    'api_key',
    (value) => Number.isInteger(value) && Number(value) >= apiKeyMin && Number(value) <= apiKeyMax,
    `an integer from ${apiKeyMin} to ${apiKeyMax}`,
  ],
  ['security_hash', isText, 'a text'],
  ['status', (value) => callbackStatuses.some((status) => status === value), `one of ${callbackStatuses.join(', ')}`],
  ['message', isText, 'a text'],
]

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function parseObject(rawBody: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
