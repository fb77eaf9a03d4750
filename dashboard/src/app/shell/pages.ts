import { useShellTexts } from '../../texts/all-shell.ts'
import { useCurrentPoint } from '../point.ts'
import { type PointData, usePerson } from '../session.ts'

/** A page of the navigation. `to` is its address below /dashboard. */
export interface NavPage {
  to: string
  label: string
  /** Only this very address is it, not what lies below. */
  exact?: boolean
}

export interface NavGroup {
  /** Undefined: stands without heading. */
  label?: string
  pages: readonly NavPage[]
}

/** What the person may open, in the order of the navigation. */
export function useNavGroups(): readonly NavGroup[] {
  const { nav } = useShellTexts()
  const person = usePerson()
  const point = useCurrentPoint()
  const may = (permission: 'team' | 'audit') => person.permissions.includes(permission)
  const organisation: NavPage[] = [
    { to: '/alerts', label: nav.alerts },
    ...(may('team') ? [{ to: '/team', label: nav.team }] : []),
    ...(may('audit') ? [{ to: '/audit', label: nav.audit }] : []),
  ]
  const last = { label: nav.organisation, pages: organisation }
  if (person.side === 'operator') return [{ pages: operatorPages(nav) }, last]
  return point ? [...pointGroups(nav, point), last] : [last]
}

type NavTexts = ReturnType<typeof useShellTexts>['nav']

function operatorPages({ operator }: NavTexts): NavPage[] {
  return [
    { to: '/operator', label: operator.overview, exact: true },
    { to: '/operator/attention', label: operator.attention },
    { to: '/operator/proposals', label: operator.proposals },
    { to: '/operator/merchants', label: operator.merchants },
    { to: '/operator/transactions', label: operator.transactions },
    { to: '/operator/connectors', label: operator.connectors },
    { to: '/operator/suspense', label: operator.suspense },
    { to: '/operator/ledger', label: operator.ledger },
    { to: '/operator/invariants', label: operator.invariants },
  ]
}

function pointGroups(nav: NavTexts, point: PointData): NavGroup[] {
  const base = `/p/${point.id}`
  const may = (permission: PointData['permissions'][number]) => point.permissions.includes(permission)
  const work: NavPage[] = [
    { to: `${base}/overview`, label: nav.overview },
    { to: `${base}/payments`, label: nav.payments },
    { to: `${base}/payouts`, label: nav.payouts },
    { to: `${base}/balances`, label: nav.balances },
    { to: `${base}/approvals`, label: nav.approvals },
    ...(may('payins') || may('payouts') ? [{ to: `${base}/create`, label: nav.create }] : []),
    ...(point.environment === 'test' ? [{ to: `${base}/inbox`, label: nav.inbox }] : []),
    { to: `${base}/requests`, label: nav.requests },
  ]
  const settings: NavPage[] = [
    ...(may('webhook') ? [{ to: `${base}/webhooks`, label: nav.webhooks }] : []),
    ...(may('settings') ? [{ to: `${base}/payment-page`, label: nav.paymentPage }] : []),
    ...(may('settings') ? [{ to: `${base}/credentials`, label: nav.credentials }] : []),
  ]
  return [{ pages: work }, ...(settings.length > 0 ? [{ label: nav.settings, pages: settings }] : [])]
}
