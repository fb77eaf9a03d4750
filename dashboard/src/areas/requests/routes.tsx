import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { pointRoute } from '../../app/routes.tsx'

const requestsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/requests',
  component: lazyPage(() => import('./requests-page.tsx'), 'RequestsPage'),
})

export const requestsRoutes = [requestsRoute] as const
