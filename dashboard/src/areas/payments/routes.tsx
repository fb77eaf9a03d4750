import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pointRoute } from '../../app/routes.tsx'

const paymentsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/payments',
  component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage'),
})

const payoutsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/payouts',
  component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage'),
})

const newPaymentRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/create',
  component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage'),
})

export const paymentsRoutes = [paymentsRoute, payoutsRoute, newPaymentRoute] as const
