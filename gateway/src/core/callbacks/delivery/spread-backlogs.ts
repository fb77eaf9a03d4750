import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { endRecovery, findRecovering, spreadBacklog } from '../store/callback-backlogs.ts'

/**
 * Spreads the backlogs of recovered endpoints, each at its rate. Repeats safely and may run in several processes. Returns
 * how many endpoints have recovered.
 */
export async function spreadBacklogs(deps: { database: Pick<Database, 'engine'>; log: Log }): Promise<number> {
  const { engine } = deps.database
  const recovering = await findRecovering(engine)
  for (const { pointId, now } of recovering) {
    let placed = 0
    for (;;) {
      const count = await spreadBacklog(engine, pointId, { from: now, placed })
      if (count === 0) break
      placed += count
    }
    await endRecovery(engine, pointId)
    deps.log.info({ pointId, waiting: placed }, 'a callback endpoint has recovered')
  }
  return recovering.length
}
