import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pointRoute } from '../../app/routes.tsx'

const inboxRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

export const inboxRoutes = [inboxRoute] as const
