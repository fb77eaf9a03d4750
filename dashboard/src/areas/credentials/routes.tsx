import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { pointRoute } from '../../app/routes.tsx'

const credentialsRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/credentials',
  component: lazyPage(() => import('./credentials-page.tsx'), 'CredentialsPage'),
})

export const credentialsRoutes = [credentialsRoute] as const
