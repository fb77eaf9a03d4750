import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { signedInRoute } from '../../app/routes.tsx'

const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/audit',
  component: lazyPage(() => import('./audit-page.tsx'), 'AuditPage'),
})

export const auditRoutes = [auditRoute] as const
