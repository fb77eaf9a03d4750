import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { operatorRoute } from '../../app/routes.tsx'

const getParentRoute = () => operatorRoute

const overviewRoute = createRoute({
  getParentRoute,
  path: '/',
  component: lazyPage(() => import('./operator-page.tsx'), 'OperatorPage'),
})

const reviewQueueRoute = createRoute({
  getParentRoute,
  path: '/attention',
  component: lazyPage(() => import('./review-queue-page.tsx'), 'ReviewQueuePage'),
})

const proposalsRoute = createRoute({
  getParentRoute,
  path: '/proposals',
  component: lazyPage(() => import('./proposals-page.tsx'), 'ProposalsPage'),
})

const proposalRoute = createRoute({
  getParentRoute,
  path: '/proposals/$proposalId',
  component: lazyPage(() => import('./proposal-page.tsx'), 'ProposalPage'),
})

const merchantsRoute = createRoute({
  getParentRoute,
  path: '/merchants',
  component: lazyPage(() => import('./merchants-page.tsx'), 'MerchantsPage'),
})

const merchantRoute = createRoute({
  getParentRoute,
  path: '/merchants/$merchantId',
  component: lazyPage(() => import('./merchant-page.tsx'), 'MerchantPage'),
})

const pointRoute = createRoute({
  getParentRoute,
  path: '/points/$pointId',
  component: lazyPage(() => import('./point-page.tsx'), 'PointPage'),
})

const transactionsRoute = createRoute({
  getParentRoute,
  path: '/transactions',
  component: lazyPage(() => import('./transactions-page.tsx'), 'TransactionsPage'),
})

const transactionRoute = createRoute({
  getParentRoute,
  path: '/transactions/$transactionId',
  component: lazyPage(() => import('./transaction-page.tsx'), 'TransactionPage'),
})

const connectorsRoute = createRoute({
  getParentRoute,
  path: '/connectors',
  component: lazyPage(() => import('./connectors-page.tsx'), 'ConnectorsPage'),
})

const suspenseRoute = createRoute({
  getParentRoute,
  path: '/suspense',
  component: lazyPage(() => import('./suspense-page.tsx'), 'SuspensePage'),
})

const ledgerRoute = createRoute({
  getParentRoute,
  path: '/ledger',
  component: lazyPage(() => import('./ledger-page.tsx'), 'LedgerPage'),
})

const invariantsRoute = createRoute({
  getParentRoute,
  path: '/invariants',
  component: lazyPage(() => import('./invariants-page.tsx'), 'InvariantsPage'),
})

export const operatorRoutes = [
  overviewRoute,
  reviewQueueRoute,
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
