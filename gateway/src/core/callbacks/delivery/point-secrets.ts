import type { SecretBox } from '../../platform/secret-box.ts'
import type { ClaimedDelivery } from '../store/callback-claims.ts'

/** Size of the cache of decrypted secrets, enough for the active points of one process. A full cache is emptied. */
const openedMax = 1_000

export interface PointSecrets {
  token: string
  /** Newest first. */
  webhookSecrets: readonly string[]
}

/**
 * Decrypts the secrets of a delivery's point. The cache key is the encrypted form, so the next claim uses a rotated
 * secret. Throws when decryption fails: the master key is wrong, or the row was tampered with.
 */
export function pointSecrets(secretBox: SecretBox): (delivery: ClaimedDelivery) => PointSecrets {
  const opened = new Map<string, string>()
  const open = (box: Buffer, column: string, pointId: string) => {
    const key = `${pointId}:${box.toString('base64')}`
    const known = opened.get(key)
    if (known !== undefined) return known
    const secret = secretBox.open(box, { table: 'points', column, rowId: pointId })
    if (opened.size >= openedMax) opened.clear()
    opened.set(key, secret)
    return secret
  }
  return ({ pointId, tokenBox, webhookSecretBox, oldWebhookSecretBox }) => ({
    token: open(tokenBox, 'auth_api_token', pointId),
    webhookSecrets: [
      open(webhookSecretBox, 'webhook_secret', pointId),
      ...(oldWebhookSecretBox ? [open(oldWebhookSecretBox, 'old_webhook_secret', pointId)] : []),
    ],
  })
}
