import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { pointRoute } from '../../app/routes.tsx'

const paymentsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/payments',
  component: lazyPage(() => import('./list-page.tsx'), 'PaymentsPage'),
})

const payoutsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/payouts',
  component: lazyPage(() => import('./list-page.tsx'), 'PayoutsPage'),
})

/** One pay-in or payout: ids are unique over both. */
const transactionRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/payments/$transactionId',
  component: lazyPage(() => import('./detail-page.tsx'), 'DetailPage'),
})

const createPaymentRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/create',
  component: lazyPage(() => import('./create-page.tsx'), 'CreatePage'),
})

export const paymentsRoutes = [paymentsRoute, payoutsRoute, transactionRoute, createPaymentRoute] as const
