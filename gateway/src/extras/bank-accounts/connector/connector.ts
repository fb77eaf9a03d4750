import type { Connector, DepositAccount, Manifest, Order } from '../../../core/connectors/connector.ts'
import { fittedToBrCode, writeStaticBrCode } from '../../../core/identifiers/br/br-code.ts'
import { referencesPerPointDefault } from '../../../core/platform/config/config.ts'
import { assert } from '../../../core/values/assert.ts'
import type { Instructions } from '../../../core/values/instructions.ts'
import type { Outcome } from '../../../core/values/outcome.ts'
import { referenceDrawer } from './draw-reference.ts'

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
      return instructions(order, depositAccount, reference)
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
  return await Promise.resolve({ kind: 'pending' })
}

function instructions(order: Order, account: DepositAccount, reference: string): Instructions {
  const key = account.extra['pix_key']
  const clabe = account.extra['clabe'] ?? (order.kind === 'clabe' ? (account.number ?? undefined) : undefined)
  return {
    targetAccount: {
      bank: account.bank,
      number: account.number ?? key ?? null,
      type: account.type,
      beneficiary: account.beneficiary,
      docId: account.docId,
      reference,
    },
    ...(order.kind === 'clabe' && clabe ? { clabe } : {}),
    ...(order.kind === 'qr' && key
      ? {
          pixBrCode: writeStaticBrCode({
            key,
            // The payer's bank shows the owner registered for the key; name and city only fill the required fields.
            ...fittedToBrCode(account.beneficiary, account.extra['city'] ?? 'SAO PAULO'),
            amountMinor: order.amountMinor,
            txid: reference,
          }),
        }
      : {}),
  }
}
