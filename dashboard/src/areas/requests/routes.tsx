import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pointRoute } from '../../app/routes.tsx'

const requestsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/requests',
  component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
})

export const requestsRoutes = [requestsRoute] as const
