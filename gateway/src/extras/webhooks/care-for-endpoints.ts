import type { PlatformDeps } from '../../core/platform/deps.ts'
import { type AlertLevel, alertAfterMs, alertsDue, holdMs } from './rules/endpoint-alerts.ts'
import { type FailingEndpoint, findFailing, insertAlert } from './store/endpoint-alerts.ts'
import { endHeld, holdBacklogs, releaseHeld, suspendEndpoint } from './store/held-callbacks.ts'

type CareDeps = Pick<PlatformDeps, 'database' | 'log' | 'metrics'>

/** Failing endpoints per round. */
const failingMax = 500

/**
 * Raises alerts for failing endpoints. Suspends an endpoint that takes no callback for days; its callbacks are held, never
 * discarded. Repeats safely and may run in several processes. Returns how many callbacks it changed.
 */
export async function careForEndpoints(deps: CareDeps): Promise<number> {
  const { engine } = deps.database
  for (const failing of await findFailing(engine, alertAfterMs['15m'], failingMax)) await tellAbout(deps, failing)
  return (await holdBacklogs(engine)) + (await endHeld(engine, holdMs)) + (await releaseHeld(engine))
}

async function tellAbout(deps: CareDeps, failing: FailingEndpoint): Promise<void> {
  const { pointId, failingSince, now, told } = failing
  const due = alertsDue(failing, now).filter((level) => !told.includes(level))
  for (const level of due) {
    if (level === 'suspended') await suspendEndpoint(deps.database.engine, pointId)
    if (await insertAlert(deps.database.engine, { pointId, failingSince, level })) tell(deps, pointId, level)
  }
}

function tell(deps: CareDeps, pointId: string, level: AlertLevel): void {
  deps.metrics
    .counter('callback_alerts_total', 'Callback endpoints that fail for long, by level.', ['level'])
    .inc({ level })
  if (level === 'suspended') deps.log.error({ pointId }, 'a callback endpoint is suspended: its callbacks are held')
  else deps.log.warn({ pointId, level }, 'a callback endpoint is failing')
}
