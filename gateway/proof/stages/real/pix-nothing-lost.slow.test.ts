import { it } from 'node:test'
import { loseNothing } from './lose-nothing.ts'
import { pixScene } from './pix/scene.ts'

it('of 600 Pix payments and their refunds nothing is lost, doubled or told wrongly while gateways, provider and database are killed', async (t) => {
  await loseNothing(t, { payments: 600, inFlight: 12, gatewayKills: 3, bankKills: 2 }, pixScene)
})
