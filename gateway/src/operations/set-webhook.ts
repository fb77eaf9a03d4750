import { checkCallbackUrl } from '../domain/callback-url.ts'
import { Problem } from '../domain/problem.ts'
import {
  type CallbackEndpoint,
  type CallbackEndpointChange,
  readCallbackEndpoint,
  updateCallbackEndpoint,
} from '../store/callback-endpoints.ts'
import { probeNow, startRecovery } from '../store/callback-health.ts'
import type { Deps } from './deps.ts'
import { getWebhook, type Webhook } from './get-webhook.ts'

/** What a merchant may change; what is left out stays. */
export type CallbackChange = CallbackEndpointChange

/**
 * Changes the given settings of a point's callbacks and returns all of them. `url: null` removes the address. Deliveries
 * that waited for an address become due at once, those of a failing one get a probe. Problems: `not_found`; `validation_failed` with `invalid_format` of `url`.
 */
export async function setWebhook(
  deps: Pick<Deps, 'database' | 'publicUrl' | 'callbackAllowCidrs' | 'wake'> & Partial<Pick<Deps, 'checkCallbackHost'>>,
  pointId: string,
  change: CallbackEndpointChange,
): Promise<Webhook> {
  const endpoint = await readCallbackEndpoint(deps.database.engine, pointId)
  if (!endpoint) throw new Problem('not_found')
  if (typeof change.url === 'string') {
    const message = checkCallbackUrl(change.url, {
      environment: endpoint.environment,
      allowLoopback: deps.callbackAllowCidrs.length > 0,
      ...(URL.canParse(deps.publicUrl) ? { ownHost: new URL(deps.publicUrl).hostname } : {}),
    })
    const refused = message ?? (await deps.checkCallbackHost?.(change.url, endpoint.environment))
    if (refused) {
      throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'url', message: refused }] })
    }
  }
  await updateCallbackEndpoint(deps.database.engine, pointId, change)
  await goOn(deps, endpoint, change)
  deps.wake('endpoints')
  deps.wake('callbacks')
  return await getWebhook(deps, pointId)
}

/** A new address, or the word that it is well again, deserves a try now; what waited goes out at its rate. */
async function goOn(
  deps: Pick<Deps, 'database'>,
  before: CallbackEndpoint,
  change: CallbackEndpointChange,
): Promise<void> {
  const { engine } = deps.database
  const { pointId } = before
  const otherUrl = change.url !== undefined && change.url !== before.url
  if (otherUrl || change.status === 'active') await probeNow(engine, pointId)
  const waited = before.url === null || before.status === 'paused'
  if (waited && (otherUrl || change.status === 'active')) await startRecovery(engine, pointId)
}
