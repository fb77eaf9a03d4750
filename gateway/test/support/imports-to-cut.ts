/**
 * Imports against the order of capabilities.ts that are still there, as `from > to`. Each list may only shrink:
 * the test fails on an import that is missing here, and on a line here that no import needs any more.
 */
export const importsToCut = {
  /** From the core to an extra. */
  'from the core': [],
  /** From a capability to one above it. */
  upward: [],
  /** Inside a capability, from a layer to one outside it. */
  outward: [],
  /** From routes to the store of their capability, past its use cases. */
  'past the use cases': [],
  /** Into the store or the routes of another capability. */
  'into a neighbour': [
    'demo/create-demo-people.ts > merchants/store/points.ts',
    'demo/create-demo.ts > merchants/store/api-keys.ts',
    'demo/create-demo.ts > merchants/store/points.ts',
    'entrances/cli/retention-commands.ts > retention/store/retention-runs.ts',
    'entrances/cli/verify-command.ts > processing/store/connector-accounts.ts',
    'jobs/maintain.ts > cards/store/card-velocity.ts',
    'ledger/fund-point.ts > merchants/store/point-money.ts',
    'payments/cancel-payin.ts > processing/store/attempts.ts',
    'payments/give-payer-reference.ts > processing/store/payer-references.ts',
    'payments/http/payment-routes.ts > merchants/http/signed-request.ts',
    'payments/read-pay-page.ts > merchants/store/points.ts',
    'payout-approvals/http/approval-routes.ts > point-settings/http/contract/settings.ts',
    'payout-approvals/http/decision-routes.ts > merchants/http/signed-request.ts',
    'payouts/reserve-payouts.ts > ledger/store/ledger.ts',
    'payouts/reserve-payouts.ts > merchants/store/point-terms.ts',
    'payouts/reserve-payouts.ts > processing/store/creations.ts',
    'processing/apply-outcome.ts > cards/store/card-velocity.ts',
    'processing/apply-outcome.ts > ledger/store/ledger.ts',
    'processing/apply-outcome.ts > merchants/store/point-terms.ts',
    'request-log/http/request-log-routes.ts > point-settings/http/contract/settings.ts',
    'review/http/operator-transaction-routes.ts > transactions/http/contract/payments.ts',
    'review/http/operator-transaction-routes.ts > transactions/http/timeline-data.ts',
    'review/preview-transaction.ts > merchants/store/point-terms.ts',
    'simulator/http/funds-routes.ts > ledger/http/balance-routes.ts',
    'simulator/move-clock.ts > merchants/store/points.ts',
    'simulator/move-clock.ts > processing/store/connector-accounts.ts',
    'simulator/simulate-event.ts > processing/store/attempts.ts',
    'transactions/http/timeline-data.ts > webhooks/http/callback-routes.ts',
    'webhooks/http/contract/webhooks.ts > point-settings/http/contract/settings.ts',
    'webhooks/http/tool-routes.ts > point-settings/http/rotation.ts',
    'webhooks/http/webhook-routes.ts > point-settings/http/rotation.ts',
  ],
} as const
