import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pointRoute } from '../../app/routes.tsx'

const overviewRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/overview',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

export const overviewRoutes = [overviewRoute] as const
