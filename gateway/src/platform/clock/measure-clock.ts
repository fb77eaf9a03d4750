import { toldAheadMs } from '../database/nodes.ts'
import { readRealTimeMs } from '../database/real-time.ts'
import type { PlatformDeps } from '../deps.ts'

type ClockDeps = Pick<PlatformDeps, 'database' | 'clock' | 'metrics' | 'log'>

/** Beyond this a process does not start: its machine's clock is surely not kept by anything. */
const refusedAheadMs = 30_000

/** Questions per measurement: the one with the shortest way there and back counts. */
const samples = 3

/** A measurement that is less certain than this says nothing: the database, or the way to it, is too slow just now. */
const errorMaxMs = 1_000

/** At the start a slow database is asked so often before the best answer must do. */
const startMeasurements = 5

/** How far the machine's clock is ahead of the database's (negative: behind), surely within `errorMs` of the truth. */
export interface ClockMeasurement {
  aheadMs: number
  errorMs: number
}

/**
 * Compares the machine's clock with the database's real one. The database answered at some moment between question and
 * answer: the middle is taken, and half of the way there and back is the possible error.
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
 * Measures and corrects the process's clock; to be repeated every minute. A difference that the error of the measurement
 * explains changes nothing, so that the clock does not tremble. Returns 0: there is no more to do.
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
  if (Math.abs(aheadMs) > toldAheadMs) {
    deps.log.warn({ aheadMs: Math.round(aheadMs) }, 'this machine’s clock differs from the database’s: set it by NTP')
  }
  return 0
}

/** Why a process must not start with this machine's clock, in a sentence; undefined where it may. Corrects the clock. */
export async function clockFault(deps: ClockDeps): Promise<string | undefined> {
  let measured = await measureClock(deps)
  for (let turn = 1; turn < startMeasurements && measured.errorMs > errorMaxMs; turn++)
    measured = await measureClock(deps)
  const { aheadMs, errorMs } = measured
  // A slow database makes the measurement uncertain, and does not excuse a clock that is surely wrong.
  if (Math.abs(aheadMs) - errorMs <= refusedAheadMs) {
    applyTo(deps, measured)
    return undefined
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${seconds} seconds ${side} the clock of the database server. More than ${refusedAheadMs / 1_000} seconds are refused. Let NTP set the clocks of both machines (chronyd or systemd-timesyncd), then start again.`
}
