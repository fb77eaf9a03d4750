import { type SecretBox, secretBox } from '../../../../src/core/platform/secret-box.ts'
import { createProviders } from '../../../bank/provider.ts'
import { proveBooks } from '../../../judge/books-proof.ts'
import { checkRun } from '../../../judge/check-run.ts'
import { createMoments } from '../../../merchant/moments.ts'
import { createReceiver } from '../../../merchant/receiver.ts'
import { drawWorkload } from '../../../merchant/workload.ts'
import { chanceOf } from '../engine/chance.ts'
import type { TemplateFacts } from './points.ts'
import type { Outside, RunSurroundings } from './run.ts'

/** So many payments, or other first steps, has a run at least, and so many more by chance. */
const bucketsMin = 4
const bucketsMore = 7

/** Everybody outside the gateways, for one run. */
export function outsideOf(facts: TemplateFacts): RunSurroundings['outside'] {
  return (stage, seed): Outside => {
    const moments = createMoments()
    const providers = createProviders(stage, moments)
    const receiver = createReceiver(stage)
    const workload = drawWorkload({
      ...{ facts, chance: (name) => chanceOf(seed, name) },
      count: bucketsMin + chanceOf(seed, 'slots').int(bucketsMore),
      moments,
      providerOrders: () => providers.orders(),
    })
    return {
      ...{
        connectors: providers.connectors,
        poster: receiver.poster,
        acts: workload.acts,
        conflicts: providers.conflicts,
        calls: providers.calls,
      },
      witnesses: () => ({
        asked: providers.asked(),
        sent: providers.calls(),
        orders: [...providers.orders(), ...workload.ownOrders()],
        received: receiver.received(),
        exchanges: workload.exchanges(),
        bankLines: workload.bankLines(),
      }),
    }
  }
}

/** All rules that a finished run is held to. */
export const checkEverything: RunSurroundings['check'] = async ({ db, facts, witnesses, connectors }) =>
  await checkRun({
    db,
    facts,
    witnesses,
    verify: async () => await proveBooks({ db, secretBox: boxOf(facts), connectors }),
  })

function boxOf({ masterKey }: TemplateFacts): SecretBox {
  return secretBox(Buffer.from(masterKey, 'base64'))
}
