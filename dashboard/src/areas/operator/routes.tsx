import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorRoute } from '../../app/routes.tsx'

const getParentRoute = () => operatorRoute

const overviewRoute = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const attentionRoute = createRoute({
  getParentRoute,
  path: '/attention',
  component: lazyRouteComponent(() => import('./attention-page.tsx'), 'AttentionPage'),
})

const proposalsRoute = createRoute({
  getParentRoute,
  path: '/proposals',
  component: lazyRouteComponent(() => import('./proposals-page.tsx'), 'ProposalsPage'),
})

const proposalRoute = createRoute({
  getParentRoute,
  path: '/proposals/$proposalId',
  component: lazyRouteComponent(() => import('./proposal-page.tsx'), 'ProposalPage'),
})

const merchantsRoute = createRoute({
  getParentRoute,
  path: '/merchants',
  component: lazyRouteComponent(() => import('./merchants-page.tsx'), 'MerchantsPage'),
})

const merchantRoute = createRoute({
  getParentRoute,
  path: '/merchants/$merchantId',
  component: lazyRouteComponent(() => import('./merchant-page.tsx'), 'MerchantPage'),
})

const pointRoute = createRoute({
  getParentRoute,
  path: '/points/$pointId',
  component: lazyRouteComponent(() => import('./point-page.tsx'), 'PointPage'),
})

const transactionsRoute = createRoute({
  getParentRoute,
  path: '/transactions',
  component: lazyRouteComponent(() => import('./transactions-page.tsx'), 'TransactionsPage'),
})

const transactionRoute = createRoute({
  getParentRoute,
  path: '/transactions/$transactionId',
  component: lazyRouteComponent(() => import('./transaction-page.tsx'), 'TransactionPage'),
})

const connectorsRoute = createRoute({
  getParentRoute,
  path: '/connectors',
  component: lazyRouteComponent(() => import('./connectors-page.tsx'), 'ConnectorsPage'),
})

const suspenseRoute = createRoute({
  getParentRoute,
  path: '/suspense',
  component: lazyRouteComponent(() => import('./suspense-page.tsx'), 'SuspensePage'),
})

const ledgerRoute = createRoute({
  getParentRoute,
  path: '/ledger',
  component: lazyRouteComponent(() => import('./ledger-page.tsx'), 'LedgerPage'),
})

const invariantsRoute = createRoute({
  getParentRoute,
  path: '/invariants',
  component: lazyRouteComponent(() => import('./invariants-page.tsx'), 'InvariantsPage'),
})

export const operatorRoutes = [
  overviewRoute,
  attentionRoute,
  proposalsRoute,
  proposalRoute,
  merchantsRoute,
  merchantRoute,
  pointRoute,
  transactionsRoute,
  transactionRoute,
  connectorsRoute,
  suspenseRoute,
  ledgerRoute,
  invariantsRoute,
] as const
