import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorRoute } from '../../app/routes.tsx'

const overviewRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const attentionRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/attention',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const proposalsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/proposals',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const merchantsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/merchants',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const transactionsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/transactions',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const connectorsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/connectors',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const suspenseRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/suspense',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const ledgerRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/ledger',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const invariantsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/invariants',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

export const operatorRoutes = [
  overviewRoute,
  attentionRoute,
  proposalsRoute,
  merchantsRoute,
  transactionsRoute,
  connectorsRoute,
  suspenseRoute,
  ledgerRoute,
  invariantsRoute,
] as const
