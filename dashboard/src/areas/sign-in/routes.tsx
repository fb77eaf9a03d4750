import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { rootRoute } from '../../app/routes.tsx'

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

/** The token stands behind the #, where no server sees it. */
const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyPage(() => import('./invitation-page.tsx'), 'InvitationPage'),
})

export const signInRoutes = [signInRoute, invitationRoute] as const
