import type { Extra } from '../../core/extra.ts'
import type { Config } from '../../core/platform/config/config.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { writeGatewayAddress } from '../nodes/gateway-address.ts'

/** Tells commands where the gateway is, for the links that they print. */
export function commandsExtra(
  { site }: Pick<PlatformDeps, 'site'>,
  { dataDir, role }: Pick<Config, 'dataDir' | 'role'>,
): Extra {
  return {
    listening: async () => {
      if (role !== 'worker') writeGatewayAddress(dataDir, site.url())
    },
  }
}
