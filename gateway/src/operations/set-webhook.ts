import type { Actor } from '../domain/actor.ts'
import { checkCallbackUrl } from '../domain/callback-url.ts'
import { Problem } from '../domain/problem.ts'
import { writeAudit } from '../store/audit.ts'
import {
  type CallbackEndpoint,
  type CallbackEndpointChange,
  readCallbackEndpoint,
  updateCallbackEndpoint,
} from '../store/callback-endpoints.ts'
import { probeNow, startRecovery } from '../store/callback-health.ts'
import { inTransaction } from '../store/database.ts'
import { auditOf } from './audit-of.ts'
import type { Deps } from './deps.ts'
import { getWebhook, type Webhook } from './get-webhook.ts'

/** What a merchant may change; what is left out stays. */
export type CallbackChange = CallbackEndpointChange

/** Whose callbacks, and who changes them. */
export interface CallbacksOf {
  pointId: string
  actor: string | Actor
}

/**
 * Changes the given settings of a point's callbacks and returns all of them. `url: null` removes the address. Deliveries
 * that waited for an address become due at once, those of a failing one get a probe. The audit log has what changed, and
 * a change of the address is told to the merchant's people: whoever moves it reads what was meant for them. Problems: `not_found`; `validation_failed` with `invalid_format` of `url`.
 */
export async function setWebhook(
  deps: Pick<Deps, 'database' | 'clock' | 'publicUrl' | 'callbackAllowCidrs' | 'wake'> &
    Partial<Pick<Deps, 'checkCallbackHost'>>,
  { pointId, actor }: CallbacksOf,
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
  await inTransaction(deps.database.engine, async (tx) => {
    const after = await updateCallbackEndpoint(tx, pointId, change)
    const changed = after ? changesOf(endpoint, after) : {}
    if (Object.keys(changed).length === 0) return
    const action = 'url' in changed ? 'callback_address.change' : 'webhook.set'
    await writeAudit(tx, auditOf(actor, action, { pointId, objectId: pointId, detail: changed }), deps.clock.now())
  })
  await goOn(deps, endpoint, change)
  deps.wake('endpoints')
  deps.wake('callbacks')
  return await getWebhook(deps, pointId)
}

/** Before and after of what is not the same, for the audit log. */
function changesOf(before: CallbackEndpoint, after: CallbackEndpoint): Record<string, unknown> {
  const names = (Object.keys(after) as (keyof CallbackEndpoint)[]).filter((name) => before[name] !== after[name])
  const told = (name: keyof CallbackEndpoint, of: CallbackEndpoint) => (name === 'url' ? plainUrl(of.url) : of[name])
  return Object.fromEntries(names.map((name) => [name, { before: told(name, before), after: told(name, after) }]))
}

/** Without what may be a secret: name and password, and what stands behind the question mark. */
function plainUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return origin + pathname
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
