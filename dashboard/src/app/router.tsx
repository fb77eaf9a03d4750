import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from '../areas/account/routes.tsx'
import { alertsRoutes } from '../areas/alerts/routes.tsx'
import { approvalsRoutes } from '../areas/approvals/routes.tsx'
import { auditRoutes } from '../areas/audit/routes.tsx'
import { credentialsRoutes } from '../areas/credentials/routes.tsx'
import { inboxRoutes } from '../areas/inbox/routes.tsx'
import { operatorRoutes } from '../areas/operator/routes.tsx'
import { overviewRoutes } from '../areas/overview/routes.tsx'
import { paymentsRoutes } from '../areas/payments/routes.tsx'
import { requestsRoutes } from '../areas/requests/routes.tsx'
import { signInRoutes } from '../areas/sign-in/routes.tsx'
import { teamRoutes } from '../areas/team/routes.tsx'
import { webhooksRoutes } from '../areas/webhooks/routes.tsx'
import { ErrorPage, NotFoundPage } from './error-page.tsx'
import { homeRoute, operatorRoute, pointHomeRoute, pointRoute, rootRoute, signedInRoute } from './routes.tsx'
import { parseSearch, writeSearch } from './search-text.ts'

const pointTree = pointRoute.addChildren([
  pointHomeRoute,
  ...overviewRoutes,
  ...paymentsRoutes,
  ...approvalsRoutes,
  ...inboxRoutes,
  ...requestsRoutes,
  ...webhooksRoutes,
  ...credentialsRoutes,
])

const signedInTree = signedInRoute.addChildren([
  homeRoute,
  pointTree,
  operatorRoute.addChildren([...operatorRoutes]),
  ...accountRoutes,
  ...teamRoutes,
  ...auditRoutes,
  ...alertsRoutes,
])

/** Every page, with the code of an area loaded when its first page is opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([signedInTree, ...signInRoutes]),
  basepath: '/dashboard',
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
