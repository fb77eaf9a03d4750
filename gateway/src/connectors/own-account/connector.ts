import { writeStaticBrCode } from '../../identifiers/br/br-code.ts'
import { assert } from '../../values/assert.ts'
import type { Instructions } from '../../values/instructions.ts'
import type { Connector, DepositAccount, Manifest, Order } from '../connector.ts'

const manifest: Manifest = {
  name: 'own-account',
  environments: ['live'],
  capabilities: [
    { serviceCode: '*', payType: 'payin' },
    { serviceCode: '*', payType: 'payout' },
  ],
  sameKeySameResult: true,
  lateExecution: [{ kind: 'nothing_is_sent' }],
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
      return instructions(order, context.depositAccount)
    },
    submit: async () => await Promise.resolve({ kind: 'pending' }),
    inquire: async () => await Promise.resolve({ kind: 'pending' }),
    cancel: async () => await Promise.resolve('cancelled'),
  }
}

function instructions(order: Order, account: DepositAccount): Instructions {
  const reference = referenceOf(order)
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
            name: plain(account.beneficiary, 25),
            city: plain(account.extra['city'] ?? 'SAO PAULO', 15),
            amountMinor: order.amountMinor,
            txid: reference,
          }),
        }
      : {}),
  }
}

/** ASCII without accents, cut to the field length of a BR Code. */
function plain(text: string, lengthMax: number): string {
  return text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, lengthMax)
    .trim()
}

/**
 * The reference that the payer quotes: digits only where the rail requires it (SPEI's numeric reference has 7),
 * otherwise a short upper-case code. Unique per connector account, enforced by the database.
 */
function referenceOf(order: Order): string {
  if (order.kind === 'clabe') return (order.sequence % 10_000_000n).toString().padStart(7, '0')
  return `P${order.sequence.toString(36).toUpperCase().padStart(7, '0')}`
}
