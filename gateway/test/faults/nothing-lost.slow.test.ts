import { it } from 'node:test'
import { failpointNames } from '../../src/platform/process/failpoint.ts'
import { loseNothing } from './soak/lose-nothing.ts'

it('of 1,200 payments nothing is lost, doubled or told wrongly while gateways, bank and database are killed again and again', async (t) => {
  await loseNothing(t, {
    ...{ payments: 1_200, inFlight: 16, gatewayKills: 4, bankKills: 2, networkFaults: 7 },
    failpoints: failpointNames,
    lateFailpoints: ['inquiry_after_claim_before_call', 'inquiry_after_call_before_commit'],
  })
})
