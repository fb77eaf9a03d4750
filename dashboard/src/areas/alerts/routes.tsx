import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { signedInRoute } from '../../app/routes.tsx'

const alertsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/alerts',
  component: lazyPage(() => import('./alerts-page.tsx'), 'AlertsPage'),
})

export const alertsRoutes = [alertsRoute] as const
