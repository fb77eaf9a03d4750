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
    'core/ledger/fund-point.ts > core/merchants/store/point-money.ts',
    'core/payments/cancel-payin.ts > core/processing/store/attempts.ts',
    'core/payments/give-payer-reference.ts > core/processing/store/payer-references.ts',
    'core/payments/read-pay-page.ts > core/merchants/store/points.ts',
    'core/payouts/reserve-payouts.ts > core/ledger/store/ledger.ts',
    'core/payouts/reserve-payouts.ts > core/merchants/store/point-terms.ts',
    'core/payouts/reserve-payouts.ts > core/processing/store/creations.ts',
    'core/processing/apply-outcome.ts > core/ledger/store/ledger.ts',
    'core/processing/apply-outcome.ts > core/merchants/store/point-terms.ts',
    'extras/cli/machine-commands.ts > core/processing/store/connector-accounts.ts',
    'extras/cli/retention-commands.ts > extras/retention/store/retention-runs.ts',
    'extras/demo/create-demo-people.ts > core/merchants/store/points.ts',
    'extras/demo/create-demo.ts > core/merchants/store/api-keys.ts',
    'extras/demo/create-demo.ts > core/merchants/store/points.ts',
    'extras/operator-desk/http/transaction-routes.ts > extras/transactions/http/contract/payments.ts',
    'extras/operator-desk/http/transaction-routes.ts > extras/transactions/http/timeline-data.ts',
    'extras/operator-desk/preview-transaction.ts > core/merchants/store/point-terms.ts',
    'extras/payout-approvals/http/approval-routes.ts > extras/point-settings/http/contract/settings.ts',
    'extras/request-log/http/request-log-routes.ts > extras/point-settings/http/contract/settings.ts',
    'extras/simulator-controls/http/funds-routes.ts > core/ledger/http/balance-routes.ts',
    'extras/simulator-controls/move-clock.ts > core/merchants/store/points.ts',
    'extras/simulator-controls/move-clock.ts > core/processing/store/connector-accounts.ts',
    'extras/simulator-controls/simulate-event.ts > core/processing/store/attempts.ts',
    'extras/transactions/http/timeline-data.ts > extras/webhooks/http/callback-routes.ts',
    'extras/webhooks/http/contract/webhooks.ts > extras/point-settings/http/contract/settings.ts',
    'extras/webhooks/http/tool-routes.ts > extras/point-settings/http/rotation.ts',
    'extras/webhooks/http/webhook-routes.ts > extras/point-settings/http/rotation.ts',
  ],
} as const
