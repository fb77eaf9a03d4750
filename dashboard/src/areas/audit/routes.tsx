import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../../app/routes.tsx'

const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/audit',
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
})

export const auditRoutes = [auditRoute] as const
