// The stage with merchants who have addresses for callbacks.
import { failpointNames } from '../../../../src/core/platform/process/failpoint.ts'
import { issueCertificate, testAuthority } from '../../../../test/support/certificates.ts'
import { chanceOf } from '../../virtual/engine/chance.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { plannedPayment } from '../plan.ts'
import type { Scene } from '../soak.ts'
import { startReceivers } from './receivers.ts'

/** Payments whose money goes back a moment after it came, or that are paid a moment after their expiry. */
const scenarios = ['08', '12']

/**
 * The same run with merchants who have addresses, of whom many refuse, cut, are slow or away: callbacks wait, and the processes that
 * deliver them are killed, or stand still for longer than their claims last.
 */
export const callbackScene: Scene = {
  start: async (points, seed) => await startWithReceivers(points, { seed, areBad: true }),
  plan: (options, index, nowMs) => plannedPayment({ ...options, scenarios }, index, nowMs),
  refundShare: () => 0.95,
  failpoints: failpointNames,
}

/** The same while nothing breaks. */
export const calmScene: Scene = {
  ...callbackScene,
  start: async (points, seed) => await startWithReceivers(points, { seed, areBad: false }),
  failpoints: [],
}

async function startWithReceivers(
  points: number,
  { seed, areBad }: { seed: number; areBad: boolean },
): Promise<Cluster> {
  const authority = await testAuthority()
  const certificate = await issueCertificate(authority)
  const receivers = await startReceivers(points, { certificate, chance: chanceOf(seed, 'receivers'), areBad })
  try {
    const cluster = await startCluster(points, { addresses: receivers.urls, authority: authority.cert })
    return {
      ...cluster,
      receivers,
      received: async () => await Promise.resolve(receivers.received),
      stop: async () => {
        await cluster.stop()
        await receivers.stop()
      },
    }
  } catch (error) {
    await receivers.stop()
    throw error
  }
}
