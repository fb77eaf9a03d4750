import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/log/metrics.ts'
import { type AlertLevel, alertAfterMs, alertsDue, holdMs } from '../rules/endpoint-health.ts'
import {
  endHeld,
  endRecovery,
  findRecovering,
  holdBacklogs,
  releaseHeld,
  spreadBacklog,
  suspendEndpoint,
} from '../store/callback-backlogs.ts'
import { type FailingEndpoint, findFailing, insertAlert } from '../store/callback-health.ts'

/** Failing endpoints per round. */
const failingMax = 500

export interface EndpointDeps {
  database: Pick<Database, 'engine'>
  log: Log
  metrics: Pick<Metrics, 'callbackAlerts'>
}

/**
 * Maintains endpoints besides deliveries. Spreads the backlog of a recovered endpoint at its rate. Raises alerts for
 * failing endpoints. Suspends an endpoint that gives no answer for days; its callbacks are held, never discarded.
 * Repeats safely and may run in several processes. Returns how many callbacks it changed.
 */
export async function maintainEndpoints(deps: EndpointDeps): Promise<number> {
  const { engine } = deps.database
  for (const failing of await findFailing(engine, alertAfterMs['15m'], failingMax)) await tellAbout(deps, failing)
  const touched = (await holdBacklogs(engine)) + (await endHeld(engine, holdMs)) + (await releaseHeld(engine))
  for (const { pointId, now } of await findRecovering(engine)) {
    let placed = 0
    for (;;) {
      const count = await spreadBacklog(engine, pointId, { from: now, placed })
      if (count === 0) break
      placed += count
    }
    await endRecovery(engine, pointId)
    deps.log.info({ pointId, waiting: placed }, 'a callback endpoint has recovered')
  }
  return touched
}

async function tellAbout(deps: EndpointDeps, failing: FailingEndpoint): Promise<void> {
  const { pointId, failingSince, now, told } = failing
  const due = alertsDue(failing, now).filter((level) => !told.includes(level))
  for (const level of due) {
    if (level === 'suspended') await suspendEndpoint(deps.database.engine, pointId)
    if (await insertAlert(deps.database.engine, { pointId, failingSince, level })) tell(deps, pointId, level)
  }
}

function tell(deps: EndpointDeps, pointId: string, level: AlertLevel): void {
  deps.metrics.callbackAlerts.inc({ level })
  if (level === 'suspended') deps.log.error({ pointId }, 'a callback endpoint is suspended: its callbacks are held')
  else deps.log.warn({ pointId, level }, 'a callback endpoint is failing')
}
