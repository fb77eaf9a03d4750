import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'
import { chosenPointOf, lastPoint } from './point.ts'
import { queryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'
import { Layout } from './shell/layout.tsx'
import { NoPoints, PointFrame } from './shell/point-frame.tsx'

/** What stands after `?`: texts by their names. Pages read them with `useUrlFilters` by `addresses.ts`. */
export type Search = Readonly<Record<string, string | undefined>>

/** Above everything: sign-in and invitation hang directly below. */
export const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
  component: Outlet,
  errorComponent: ErrorPage,
})

/** Everything that needs somebody signed in, with header and navigation: account, team, audit, alerts. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session.stage === 'signed_in') return
    throw redirect({ to: '/sign-in', search: location.pathname === '/' ? {} : { return_to: location.href } })
  },
  component: Layout,
})

/** The areas of one point: /p/<point>/…. */
export const pointRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/p/$pointId',
  component: PointFrame,
})

/** The operator's areas: /operator/…. */
export const operatorRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operator',
  component: Outlet,
})

/** Where one lands without saying where to. */
export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async () => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session.person?.side === 'operator') throw redirect({ to: '/operator' })
    const point = chosenPointOf(session.points, lastPoint.read())
    if (point) throw redirect({ to: '/p/$pointId/overview', params: { pointId: point.id } })
  },
  component: NoPoints,
})

/** `/p/<point>` alone. */
export const pointHomeRoute = createRoute({
  getParentRoute: () => pointRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/p/$pointId/overview', params })
  },
})
