import { checkCallbackUrl } from '../domain/callback-url.ts'
import { Problem } from '../domain/problem.ts'
import { readCallbackEndpoint, updateCallbackEndpoint } from '../store/callback-endpoints.ts'
import type { Deps } from './deps.ts'
import { getWebhook, type Webhook } from './get-webhook.ts'

/**
 * Changes the given settings of a point's callbacks and returns all of them. `url: null` removes the address. Deliveries
 * that waited for an address become due at once. Problems: `not_found`; `validation_failed` with `invalid_format` of `url`.
 */
export async function setWebhook(
  deps: Pick<Deps, 'database' | 'publicUrl' | 'callbackAllowCidrs' | 'wake'>,
  pointId: string,
  change: Partial<Webhook>,
): Promise<Webhook> {
  const endpoint = await readCallbackEndpoint(deps.database.engine, pointId)
  if (!endpoint) throw new Problem('not_found')
  if (typeof change.url === 'string') {
    const message = checkCallbackUrl(change.url, {
      environment: endpoint.environment,
      allowLoopback: deps.callbackAllowCidrs.length > 0,
      ...(URL.canParse(deps.publicUrl) ? { ownHost: new URL(deps.publicUrl).hostname } : {}),
    })
    if (message) {
      throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'url', message }] })
    }
  }
  await updateCallbackEndpoint(deps.database.engine, pointId, change)
  deps.wake('callbacks')
  return await getWebhook(deps, pointId)
}
