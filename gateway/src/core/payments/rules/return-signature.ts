import { createHmac } from 'node:crypto'

export interface ReturnValues {
  transaction_id: string
  reference: string
  status: string
  /** Unix seconds. */
  ts: string
}

/** Signature of the payer's return address: hex HMAC-SHA256(webhook secret, the four values joined by '.'). */
export function returnSignature(webhookSecret: string, values: ReturnValues): string {
  const text = [values.transaction_id, values.reference, values.status, values.ts].join('.')
  return createHmac('sha256', webhookSecret).update(text, 'utf8').digest('hex')
}
