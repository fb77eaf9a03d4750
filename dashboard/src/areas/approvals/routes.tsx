import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pointRoute } from '../../app/routes.tsx'

const approvalsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
})

export const approvalsRoutes = [approvalsRoute] as const
