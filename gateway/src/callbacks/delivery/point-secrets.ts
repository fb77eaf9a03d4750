import type { SecretBox } from '../../platform/secret-box.ts'
import type { ClaimedDelivery } from '../store/callback-claims.ts'

/** Opened secrets kept: the active points of one process. All are dropped beyond it. */
const openedMax = 1_000

export interface PointSecrets {
  token: string
  /** The newest first. */
  webhookSecrets: readonly string[]
}

/**
 * Opens the secrets of a delivery's point. Opened ones are kept by their sealed form, so that a rotated secret is
 * used from the next claim on. Throws when a box does not open: a wrong master key, or a row that was tampered with.
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
