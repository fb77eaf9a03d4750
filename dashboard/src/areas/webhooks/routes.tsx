import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/load-code.ts'
import { pointRoute } from '../../app/routes.tsx'

const webhooksRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/webhooks',
  component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const deliveryRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/webhooks/deliveries/$deliveryId',
  component: lazyPage(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const webhooksRoutes = [webhooksRoute, deliveryRoute] as const
