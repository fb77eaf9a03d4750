import type { IconName } from '../../parts/icons.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useCurrentPoint } from '../point.ts'
import { type PointData, usePerson } from '../session.ts'

/** A page of the navigation. `to` is its address below /dashboard. */
export interface NavPage {
  to: string
  /** What its address says besides; of another it is not the page. */
  search?: Readonly<Record<string, string>>
  label: string
  icon: IconName
  /** What waits there is counted beside its name. */
  counts?: CountedPage
  /** Only this very address is it, not what lies below. */
  exact?: boolean
}

/** Pages with something that waits for somebody. */
export type CountedPage = 'approvals' | 'attention' | 'to_pay' | 'proposals'

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
  const may = (permission: 'team' | 'audit' | 'operator_act') => person.permissions.includes(permission)
  const organisation: NavPage[] = [
    { to: '/alerts', label: nav.alerts, icon: 'bell' },
    ...(may('team') || may('operator_act') ? [{ to: '/team', label: nav.team, icon: 'people' as const }] : []),
    ...(may('audit') ? [{ to: '/audit', label: nav.audit, icon: 'history' as const }] : []),
  ]
  const last = { label: nav.organisation, pages: organisation }
  if (person.side === 'operator') return [{ pages: operatorPages(nav) }, last]
  return point ? [...pointGroups(nav, point), last] : [last]
}

type NavTexts = ReturnType<typeof useShellTexts>['nav']

function operatorPages({ operator }: NavTexts): NavPage[] {
  return [
    { to: '/operator', label: operator.overview, icon: 'grid', exact: true },
    { to: '/operator/attention', label: operator.attention, icon: 'warning', counts: 'attention' },
    { to: '/operator/to-pay', label: operator.toPay, icon: 'arrowOut', counts: 'to_pay' },
    { to: '/operator/proposals', label: operator.proposals, icon: 'approve', counts: 'proposals' },
    { to: '/operator/merchants', label: operator.merchants, icon: 'shop' },
    { to: '/operator/transactions', label: operator.transactions, icon: 'exchange' },
    { to: '/operator/banks', label: operator.banks, icon: 'bank' },
    { to: '/operator/connectors', label: operator.connectors, icon: 'plug' },
    { to: '/operator/suspense', label: operator.suspense, icon: 'pause' },
    { to: '/operator/ledger', label: operator.ledger, icon: 'book' },
    { to: '/operator/invariants', label: operator.invariants, icon: 'shield' },
  ]
}

function pointGroups(nav: NavTexts, point: PointData): NavGroup[] {
  const base = `/p/${point.id}`
  const may = (permission: PointData['permissions'][number]) => point.permissions.includes(permission)
  const kind = may('payins') ? 'payin' : 'payout'
  const work: NavPage[] = [
    { to: `${base}/overview`, label: nav.overview, icon: 'grid' },
    { to: `${base}/payments`, label: nav.payments, icon: 'arrowIn' },
    { to: `${base}/payment-links`, label: nav.paymentLinks, icon: 'link' },
    { to: `${base}/payouts`, label: nav.payouts, icon: 'arrowOut' },
    { to: `${base}/refunds`, label: nav.refunds, icon: 'giveBack' },
    { to: `${base}/balances`, label: nav.balances, icon: 'wallet' },
    { to: `${base}/approvals`, label: nav.approvals, icon: 'approve', counts: 'approvals' },
    ...(may('payins') || may('payouts')
      ? [
          {
            to: `${base}/create`,
            search: { kind },
            label: may('payins') ? nav.charge : nav.payOut,
            icon: 'plus' as const,
          },
        ]
      : []),
    ...(point.environment === 'test' ? [{ to: `${base}/inbox`, label: nav.inbox, icon: 'inbox' as const }] : []),
    { to: `${base}/requests`, label: nav.requests, icon: 'list' },
  ]
  const settings: NavPage[] = [
    ...(may('webhook') ? [{ to: `${base}/webhooks`, label: nav.webhooks, icon: 'send' as const }] : []),
    ...(may('settings') ? [{ to: `${base}/payment-page`, label: nav.paymentPage, icon: 'page' as const }] : []),
    ...(may('settings') ? [{ to: `${base}/credentials`, label: nav.credentials, icon: 'key' as const }] : []),
  ]
  return [{ pages: work }, ...(settings.length > 0 ? [{ label: nav.settings, pages: settings }] : [])]
}
