import { writeStaticBrCode } from '../../identifiers/br/br-code.ts'
import { assert } from '../../values/assert.ts'
import type { Instructions } from '../../values/instructions.ts'
import type { Connector, DepositAccount, Manifest, Order } from '../connector.ts'

const manifest: Manifest = {
  name: 'own-account',
  environments: ['live'],
  capabilities: [
    { serviceCode: '*', payType: 'payin', instructions: 'local', confirmedBy: ['operator'] },
    { serviceCode: '*', payType: 'payout', instructions: 'none', confirmedBy: ['operator'] },
  ],
  sameKeySameResult: true,
  lateExecution: [{ kind: 'nothing_is_sent' }],
  visibilityWindowMs: 0,
  // Nobody is asked: an operator confirms.
  inquiries: { perSecond: 50, depositDelaysMs: [24 * 3_600_000] },
  announces: false,
}

/**
 * The operator's own bank accounts: payers deposit to a configured account and quote an allocated reference; payouts
 * are executed by the operator at the bank. Both are confirmed by the operator, who has seen the bank's evidence. It
 * needs no network, so nothing here can be unknown.
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
            // The payer's bank shows the owner it finds by the key; these two only have to fit the code.
            name: plain(account.beneficiary, 25),
            city: plain(account.extra['city'] ?? 'SAO PAULO', 15),
            amountMinor: order.amountMinor,
            txid: reference,
          }),
        }
      : {}),
  }
}

/** ASCII without accents, cut to what the BR Code's field holds. */
function plain(text: string, lengthMax: number): string {
  return text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, lengthMax)
    .trim()
}

/**
 * What the payer quotes: digits only where the rail takes only digits (SPEI's numeric reference has 7), else a short
 * upper-case code. Unique per connector account (the database holds it).
 */
function referenceOf(order: Order): string {
  if (order.kind === 'clabe') return (order.sequence % 10_000_000n).toString().padStart(7, '0')
  return `P${order.sequence.toString(36).toUpperCase().padStart(7, '0')}`
}
