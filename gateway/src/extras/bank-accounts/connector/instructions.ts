import type { DepositAccount, Order } from '../../../core/connectors/connector.ts'
import { fittedToBrCode, writeStaticBrCode } from '../../../core/identifiers/br/br-code.ts'
import type { Instructions } from '../../../core/values/instructions.ts'

/** Payer instructions for a deposit account: the reference is what tells the orders of the account apart. */
export function prepareInstructions(order: Order, account: DepositAccount, reference: string): Instructions {
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
