import { auditOf } from '../audit/audit-of.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { checkCallbackUrl } from '../net/callback-url.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { Actor } from '../values/actor.ts'
import { Problem } from '../values/problem.ts'
import type { CallbacksDeps } from './deps.ts'
import { getWebhook, type Webhook } from './get-webhook.ts'
import {
  type CallbackEndpoint,
  type CallbackEndpointChange,
  lockEndpoint,
  readCallbackEndpoint,
  updateCallbackEndpoint,
} from './store/callback-endpoints.ts'
import { failAnew, probeNow, startClosed, startRecovery } from './store/callback-health.ts'

/** What a merchant may change; what is left out stays. */
export type CallbackChange = CallbackEndpointChange

/** Whose callbacks, and who changes them. */
export interface CallbacksOf {
  pointId: string
  actor: string | Actor
}

/**
 * Changes the given settings of a point's callbacks and returns all of them. `url: null` removes the address. Deliveries
 * that waited go out at once to another address, whose breaker starts closed. `status: 'active'` sends one of a failing
 * address as a probe. The audit log has what changed, and
 * a change of the address is told to the merchant's people: whoever moves it reads what was meant for them. Problems: `not_found`; `validation_failed` with `invalid_format` of `url`.
 */
export async function setWebhook(
  deps: Pick<CallbacksDeps, 'database' | 'clock' | 'publicUrl' | 'callbackAllowCidrs' | 'wake'> &
    Partial<Pick<CallbacksDeps, 'checkCallbackHost'>>,
  { pointId, actor }: CallbacksOf,
  change: CallbackEndpointChange,
): Promise<Webhook> {
  const endpoint = await readCallbackEndpoint(deps.database.engine, pointId)
  if (!endpoint) throw new Problem('not_found')
  await refuseBadUrl(deps, endpoint.environment, change)
  await inTransaction(deps.database.engine, async (tx) => {
    await lockEndpoint(tx, pointId)
    const before = await readCallbackEndpoint(tx, pointId)
    const after = await updateCallbackEndpoint(tx, pointId, change)
    if (!before || !after) throw new Problem('not_found')
    await goOn(tx, { before, after, saidActive: change.status === 'active' })
    const changed = changesOf(before, after)
    if (Object.keys(changed).length === 0) return
    const action = 'url' in changed ? 'callback_address.change' : 'webhook.set'
    await writeAudit(tx, auditOf(actor, action, { pointId, objectId: pointId, detail: changed }), deps.clock.now())
  })
  deps.wake('endpoints')
  deps.wake('callbacks')
  return await getWebhook(deps, pointId)
}

async function refuseBadUrl(
  deps: Pick<CallbacksDeps, 'publicUrl' | 'callbackAllowCidrs'> & Partial<Pick<CallbacksDeps, 'checkCallbackHost'>>,
  environment: CallbackEndpoint['environment'],
  { url }: CallbackEndpointChange,
): Promise<void> {
  if (typeof url !== 'string') return
  const message = checkCallbackUrl(url, {
    environment,
    allowLoopback: deps.callbackAllowCidrs.length > 0,
    ...(URL.canParse(deps.publicUrl) ? { ownHost: new URL(deps.publicUrl).hostname } : {}),
  })
  const refused = message ?? (await deps.checkCallbackHost?.(url, environment))
  if (!refused) return
  throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'url', message: refused }] })
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

/**
 * The health belongs to the address: another one starts with a closed breaker. The word that an address is well again
 * deserves a try now. What waited goes out at the address's rate.
 */
async function goOn(
  tx: Db,
  { before, after, saidActive }: { before: CallbackEndpoint; after: CallbackEndpoint; saidActive: boolean },
): Promise<void> {
  const { pointId } = before
  if (before.url !== after.url) return await startClosed(tx, pointId)
  if (!saidActive) return
  if (before.status !== 'active') await failAnew(tx, pointId)
  await probeNow(tx, pointId)
  if (before.status === 'paused') await startRecovery(tx, pointId)
}
