import { createPoint } from '../../src/core/callbacks/create-point.ts'
import { createSimulatorControls } from '../../src/core/connectors/index.ts'
import type { CoreDeps } from '../../src/core/deps.ts'
import type { Extra } from '../../src/core/extra.ts'
import { createApiKey } from '../../src/core/merchants/create-api-key.ts'
import { createMerchant } from '../../src/core/merchants/create-merchant.ts'
import { readConfig } from '../../src/core/platform/config/config.ts'
import { createLog } from '../../src/core/platform/log/log.ts'
import { connectSimulatedBank } from '../../src/core/processing/connect-simulated-bank.ts'
import { startCore } from '../../src/core/start-core.ts'
import { present } from '../../src/core/values/assert.ts'
import { simulateRoutes } from '../../src/extras/simulator-controls/http/simulate-routes.ts'

/*
 * A program: the core alone, with a test point, and one that demands signed payouts. The only addition is the simulator's route by which a test decides
 * what becomes of a payment. It tells its parent process its URL and the points' credentials.
 */

const actor = 'core alone'

/** What a client of the point needs. */
export interface PointOfCore {
  key: string
  pointId: string
  apiToken: string
}

async function makePoint(deps: CoreDeps, callbackUrl: string, signedPayouts = false): Promise<PointOfCore> {
  const { merchantId } = await createMerchant(deps, { name: 'Shop', actor })
  const wanted = { merchantId, environment: 'test', name: 'Web', callbackUrl, signedPayouts, actor } as const
  const { pointId, authApiToken } = await createPoint(deps, wanted)
  const { key } = await createApiKey(deps, { pointId, name: 'All', scopes: ['payins', 'payouts', 'read'], actor })
  return { key, pointId, apiToken: authApiToken }
}

const env = (name: string) => present(process.env[name], name)
const config = readConfig(process.env)
const database = present(config.databaseUrl, 'DATABASE_URL')
const core = await startCore(
  config,
  database,
  { log: createLog('warn') },
  {
    extras: ({ deps }) => {
      const simulatorControls = createSimulatorControls(config.simulatedBank?.url)
      const merchantRoutes: Extra['merchantRoutes'] = (scope) =>
        simulateRoutes(scope, { ...deps, simulatorControls, isTestClockShared: false })
      return [{ merchantRoutes }]
    },
  },
)
const credentials = { token: env('BANK_TOKEN'), notificationSecret: env('BANK_NOTIFICATION_SECRET') }
await connectSimulatedBank(core.deps, credentials, actor)
const point = await makePoint(core.deps, env('CALLBACK_URL'))
const signedPoint = await makePoint(core.deps, env('CALLBACK_URL'), true)
process.send?.({ ready: true, url: core.url, point, signedPoint })
process.once('SIGTERM', () => void core.stop().then(() => process.exit(0)))
