import { readHealth } from '../../core/callbacks/store/callback-health.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import { type RotationState, readRotations } from '../point-settings/rotate-callback-secrets.ts'
import { type CallbackActivity, readActivity } from './store/callback-activity.ts'
import { type CallbackEndpoint, type EndpointStatus, readCallbackEndpoint } from './store/callback-endpoints.ts'
import { type AttemptStatistics, countWaiting, readNextAttempt, readStatistics } from './store/callback-statistics.ts'
import { readAlerts, type ToldAlert } from './store/endpoint-alerts.ts'

/** The callback address of a point and its settings. */
export type WebhookSettings = Omit<CallbackEndpoint, 'pointId' | 'environment'>

/** The health of an address. */
export interface WebhookHealth {
  /** `open`: the breaker is open, and only single probes are sent. */
  state: 'well' | 'failing' | 'open' | 'suspended'
  failingSince: Date | null
  nextProbeAt: Date | null
  /** When the next request goes out: the probe while the breaker is open. May be past: it is due. Null: nothing is due. */
  nextAttemptAt: Date | null
  /** Alerts of this outage. */
  alerts: readonly ToldAlert[]
  /** Waiting and held callbacks, counted up to 10 000. */
  waiting: number
  /** The last attempts, at most one day. */
  lastDay: AttemptStatistics
  activity: CallbackActivity
}

export type Webhook = WebhookSettings & { health: WebhookHealth; rotation: RotationState }

/** The point's callback address, settings and health. Problem `not_found` when there is no such point. */
export async function getWebhook(deps: Pick<PlatformDeps, 'database'>, pointId: string): Promise<Webhook> {
  const { engine } = deps.database
  const found = await readCallbackEndpoint(engine, pointId)
  if (!found) throw new Problem('not_found')
  const { pointId: _, environment: _environment, ...settings } = found
  return {
    ...settings,
    health: await healthOf(engine, pointId, settings.status),
    rotation: await readRotations(deps, pointId),
  }
}

async function healthOf(
  engine: PlatformDeps['database']['engine'],
  pointId: string,
  status: EndpointStatus,
): Promise<WebhookHealth> {
  const health = await readHealth(engine, pointId)
  const failingSince = health?.failingSince ?? null
  const nextProbeAt = status === 'active' ? (health?.nextProbeAt ?? null) : null
  const nextDueAt = status === 'active' ? ((await readNextAttempt(engine, pointId)) ?? null) : null
  const failing = health && health.opens > 0 ? 'open' : failingSince ? 'failing' : 'well'
  return {
    state: status === 'suspended' ? 'suspended' : failing,
    failingSince,
    nextProbeAt,
    nextAttemptAt: nextDueAt === null ? null : (nextProbeAt ?? nextDueAt),
    alerts: failingSince ? await readAlerts(engine, pointId, failingSince) : [],
    waiting: await countWaiting(engine, pointId),
    lastDay: await readStatistics(engine, pointId),
    activity: await readActivity(engine, pointId),
  }
}
