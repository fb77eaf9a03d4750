import { readRealTimeMs } from '../database/database-time.ts'
import { alertAheadMs } from '../database/nodes.ts'
import type { PlatformDeps } from '../deps.ts'

type ClockDeps = Pick<PlatformDeps, 'database' | 'clock' | 'metrics' | 'log'>

/** A process does not start with a larger difference: nothing synchronises its machine's clock. */
const refusedAheadMs = 30_000

/** Queries per measurement. The one with the shortest round trip counts. */
const samples = 3

/**
 * A measurement with a larger possible error is ignored, because the database or the network is too slow at that
 * moment.
 */
const errorMaxMs = 1_000

/** Measurements of a slow database at the start. After these the best answer is used. */
const startMeasurements = 5

/** Lead of the machine's clock over the database's (negative: behind), accurate within `errorMs`. */
export interface ClockMeasurement {
  aheadMs: number
  errorMs: number
}

/**
 * Compares the machine's clock with the database's real clock. The database answered between query and reply. The
 * middle is used, and half of the round trip is the possible error.
 */
export async function measureClock({
  database,
  clock,
}: Pick<PlatformDeps, 'database' | 'clock'>): Promise<ClockMeasurement> {
  let best: ClockMeasurement = { aheadMs: 0, errorMs: Number.POSITIVE_INFINITY }
  for (let sample = 0; sample < samples; sample++) {
    const askedMs = clock.machineMs()
    const startedMs = performance.now()
    const databaseMs = await readRealTimeMs(database.engine)
    const errorMs = (performance.now() - startedMs) / 2
    if (errorMs < best.errorMs) best = { aheadMs: askedMs + errorMs - databaseMs, errorMs }
  }
  return best
}

/**
 * Measures and corrects the process's clock; call it every minute. A difference within the measurement error changes
 * nothing, so that the clock does not fluctuate. Returns 0: no work is left.
 */
export async function correctClock(deps: ClockDeps): Promise<number> {
  return applyTo(deps, await measureClock(deps))
}

function applyTo(deps: ClockDeps, { aheadMs, errorMs }: ClockMeasurement): number {
  if (errorMs > errorMaxMs) {
    deps.log.warn({ errorMs }, 'the clock could not be compared with the database: its answers take too long')
    return 0
  }
  if (Math.abs(aheadMs - deps.clock.aheadMs()) > errorMs) deps.clock.setAheadMs(aheadMs)
  deps.metrics.clockAhead.set(aheadMs / 1_000)
  if (Math.abs(aheadMs) > alertAheadMs) {
    deps.log.warn({ aheadMs: Math.round(aheadMs) }, 'this machine’s clock differs from the database’s: set it by NTP')
  }
  return 0
}

/** Corrects the clock at the start. Returns a sentence if the machine's clock is too wrong to start; else undefined. */
export async function clockFault(deps: ClockDeps): Promise<string | undefined> {
  let measured = await measureClock(deps)
  for (let turn = 1; turn < startMeasurements && measured.errorMs > errorMaxMs; turn++)
    measured = await measureClock(deps)
  const { aheadMs, errorMs } = measured
  // A slow database makes the measurement uncertain. A clock that is wrong in any case is still refused.
  if (Math.abs(aheadMs) - errorMs <= refusedAheadMs) {
    applyTo(deps, measured)
    return undefined
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${seconds} seconds ${side} the clock of the database server. More than ${refusedAheadMs / 1_000} seconds are refused. Let NTP set the clocks of both machines (chronyd or systemd-timesyncd), then start again.`
}
