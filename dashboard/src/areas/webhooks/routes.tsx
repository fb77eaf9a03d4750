import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pointRoute } from '../../app/routes.tsx'

const webhooksRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const deliveryRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/webhooks/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const webhooksRoutes = [webhooksRoute, deliveryRoute] as const
