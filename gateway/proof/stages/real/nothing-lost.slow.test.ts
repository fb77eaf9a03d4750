import { it } from 'node:test'
import { loseNothing } from './lose-nothing.ts'

it('of 1,200 payments nothing is lost, doubled or told wrongly while gateways, bank and database are killed again and again', async (t) => {
  await loseNothing(t, { payments: 1_200, inFlight: 16, gatewayKills: 4, bankKills: 2 })
})
