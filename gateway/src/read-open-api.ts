import { buildServer } from './core/api/server.ts'
import { siteAt } from './core/platform/deps.ts'
import { processSlots } from './core/platform/limits/slots.ts'
import { createLog } from './core/platform/log/log.ts'
import { createMetrics } from './core/platform/log/metrics.ts'
import { version } from './core/platform/version.ts'
import type { Deps } from './extras/deps.ts'
import { serverExtras } from './extras/index.ts'

/**
 * The OpenAPI document of a gateway with all extras, without a database and without listening: `site/` makes the API
 * reference from it.
 */
export async function readOpenApi(): Promise<unknown> {
  // The document is made of the routes' schemas. No request reaches an operation, so no other dependency is used.
  const metrics = createMetrics()
  const deps = {
    metrics,
    slots: processSlots(metrics),
    log: createLog('silent'),
    site: siteAt(''),
    database: {},
  } as Deps
  const server = { trustedProxies: [], docs: true, isReady: async () => true as const, isShuttingDown: () => false }
  const extras = serverExtras(deps, { database: deps.database, forLoops: (more) => more })
  const app = await buildServer(deps, { ...server, version }, extras)
  try {
    return (await app.inject('/openapi.json')).json()
  } finally {
    await app.close()
  }
}
