import { currencyDecimals } from '../../values/currency.ts'
import type { CallContext, Order, RefundOrder } from '../connector.ts'

/** Sends with the order's card, where it has one. */
export async function withCard<T>(order: Order, send: (card: object) => Promise<T>): Promise<T> {
  const card = order.card
  if (!card) return await send({})
  return await card.secret.use(
    async (number, securityCode) =>
      await send({
        card: {
          number,
          security_code: securityCode,
          holder: card.holder,
          exp_month: card.expiryMonth,
          exp_year: card.expiryYear,
          brand: card.brand,
        },
      }),
  )
}

/** An order of the bank's API. */
export function wireOrder(order: Order, context: CallContext): object {
  const target = order.instructions.targetAccount
  const details = order.details
  return {
    direction: order.payType === 'payin' ? 'in' : 'out',
    kind: order.kind,
    country: order.country,
    currency: order.currency,
    amount_minor: order.amountMinor.toString(),
    decimals: currencyDecimals[order.currency],
    notify_url: context.notifyUrl,
    ...(order.expiresAt ? { expires_at: order.expiresAt.toISOString() } : {}),
    ...(order.executeBefore ? { execute_before: order.executeBefore.toISOString() } : {}),
    ...(order.returnUrl ? { return_url: order.returnUrl } : {}),
    ...(order.shopName ? { shop_name: order.shopName } : {}),
    ...(target || order.instructions.clabe ? { instructions: wireInstructions(order) } : {}),
    ...(order.payType === 'payin'
      ? { payer: given({ name: details['payer_name'], document: details['payer_doc_id'] }) }
      : {
          beneficiary: given({
            name: details['account_beneficiary'],
            document: details['account_doc_id'],
            account: details['account'],
            bank: details['account_bank'],
            phone: details['account_phone'],
          }),
        }),
  }
}

/** The bank knows the pay-in by its key, which is the transaction's id. */
export function wireRefund(order: Order, { amountMinor, executeBefore }: RefundOrder, context: CallContext): object {
  const { transactionId, country, currency, details } = order
  return {
    direction: 'out',
    kind: 'refund',
    refund_of: transactionId,
    country,
    currency,
    amount_minor: amountMinor.toString(),
    decimals: currencyDecimals[currency],
    notify_url: context.notifyUrl,
    ...(executeBefore ? { execute_before: executeBefore.toISOString() } : {}),
    beneficiary: given({ name: details['payer_name'], document: details['payer_doc_id'] }),
  }
}

function wireInstructions(order: Order): object {
  const target = order.instructions.targetAccount
  return given({
    account: target?.number ?? undefined,
    bank: target?.bank ?? undefined,
    holder: target?.beneficiary ?? undefined,
    reference: target?.reference ?? undefined,
    clabe: order.instructions.clabe,
    qr: order.instructions.pixBrCode,
  })
}

function given(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
