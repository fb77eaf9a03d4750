import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../../app/routes.tsx'

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

export const accountRoutes = [accountRoute] as const
