import type { PlatformDeps } from '../platform/deps.ts'
import { Problem } from '../values/problem.ts'
import { readRotating } from './store/point-rotation.ts'
import { type PointSecretColumn, pointSecretPlace } from './store/points.ts'

/** The secrets of a point, opened. */
export interface OpenedSecrets {
  tokens: { active: string; old: string | undefined; staged: string | undefined }
  /** The newest first. */
  webhookSecrets: readonly string[]
  /** The token that signs, for `signCallback`. */
  token: string
  /** True time, whatever the gateway's clock says: merchants' clocks are true. */
  trueTime: Date
}

/** Opens what signs a point's callbacks. Problem `not_found` when there is no such point. */
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
