import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { signedInRoute } from '../../app/routes.tsx'

const teamRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/team',
  component: lazyPage(() => import('./team-page.tsx'), 'TeamPage'),
})

export const teamRoutes = [teamRoute] as const
