// Points of the stage, as merchants and judge know them.
import { createPoint } from '../../../src/core/callbacks/create-point.ts'
import { createApiKey } from '../../../src/core/merchants/create-api-key.ts'
import { createMerchant } from '../../../src/core/merchants/create-merchant.ts'
import { systemClock } from '../../../src/core/platform/clock/clock.ts'
import { openDatabase } from '../../../src/core/platform/database/database.ts'
import { secretBox } from '../../../src/core/platform/secret-box.ts'
import type { JudgedPoint } from '../../judge/story.ts'

/** A point as its merchant and the judge know it. */
export interface Point extends JudgedPoint {
  apiKey: string
}

/** Some merchants have several points. */
const pointsPerMerchant = 4

/** Test points, each with its callback address; without addresses their callbacks go to the built-in inbox. */
export async function makePoints(
  databaseUrl: string,
  masterKey: Buffer,
  { count, addresses = [] }: { count: number; addresses?: readonly string[] },
): Promise<readonly Point[]> {
  const database = openDatabase(databaseUrl, () => undefined)
  const deps = { database, secretBox: secretBox(masterKey), clock: systemClock() }
  const actor = 'fault test'
  try {
    const points: Point[] = []
    let merchantId = ''
    for (let index = 0; index < count; index++) {
      const name = `Shop ${index + 1}`
      if (index % pointsPerMerchant === 0) merchantId = (await createMerchant(deps, { name, actor })).merchantId
      const callbackUrl = addresses[index]
      const made = await createPoint(deps, {
        ...{ merchantId, environment: 'test', name, actor },
        ...(callbackUrl !== undefined && { callbackUrl }),
      })
      const scopes = ['payins', 'payouts', 'refunds', 'read']
      const { key } = await createApiKey(deps, { pointId: made.pointId, name: 'payments', scopes, actor })
      points.push({ ...made, name, apiKey: key, connector: '', connectorAccountId: '', funds: [] })
    }
    // Callbacks are to tell of refunds too.
    await database.owner.query('update callback_endpoints set send_refunds = true')
    return points
  } finally {
    await database.close()
  }
}
