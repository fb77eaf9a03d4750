import { it } from 'node:test'
import { loseNothing } from './soak/lose-nothing.ts'

/**
 * The short version; `npm run test:all` runs 1,200 payments, `npm run faults` 40,000. Payments go on until each failpoint
 * ended a process: few at once, because most of that time passes while processes start.
 */
it('two gateways, their bank and their database may die at any moment: nothing is lost, doubled or told wrongly', async (t) => {
  await loseNothing(t, { payments: 200, inFlight: 6, gatewayKills: 1, bankKills: 1 })
})
