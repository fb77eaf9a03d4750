import { z } from 'zod'
import { amountNumber } from '../../../core/values/money.ts'
import { currencySchema, transactionTypeSchema } from '../../../core/web/reply-schemas.ts'
import type { ToldPayment } from '../list-deliveries.ts'

/** The transaction that a callback tells about; null: a test callback tells about none. */
export const toldPayment = z
  .object({
    reference: z.string(),
    pay_type: transactionTypeSchema,
    service_code: z.string(),
    amount: z.number(),
    currency: currencySchema,
  })
  .meta({ id: 'ToldPayment' })
  .nullable()
  .describe('What the callback tells about; null for a test callback')

export function toldPaymentData(payment: ToldPayment | undefined): z.output<typeof toldPayment> {
  if (!payment) return null
  const { reference, pay_type, service_code, amount_minor, currency } = payment
  return { reference, pay_type, service_code, amount: amountNumber(amount_minor, currency), currency }
}
