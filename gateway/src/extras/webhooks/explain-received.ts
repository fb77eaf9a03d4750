import { renderCallback } from '../../core/callbacks/rules/callback-body.ts'
import { securityHash } from '../../core/callbacks/rules/callback-signature.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { openPointSecrets } from '../point-settings/open-point-secrets.ts'
import { type CheckedCallback, explainCallback, type ReceivedCallback } from './rules/explain-callback.ts'
import { findEvent } from './store/callback-list.ts'

export interface Explanation {
  /** All checks that could be made pass. */
  genuine: boolean
  checks: readonly CheckedCallback[]
}

/** The checks of a received callback with their results. */
export async function explainReceived(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  pointId: string,
  received: ReceivedCallback,
): Promise<Explanation> {
  const secrets = await openPointSecrets(deps, pointId)
  const eventId = eventIdOf(received.headers['webhook-id'])
  const event = eventId === undefined ? undefined : await findEvent(deps.database.engine, pointId, eventId)
  const hash = event && securityHash(secrets.token, event.apiKey, pointId)
  const checks = explainCallback(received, {
    pointId,
    tokens: secrets.tokens,
    webhookSecrets: secrets.webhookSecrets,
    sentBody: event && hash !== undefined ? renderCallback(event.template, event.apiKey, hash) : undefined,
    now: secrets.trueTime,
  })
  return { genuine: checks.every(({ ok }) => ok !== false), checks }
}

/** `evt_` and the 32 hex digits of a UUID. */
function eventIdOf(webhookId: string | undefined): string | undefined {
  const digits = /^evt_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(webhookId ?? '')
  const id = digits?.slice(1).join('-')
  return id !== undefined && isUuid(id) ? id : undefined
}
