import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import type { CallbacksDeps } from '../../core/callbacks/deps.ts'
import { checkCallbackUrl } from '../../core/net/callback-url.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { Actor } from '../../core/values/actor.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { getWebhook, type Webhook } from './get-webhook.ts'
import {
  type CallbackEndpoint,
  type CallbackEndpointChange,
  lockEndpoint,
  readCallbackEndpoint,
  updateCallbackEndpoint,
} from './store/callback-endpoints.ts'
import { failAnew, probeNow, startClosed, startRecovery } from './store/endpoint-health.ts'

/** The settings that a merchant may change; settings that are left out stay. */
export type CallbackChange = CallbackEndpointChange

/** The point whose callbacks change, and the actor. */
export interface CallbacksOf {
  pointId: string
  actor: string | Actor
}

/**
 * Changes the given settings of a point's callbacks and returns all of them. `url: null` removes the address. For a new
 * address the breaker starts closed and waiting deliveries are sent at once. `status: 'active'` sends one delivery of a
 * failing address as a probe. The audit log records the changes. An address change alerts the merchant's people,
 * because a new address receives all later callbacks. A host that no name server knows is a warning. Problems: `not_found`; `validation_failed` with `invalid_format`
 * of `url`.
 */
export async function setWebhook(
  deps: Pick<CallbacksDeps, 'database' | 'clock' | 'site' | 'callbackAllowCidrs' | 'notify'> &
    Partial<Pick<CallbacksDeps, 'checkCallbackHost'>>,
  { pointId, actor }: CallbacksOf,
  change: CallbackEndpointChange,
): Promise<Webhook & { warnings: readonly FieldProblem[] }> {
  const endpoint = await readCallbackEndpoint(deps.database.engine, pointId)
  if (!endpoint) throw new Problem('not_found')
  const warnings = await checkUrl(deps, endpoint.environment, change)
  await inTransaction(deps.database.engine, async (tx) => {
    await lockEndpoint(tx, pointId)
    const before = await readCallbackEndpoint(tx, pointId)
    const after = await updateCallbackEndpoint(tx, pointId, change)
    if (!before || !after) throw new Problem('not_found')
    await applyToHealth(tx, { before, after, setActive: change.status === 'active' })
    const changed = changesOf(before, after)
    if (Object.keys(changed).length === 0) return
    const action = 'url' in changed ? 'callback_address.change' : 'webhook.set'
    await writeAudit(tx, auditOf(actor, action, { pointId, objectId: pointId, detail: changed }), deps.clock.now())
  })
  deps.notify('endpointCare')
  deps.notify('endpoints')
  deps.notify('callbacks')
  return { ...(await getWebhook(deps, pointId)), warnings }
}

/** Refuses a bad address. Returns what is only a warning. */
async function checkUrl(
  deps: Pick<CallbacksDeps, 'site' | 'callbackAllowCidrs'> & Partial<Pick<CallbacksDeps, 'checkCallbackHost'>>,
  environment: CallbackEndpoint['environment'],
  { url }: CallbackEndpointChange,
): Promise<FieldProblem[]> {
  if (typeof url !== 'string') return []
  const message = checkCallbackUrl(url, {
    environment,
    allowLoopback: deps.callbackAllowCidrs.length > 0,
    ...(URL.canParse(deps.site.url()) ? { ownHost: new URL(deps.site.url()).hostname } : {}),
  })
  const host = message === undefined ? await deps.checkCallbackHost?.(url, environment) : undefined
  if (host?.kind === 'warning') return [{ code: 'unusual', param: 'url', message: host.message }]
  const refused = message ?? host?.message
  if (refused === undefined) return []
  throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'url', message: refused }] })
}

/** The changed settings, before and after, for the audit log. */
function changesOf(before: CallbackEndpoint, after: CallbackEndpoint): Record<string, unknown> {
  const names = (Object.keys(after) as (keyof CallbackEndpoint)[]).filter((name) => before[name] !== after[name])
  const shown = (name: keyof CallbackEndpoint, of: CallbackEndpoint) => (name === 'url' ? plainUrl(of.url) : of[name])
  return Object.fromEntries(names.map((name) => [name, { before: shown(name, before), after: shown(name, after) }]))
}

/** The URL without possible secrets: user name, password and query string. */
function plainUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/**
 * Health belongs to an address, so another address starts with a closed breaker. A merchant who sets `active` says that
 * the address works, so it is probed now. Waiting callbacks are sent at the address's rate.
 */
async function applyToHealth(
  tx: Db,
  { before, after, setActive }: { before: CallbackEndpoint; after: CallbackEndpoint; setActive: boolean },
): Promise<void> {
  const { pointId } = before
  if (before.url !== after.url) return await startClosed(tx, pointId)
  if (!setActive) return
  if (before.status !== 'active') await failAnew(tx, pointId)
  await probeNow(tx, pointId)
  if (before.status === 'paused') await startRecovery(tx, pointId)
}
