import type { Extra } from '../../core/extra.ts'
import { linkRoutes } from './http/link-routes.ts'
import { linkPageRoutes } from './http/page-routes.ts'
import type { PaymentLinkDeps } from './use-payment-link.ts'

/** Payment links: a merchant makes and reads them, and payers pay on their page. */
export function paymentLinksExtra(deps: PaymentLinkDeps): Extra {
  return {
    server: (_app, { pages }) => pages((scope) => linkPageRoutes(scope, deps)),
    merchantRoutes: (scope) => linkRoutes(scope, deps),
  }
}
