import type { CoreDeps } from '../../core/deps.ts'
import type { Extra } from '../../core/extra.ts'
import { logoRoute } from './http/logo-route.ts'

/** How payer pages look: the settings, and the logo. The core draws the pages with what is stored. */
export function paymentPageExtra(deps: CoreDeps): Extra {
  return {
    server: (_app, { pages }) => pages((scope) => logoRoute(scope, deps)),
  }
}
