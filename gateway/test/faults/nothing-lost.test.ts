import { it } from 'node:test'
import type { FailpointName } from '../../src/platform/process/failpoint.ts'
import { loseNothing, soakSeed } from './soak/lose-nothing.ts'
import { randomFrom } from './soak/random.ts'

/** Around the two commits of a call to a provider: dying there could pay twice. */
const always: readonly FailpointName[] = [
  'after_commit_before_call',
  'after_call_before_commit',
  'after_outcome_commit',
]

/** Two of these in each run, by its seed. */
const inTurn: readonly FailpointName[] = [
  'before_commit',
  'announce_after_claim_before_call',
  'announce_after_call_before_commit',
  'notification_stored_before_answer',
  'notification_applied_before_finished',
]

/**
 * The short version; `npm run test:all` runs 1,200 payments and every failpoint, `npm run faults` 40,000. Payments go on
 * until each failpoint ended a process: few at once, because most of that time passes while processes start.
 */
it('two gateways, their bank and their database may die at any moment: nothing is lost, doubled or told wrongly', async (t) => {
  const random = randomFrom(soakSeed)
  const first = random.whole(0, inTurn.length - 1)
  const second = (first + random.whole(1, inTurn.length - 1)) % inTurn.length
  const drawn = inTurn.filter((_, at) => at === first || at === second)
  const failpoints = [...always, ...drawn]
  const size = { payments: 200, inFlight: 6, gatewayKills: 1, bankKills: 1, networkFaults: 2 }
  await loseNothing(t, { ...size, failpoints, lateFailpoints: [] })
})
