import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pointRoute } from '../../app/routes.tsx'

const credentialsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/credentials',
  component: lazyRouteComponent(() => import('./credentials-page.tsx'), 'CredentialsPage'),
})

export const credentialsRoutes = [credentialsRoute] as const
