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

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyPage(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

/** The token stands behind the #, as above. */
const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-password',
  component: lazyPage(() => import('./new-password-page.tsx'), 'NewPasswordPage'),
})

export const signInRoutes = [signInRoute, invitationRoute, forgotPasswordRoute, newPasswordRoute] as const
