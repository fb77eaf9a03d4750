import swagger from '@fastify/swagger'
import type { Extra } from '../../core/extra.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { documentOptions } from './openapi.ts'
import { docsRoutes } from './routes.ts'

/** The API reference, the page of error codes and the start page. */
export function documentation(deps: Pick<PlatformDeps, 'site'>): Extra {
  return {
    server: async (app, { docs, version, pages }) => {
      // The plugin sees only routes that are registered after it.
      if (docs) await app.register(swagger, documentOptions(deps, version))
      pages(async (scope) => await docsRoutes(scope, deps, { docs, version }))
    },
  }
}
