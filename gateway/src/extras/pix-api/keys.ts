import { createHash } from 'node:crypto'

/**
 * The txid of a charge, or the id of a refund: 32 letters and digits, unique for ever. The first attempt is the id of its
 * transaction without dashes, so that a person finds one by the other.
 */
export function chargeKey(transactionId: string, attempt: number): string {
  if (attempt === 1) return transactionId.replaceAll('-', '')
  return createHash('sha256').update(`${transactionId} ${attempt}`).digest('hex').slice(0, 32)
}

/** Whether an id has the form of our keys. */
export function isChargeKey(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id)
}
