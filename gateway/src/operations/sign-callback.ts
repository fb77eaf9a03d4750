import { renderCallback } from '../domain/callback-body.ts'
import { securityHash, standardWebhookHeaders, webhookId } from '../domain/callback-signature.ts'
import { Problem } from '../domain/problem.ts'
import { readRotating } from '../store/point-rotation.ts'
import { type PointSecretColumn, pointSecretPlace } from '../store/points.ts'
import type { Deps } from './deps.ts'

/** The secrets of a point, opened. */
export interface OpenedSecrets {
  tokens: { active: string; old: string | undefined; staged: string | undefined }
  /** The newest first. */
  webhookSecrets: readonly string[]
  /** The gateway's time. */
  now: Date
}

/** Opens what signs a point's callbacks. Problem `not_found` when there is no such point. */
export async function openPointSecrets(
  deps: Pick<Deps, 'database' | 'secretBox'>,
  pointId: string,
): Promise<OpenedSecrets> {
  const found = await readRotating(deps.database.engine, pointId)
  if (!found) throw new Problem('not_found')
  const { secrets, now } = found
  const open = (box: Buffer, column: PointSecretColumn) => deps.secretBox.open(box, pointSecretPlace(column, pointId))
  const maybe = (box: Buffer | null, column: PointSecretColumn) => (box ? open(box, column) : undefined)
  const oldSigns = secrets.oldWebhookSecretUntil !== null && secrets.oldWebhookSecretUntil > now
  const oldSecret = oldSigns ? maybe(secrets.oldWebhookSecretBox, 'old_webhook_secret') : undefined
  return {
    tokens: {
      active: open(secrets.tokenBox, 'auth_api_token'),
      old: maybe(secrets.oldTokenBox, 'old_api_token'),
      staged: maybe(secrets.stagedTokenBox, 'staged_api_token'),
    },
    webhookSecrets: [open(secrets.webhookSecretBox, 'webhook_secret'), ...(oldSecret === undefined ? [] : [oldSecret])],
    now,
  }
}

/** A callback that is signed for this moment, as it would be sent. */
export interface SignedCallback {
  headers: Record<string, string>
  /** The exact text. */
  body: string
}

/** The bytes and headers of an event, signed with the secrets of its point. `trueTime`: signatures are checked by it. */
export function signCallback(
  secrets: Pick<OpenedSecrets, 'tokens' | 'webhookSecrets'>,
  event: { pointId: string; eventId: string; template: string; apiKey: bigint },
  trueTime: Date,
): SignedCallback {
  const hash = securityHash(secrets.tokens.active, event.apiKey, event.pointId)
  const body = renderCallback(event.template, event.apiKey, hash)
  const headers = standardWebhookHeaders({
    secrets: secrets.webhookSecrets,
    id: webhookId(event.eventId),
    timestampSeconds: Math.floor(trueTime.getTime() / 1000),
    body,
  })
  return { body, headers: { 'content-type': 'application/json', ...headers } }
}
