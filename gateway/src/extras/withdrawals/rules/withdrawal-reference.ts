import type { SecretBox } from '../../../core/platform/secret-box.ts'

/** A point and ten symbols follow what the merchant sent. */
const endLength = 11

/** What a merchant may send: with the end it is as long as every reference may be. */
export const withdrawalReferenceLengthMax = 255 - endLength

/**
 * The reference of a withdrawal among payouts. Its end follows from the rest and is unknown to the merchant, so that no
 * payout has this reference by chance: withdrawals have a reference space of their own, and a repetition finds its original.
 */
export function payoutReference(
  { secretBox }: { secretBox: Pick<SecretBox, 'keyedHash'> },
  pointId: string,
  reference: string,
): string {
  const hash = secretBox.keyedHash('withdrawal-reference', `${pointId} ${reference}`)
  return `${reference}.${hash.toString('base64url').slice(0, endLength - 1)}`
}

/** What the merchant sent. */
export function withdrawalReference(reference: string): string {
  return reference.slice(0, -endLength)
}
