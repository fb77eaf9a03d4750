import { createRoute, createRouter, type RouteComponent } from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from './error-page.tsx'
import { lazyPage } from './load-code.ts'
import { homeRoute, operatorRoute, pointHomeRoute, pointRoute, rootRoute, signedInRoute } from './routes.tsx'

const atPoint = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => pointRoute, path, component })
const forOperator = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => operatorRoute, path, component })
const signedIn = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => signedInRoute, path, component })
const open = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component })

// Every page: its address, and where its code is. The code of an area is loaded when its first page is opened.

/** Below /p/<point>. */
const pointPages = [
  atPoint(
    '/overview',
    lazyPage(() => import('../areas/overview/overview-page.tsx'), 'OverviewPage'),
  ),
  atPoint(
    '/payments',
    lazyPage(() => import('../areas/payments/list-page.tsx'), 'PaymentsPage'),
  ),
  atPoint(
    '/payouts',
    lazyPage(() => import('../areas/payments/list-page.tsx'), 'PayoutsPage'),
  ),
  atPoint(
    '/refunds',
    lazyPage(() => import('../areas/payments/list-page.tsx'), 'RefundsPage'),
  ),
  atPoint(
    '/balances',
    lazyPage(() => import('../areas/balances/balances-page.tsx'), 'BalancesPage'),
  ),
  atPoint(
    '/balances/report',
    lazyPage(() => import('../areas/balances/report-page.tsx'), 'ReportPage'),
  ),
  atPoint(
    '/withdrawals',
    lazyPage(() => import('../areas/withdrawals/withdrawals-page.tsx'), 'WithdrawalsPage'),
  ),
  atPoint(
    '/withdrawal-accounts',
    lazyPage(() => import('../areas/withdrawals/accounts-page.tsx'), 'WithdrawalAccountsPage'),
  ),
  atPoint(
    '/payments/$transactionId',
    lazyPage(() => import('../areas/payments/detail-page.tsx'), 'PaymentPage'),
  ),
  atPoint(
    '/payouts/$transactionId',
    lazyPage(() => import('../areas/payments/detail-page.tsx'), 'PayoutPage'),
  ),
  atPoint(
    '/refunds/$transactionId',
    lazyPage(() => import('../areas/payments/detail-page.tsx'), 'RefundPage'),
  ),
  atPoint(
    '/payment-links',
    lazyPage(() => import('../areas/payment-links/list-page.tsx'), 'PaymentLinksPage'),
  ),
  atPoint(
    '/payment-links/new',
    lazyPage(() => import('../areas/payment-links/create-page.tsx'), 'CreateLinkPage'),
  ),
  atPoint(
    '/payment-links/$linkId',
    lazyPage(() => import('../areas/payment-links/link-page.tsx'), 'PaymentLinkPage'),
  ),
  atPoint(
    '/create',
    lazyPage(() => import('../areas/payments/create/create-page.tsx'), 'CreatePage'),
  ),
  atPoint(
    '/approvals',
    lazyPage(() => import('../areas/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  ),
  atPoint(
    '/inbox',
    lazyPage(() => import('../areas/inbox/inbox-page.tsx'), 'InboxPage'),
  ),
  atPoint(
    '/requests',
    lazyPage(() => import('../areas/requests/requests-page.tsx'), 'RequestsPage'),
  ),
  atPoint(
    '/webhooks',
    lazyPage(() => import('../areas/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  atPoint(
    '/webhooks/deliveries/$deliveryId',
    lazyPage(() => import('../areas/webhooks/delivery-page.tsx'), 'DeliveryPage'),
  ),
  atPoint(
    '/payment-page',
    lazyPage(() => import('../areas/payment-page/payment-page.tsx'), 'PaymentPage'),
  ),
  atPoint(
    '/credentials',
    lazyPage(() => import('../areas/credentials/credentials-page.tsx'), 'CredentialsPage'),
  ),
] as const

/** Below /operator. */
const operatorPages = [
  forOperator(
    '/',
    lazyPage(() => import('../areas/operator/operator-page.tsx'), 'OperatorPage'),
  ),
  forOperator(
    '/to-pay',
    lazyPage(() => import('../areas/operator/to-pay-page.tsx'), 'ToPayPage'),
  ),
  forOperator(
    '/attention',
    lazyPage(() => import('../areas/operator/review-queue-page.tsx'), 'ReviewQueuePage'),
  ),
  forOperator(
    '/proposals',
    lazyPage(() => import('../areas/proposals/proposals-page.tsx'), 'ProposalsPage'),
  ),
  forOperator(
    '/proposals/$proposalId',
    lazyPage(() => import('../areas/proposals/proposal-page.tsx'), 'ProposalPage'),
  ),
  forOperator(
    '/merchants',
    lazyPage(() => import('../areas/merchants/merchants-page.tsx'), 'MerchantsPage'),
  ),
  forOperator(
    '/merchants/$merchantId',
    lazyPage(() => import('../areas/merchants/merchant-page.tsx'), 'MerchantPage'),
  ),
  forOperator(
    '/points/$pointId',
    lazyPage(() => import('../areas/merchants/point-page.tsx'), 'PointPage'),
  ),
  forOperator(
    '/transactions',
    lazyPage(() => import('../areas/operator/transactions-page.tsx'), 'TransactionsPage'),
  ),
  forOperator(
    '/transactions/$transactionId',
    lazyPage(() => import('../areas/operator/transaction-page.tsx'), 'TransactionPage'),
  ),
  forOperator(
    '/banks',
    lazyPage(() => import('../areas/bank-accounts/accounts-page.tsx'), 'AccountsPage'),
  ),
  forOperator(
    '/banks/files',
    lazyPage(() => import('../areas/bank-accounts/files-page.tsx'), 'FilesPage'),
  ),
  forOperator(
    '/banks/$accountId',
    lazyPage(() => import('../areas/bank-accounts/account-page.tsx'), 'AccountPage'),
  ),
  forOperator(
    '/banks/$accountId/days',
    lazyPage(() => import('../areas/bank-accounts/days-page.tsx'), 'DaysPage'),
  ),
  forOperator(
    '/banks/$accountId/profile',
    lazyPage(() => import('../areas/bank-accounts/profile-page.tsx'), 'ProfilePage'),
  ),
  forOperator(
    '/connectors',
    lazyPage(() => import('../areas/operator/connectors-page.tsx'), 'ConnectorsPage'),
  ),
  forOperator(
    '/suspense',
    lazyPage(() => import('../areas/operator/suspense-page.tsx'), 'SuspensePage'),
  ),
  forOperator(
    '/banks/lines',
    lazyPage(() => import('../areas/bank-accounts/lines-page.tsx'), 'LinesPage'),
  ),
  forOperator(
    '/banks/lines/$lineId',
    lazyPage(() => import('../areas/bank-accounts/line-page.tsx'), 'LinePage'),
  ),
  forOperator(
    '/banks/batches',
    lazyPage(() => import('../areas/bank-batches/batches-page.tsx'), 'BatchesPage'),
  ),
  forOperator(
    '/banks/batches/$batchId',
    lazyPage(() => import('../areas/bank-batches/batch-page.tsx'), 'BatchPage'),
  ),
  forOperator(
    '/ledger',
    lazyPage(() => import('../areas/operator/ledger-page.tsx'), 'LedgerPage'),
  ),
  forOperator(
    '/invariants',
    lazyPage(() => import('../areas/operator/invariants-page.tsx'), 'InvariantsPage'),
  ),
] as const

const signedInPages = [
  signedIn(
    '/account',
    lazyPage(() => import('../areas/account/account-page.tsx'), 'AccountPage'),
  ),
  signedIn(
    '/team',
    lazyPage(() => import('../areas/team/team-page.tsx'), 'TeamPage'),
  ),
  signedIn(
    '/audit',
    lazyPage(() => import('../areas/audit/audit-page.tsx'), 'AuditPage'),
  ),
  signedIn(
    '/alerts',
    lazyPage(() => import('../areas/alerts/alerts-page.tsx'), 'AlertsPage'),
  ),
] as const

/** Without a session. The token of an invitation or a new password stands behind the #, where no server sees it. */
const openPages = [
  open(
    '/sign-in',
    lazyPage(() => import('../areas/sign-in/sign-in-page.tsx'), 'SignInPage'),
  ),
  open(
    '/invitation',
    lazyPage(() => import('../areas/sign-in/invitation-page.tsx'), 'InvitationPage'),
  ),
  open(
    '/forgot-password',
    lazyPage(() => import('../areas/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  ),
  open(
    '/new-password',
    lazyPage(() => import('../areas/sign-in/new-password-page.tsx'), 'NewPasswordPage'),
  ),
] as const

const signedInTree = signedInRoute.addChildren([
  homeRoute,
  pointRoute.addChildren([pointHomeRoute, ...pointPages]),
  operatorRoute.addChildren([...operatorPages]),
  ...signedInPages,
])

export const router = createRouter({
  routeTree: rootRoute.addChildren([signedInTree, ...openPages]),
  basepath: '/dashboard',
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/**
 * Reads `?status=PENDING&search=007` as plain texts, so that an address reads as people write it. What is given twice stays
 * so, for `useAddressFaults`.
 */
function parseSearch(text: string): Record<string, string | string[]> {
  const given = new URLSearchParams(text)
  const oneOrAll = (values: string[]) => (values.length > 1 ? values : (values[0] ?? ''))
  return Object.fromEntries([...given.keys()].map((name) => [name, oneOrAll(given.getAll(name))]))
}

/** The other way round; empty values are left out. */
function writeSearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(
    entries.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  ).toString()
  return text === '' ? '' : `?${text}`
}
