import type { Connector, DepositAccount, Manifest, Order, PrepareContext } from '../../../core/connectors/connector.ts'
import { fittedToBrCode, writeStaticBrCode } from '../../../core/identifiers/br/br-code.ts'
import { assert } from '../../../core/values/assert.ts'
import type { Instructions } from '../../../core/values/instructions.ts'
import type { Outcome } from '../../../core/values/outcome.ts'
import { numericReference, textReference } from './references.ts'

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
export function ownAccount(): Connector {
  return {
    manifest,
    keyFor: (transactionId, attempt) => (attempt === 1 ? transactionId : `${transactionId}-${attempt}`),
    prepare: (order, context) => {
      assert(context.depositAccount, 'a deposit account was chosen')
      return instructions(order, context.depositAccount, referenceOf(order, context))
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

/** The reference that the payer quotes. SPEI takes digits only. Unique per connector account among live orders. */
function referenceOf(order: Order, { account }: PrepareContext): string {
  const key = referenceKey(account.credentials) ?? account.id
  return order.kind === 'clabe' ? numericReference(key, order.sequence) : textReference(key, order.sequence)
}

/** Connector accounts from before references were permuted have no key. Their id takes its place. */
function referenceKey(credentials: string): string | undefined {
  const { reference_key: key } = JSON.parse(credentials) as { reference_key?: unknown }
  return typeof key === 'string' ? key : undefined
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
