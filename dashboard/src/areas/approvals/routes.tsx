import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { pointRoute } from '../../app/routes.tsx'

const approvalsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/approvals',
  component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
})

export const approvalsRoutes = [approvalsRoute] as const
