import type { Extra } from '../../core/extra.ts'
import type { Config } from '../../core/platform/config/config.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { writeGatewayAddress } from '../nodes/gateway-address.ts'

/** Tells commands where the gateway is, for the links that they print; not where there may be no data folder at all. */
export function commandsExtra(
  { site }: Pick<PlatformDeps, 'site'>,
  { dataDir, role, databaseUrl, demo }: Pick<Config, 'dataDir' | 'role' | 'databaseUrl' | 'demo'>,
): Extra {
  return {
    listening: async () => {
      const hasFolder = databaseUrl === undefined || demo
      if (hasFolder && role !== 'worker') writeGatewayAddress(dataDir, site.url())
    },
  }
}
