import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { lockEndpoint } from './store/callback-endpoints.ts'
import { type Recovered, recoverFailed } from './store/callback-recovery.ts'
import { startRecovery } from './store/endpoint-health.ts'

const dayMs = 86_400_000

/** Maximum age of callbacks to recover. */
export const recoverDaysMax = 30

/**
 * Sends the latest state of each transaction with undelivered callbacks since `since` again, at the endpoint's rate. A
 * repeated call sends nothing twice. `more`: a run covers 10 000 transactions; call again for the rest.
 */
export async function recoverCallbacks(
  deps: Pick<PlatformDeps, 'database' | 'notify'>,
  pointId: string,
  since: Date,
): Promise<Recovered> {
  const recovered = await inTransaction(deps.database.engine, async (tx) => {
    const locked = await lockEndpoint(tx, pointId)
    if (!locked) throw new Problem('not_found')
    if (locked.now.getTime() - since.getTime() > recoverDaysMax * dayMs) {
      const message = say('feed.days_at_most', { max: recoverDaysMax })
      throw new Problem('validation_failed', { fields: [{ code: 'not_allowed', param: 'since', message }] })
    }
    const done = await recoverFailed(tx, pointId, { since })
    // Waiting and newly queued callbacks are sent at the endpoint's rate.
    if (done.queued + done.hastened > 0) await startRecovery(tx, pointId)
    return done
  })
  deps.notify('endpoints')
  deps.notify('callbacks')
  return recovered
}
