import type { Connector, Manifest } from '../../../core/connectors/connector.ts'
import { referencesPerPointDefault } from '../../../core/platform/config/config.ts'
import { assert } from '../../../core/values/assert.ts'
import type { Outcome } from '../../../core/values/outcome.ts'
import { referenceDrawer } from './draw-reference.ts'
import { prepareInstructions } from './instructions.ts'

const manifest: Manifest = {
  name: 'own-account',
  environments: ['live', 'test'],
  capabilities: [
    { serviceCode: '*', payType: 'payin' },
    { serviceCode: '*', payType: 'payout' },
  ],
  sameKeySameResult: true,
  lateExecution: [{ kind: 'nothing_is_sent' }],
  refundsToAccount: true,
  paidByOperator: true,
  visibilityWindowMs: 0,
  // Inquiries cost nothing: an operator confirms the orders.
  inquiries: { perSecond: 50, depositDelaysMs: [24 * 3_600_000] },
}

/**
 * The operator's own bank accounts. Payers deposit to a configured account and quote an allocated reference; the
 * operator executes payouts at the bank. The operator confirms both by the bank's evidence. No network is used, so no
 * outcome is unknown.
 */
export function ownAccount(perPoint = referencesPerPointDefault): Connector {
  return {
    manifest,
    keyFor: (transactionId, attempt) => (attempt === 1 ? transactionId : `${transactionId}-${attempt}`),
    drawReference: referenceDrawer(perPoint),
    prepare: (order, { depositAccount, reference }) => {
      assert(depositAccount && reference !== undefined, 'a deposit account was chosen, and a reference drawn')
      return prepareInstructions(order, depositAccount, reference)
    },
    submit: pending,
    inquire: pending,
    // A refund is a transfer to the account that the payer's money came from: the refund's details name it.
    refund: pending,
    inquireRefund: pending,
    cancel: async () => await Promise.resolve('cancelled'),
  }
}

async function pending(): Promise<Outcome> {
  return await Promise.resolve({ kind: 'pending', by: 'operator' })
}
