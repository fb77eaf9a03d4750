import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../../app/routes.tsx'

const teamRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
})

export const teamRoutes = [teamRoute] as const
