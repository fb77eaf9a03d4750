import { type PointSecretColumn, pointSecretPlace } from '../../core/merchants/store/points.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import { readRotating } from './store/point-rotation.ts'

/** The decrypted secrets of a point. */
export interface OpenedSecrets {
  tokens: { active: string; old: string | undefined; staged: string | undefined }
  /** Newest first. */
  webhookSecrets: readonly string[]
  /** The token that signs, for `signCallback`. */
  token: string
  /** The true time, also while the gateway's clock is moved: merchants' clocks show the true time. */
  trueTime: Date
}

/** Decrypts the secrets that sign a point's callbacks. Throws Problem `not_found` if the point does not exist. */
export async function openPointSecrets(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  pointId: string,
): Promise<OpenedSecrets> {
  const found = await readRotating(deps.database.engine, pointId)
  if (!found) throw new Problem('not_found')
  const { secrets, now, trueTime } = found
  const open = (box: Buffer, column: PointSecretColumn) => deps.secretBox.open(box, pointSecretPlace(column, pointId))
  const maybe = (box: Buffer | null, column: PointSecretColumn) => (box ? open(box, column) : undefined)
  const oldSigns = secrets.oldWebhookSecretUntil !== null && secrets.oldWebhookSecretUntil > now
  const oldSecret = oldSigns ? maybe(secrets.oldWebhookSecretBox, 'old_webhook_secret') : undefined
  const token = open(secrets.tokenBox, 'auth_api_token')
  return {
    token,
    tokens: {
      active: token,
      old: maybe(secrets.oldTokenBox, 'old_api_token'),
      staged: maybe(secrets.stagedTokenBox, 'staged_api_token'),
    },
    webhookSecrets: [open(secrets.webhookSecretBox, 'webhook_secret'), ...(oldSecret === undefined ? [] : [oldSecret])],
    trueTime,
  }
}
