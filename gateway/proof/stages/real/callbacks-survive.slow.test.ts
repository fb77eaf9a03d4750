import assert from 'node:assert/strict'
import { it } from 'node:test'
import { callbackScene, calmScene } from './callbacks/scene.ts'
import { loseNothing } from './lose-nothing.ts'

const events = Number(process.env['CALLBACK_CRASH_EVENTS'] || 1_000)

/** A payment of the plan with its refunds brings about so many changes of status, or more. */
const eventsPerPayment = 1.5

it('while nothing breaks, every callback that is delivered is one request', async (t) => {
  const faults = { failpointHits: 0, databaseCrashes: 0, bankFaults: 0, networkFaults: 0, lateFailpoints: [] }
  const size = { payments: 100, inFlight: 8, gatewayKills: 0, bankKills: 0, pauses: 0 }
  const { callbacks, delivered } = await loseNothing(t, { ...faults, ...size }, calmScene)
  assert.equal(callbacks, delivered)
  assert.ok(delivered > 0)
})

it('processes, database and merchants may fail at any moment: every callback arrives, signed, in order and not again', async (t) => {
  const { delivered, takenAgain, pauses, breakersOpen } = await loseNothing(
    t,
    {
      ...{ payments: Math.ceil(events / eventsPerPayment), inFlight: 16, bankKills: 1 },
      gatewayKills: Math.max(Math.min(8, Math.ceil(events / 50)), Math.ceil(events / 250)),
      pauses: 1 + Math.ceil(events / 3_000),
      databaseCrashes: Math.max(1, Math.round(events / 4_000)),
    },
    callbackScene,
  )
  assert.ok(delivered >= events && pauses > 0 && breakersOpen > 0)
  // What a killed or stopped process had in flight may come twice: a few for each.
  assert.ok(takenAgain <= Math.max(100, 0.04 * events), String(takenAgain))
})
