import { hasLivePoint, hasSeveralMerchants } from '../../core/merchants/store/points.ts'
import { makePartitions } from '../../core/platform/cleanup.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import { readClockOffset, readDatabaseTime } from '../../core/platform/database/database-time.ts'
import { lockClockOffsetMs } from '../../core/platform/database/deployment-facts.ts'
import { callTimeoutMs, notifyUrl } from '../../core/processing/call-connector.ts'
import { findSimulatedBanks } from '../../core/processing/store/connector-accounts.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import type { SimulatorDeps } from './simulate-event.ts'
import { saveClockOffset } from './store/simulated.ts'

/** A year covers every expiry, retry and release of a test. */
export const offsetMsMax = 366 * 86_400_000

export type ClockMove = { advanceMs: number } | { reset: true }

export interface MovedClock {
  offsetMs: number
  now: Date
  /** Points of other merchants have the same clock. */
  isShared: boolean
}

/** The deployment's clock, for a test point. */
export async function readClock(deps: SimulatorDeps, caller: Caller): Promise<MovedClock> {
  requireTest(caller)
  const { engine } = deps.database
  const [offsetMs, isShared] = [await readClockOffset(engine), await hasSeveralMerchants(engine)]
  return { offsetMs, now: deps.clock.now(), isShared }
}

/**
 * Moves the clock of gateway and simulated bank together, forward or back to the true time. Refused while a live
 * point exists, and while it is the clock of other merchants too, unless the operator allows it. The creation of a live point waits for this move and is refused while the clock is moved.
 */
export async function moveClock(deps: SimulatorDeps, caller: Caller, move: ClockMove): Promise<MovedClock> {
  requireTest(caller)
  const { engine } = deps.database
  await prepareMonths(deps, move)
  const { offsetMs, isShared } = await inTransaction(engine, async (tx) => {
    const before = await lockClockOffsetMs(tx)
    if (await hasLivePoint(tx)) {
      throw new Problem('not_in_this_state', {
        message: say('clock.live_point'),
      })
    }
    const isShared = await hasSeveralMerchants(tx)
    if (isShared && !deps.isTestClockShared) {
      throw new Problem('not_in_this_state', {
        message: say('clock.shared'),
      })
    }
    const after = 'reset' in move ? 0 : before + move.advanceMs
    if (after > offsetMsMax) {
      throw new Problem('not_in_this_state', { message: say('clock.year_ahead') })
    }
    await saveClockOffset(tx, after)
    return { offsetMs: after, isShared }
  })
  deps.clock.setOffsetMs(offsetMs)
  await moveBanks(deps, offsetMs)
  return { offsetMs, now: deps.clock.now(), isShared }
}

/** Creates the partitions of the new months before rows are written in them. */
async function prepareMonths(deps: SimulatorDeps, move: ClockMove): Promise<void> {
  const { engine } = deps.database
  // The clock will be refused to move.
  if (await hasLivePoint(engine)) return
  const byMs = 'reset' in move ? -(await readClockOffset(engine)) : move.advanceMs
  const now = await readDatabaseTime(engine)
  await makePartitions(deps, new Date(now.getTime() + byMs))
}

/**
 * Moves the simulated bank's clock. An unreachable bank gets the offset at the next move; until then its expiries use
 * its own time.
 */
async function moveBanks(deps: SimulatorDeps, offsetMs: number): Promise<void> {
  for (const account of await simulatedBanks(deps)) {
    const controls = deps.simulatorControls.get(account.connector)
    if (!controls) continue
    const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
    if (!(await controls.moveClock(offsetMs, context))) {
      throw new Problem('unavailable', {
        message: say('clock.bank_not_moved'),
        retryAfterSeconds: 5,
      })
    }
  }
}

/** The connector accounts of the simulated bank. */
export async function simulatedBanks({ database, routes }: Pick<SimulatorDeps, 'database' | 'routes'>) {
  const ids = await findSimulatedBanks(database.engine)
  return (await Promise.all(ids.map(async (id) => await routes.account(id)))).filter((each) => each !== undefined)
}

function requireTest(caller: Caller): void {
  if (caller.point.environment !== 'test') throw new Problem('not_found')
}
