import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setUp } from '../../../../test/support/set-up.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../log/metrics.ts'
import { systemClock } from './clock.ts'
import { clockFault, correctClock } from './measure-clock.ts'

const world = await setUp({ after })

/** A process on a machine with an adjustable clock. The database uses this machine's own clock. */
function aMachine(aheadMs: number) {
  const machine = { aheadMs }
  const clock = systemClock(() => Date.now() + machine.aheadMs)
  const deps = { database: world.database, clock, metrics: createMetrics(), log: createLog('silent') }
  return { machine, deps }
}

/** Much longer than a round trip to the database, much shorter than every difference in these tests. */
const nearMs = 5_000

const isNear = (actualMs: number, expectedMs: number) =>
  assert.ok(Math.abs(actualMs - expectedMs) < nearMs, `${actualMs} instead of ${expectedMs}`)

it('a process uses the database’s clock, however its machine’s clock is set, and follows when that changes', async () => {
  const { machine, deps } = aMachine(20 * 60_000)
  isNear(deps.clock.now().getTime(), Date.now() + 20 * 60_000)
  for (const aheadMs of [20 * 60_000, -7 * 60_000, 0]) {
    machine.aheadMs = aheadMs
    await correctClock(deps)
    isNear(deps.clock.now().getTime(), Date.now())
    isNear(deps.clock.aheadMs(), aheadMs)
    const shown = /^node_clock_ahead_seconds (\S+)$/m.exec(await deps.metrics.registry.metrics())
    isNear(Number(shown?.[1]) * 1_000, aheadMs)
  }
})

it('the deployment’s movable clock is not an error of the machine, and is added', async () => {
  const { deps } = aMachine(20_000)
  await world.moveClockTo(86_400_000)
  deps.clock.setOffsetMs(86_400_000)
  await correctClock(deps)
  isNear(deps.clock.aheadMs(), 20_000)
  isNear(deps.clock.now().getTime(), Date.now() + 86_400_000)
  await world.moveClockTo(0)
})

it('a machine more than 30 seconds off may not start, in either direction', async () => {
  assert.equal(await clockFault(aMachine(25_000).deps), undefined)
  assert.match((await clockFault(aMachine(45_000).deps)) ?? '', /is 45 seconds ahead of the clock of the database/)
  assert.match((await clockFault(aMachine(-45_000).deps)) ?? '', /is 45 seconds behind the clock of the database/)
})
