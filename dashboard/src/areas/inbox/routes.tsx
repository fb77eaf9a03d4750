import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { pointRoute } from '../../app/routes.tsx'

const inboxRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/inbox',
  component: lazyPage(() => import('./inbox-page.tsx'), 'InboxPage'),
})

export const inboxRoutes = [inboxRoute] as const
