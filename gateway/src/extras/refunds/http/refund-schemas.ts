import { z } from 'zod'
import { metadataLimits } from '../../../core/payment-methods/metadata.ts'
import { referenceLengthMax } from '../../../core/payment-methods/request-schema.ts'
import { isUuid } from '../../../core/platform/ids.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import { statuses } from '../../../core/values/status.ts'
import { cursorField, instant, limitField } from '../../../core/web/list-query.ts'
import {
  basics,
  failedReplyOf,
  microseconds,
  nullableText,
  refundError,
} from '../../../core/web/payment-reply-schemas.ts'
import { currencySchema, reasonSchema, statusSchema, successOf } from '../../../core/web/reply-schemas.ts'
import { refundReasonLengthMax } from '../read-refund.ts'

/** For the documentation; `read-refund.ts` reads the body. */
export const refundBody = z
  .object({
    reference: z
      .string()
      .max(referenceLengthMax)
      .describe('Your own id of the refund, unique among your refunds')
      .meta({ example: 'refund-1001' }),
    amount: z
      .union([z.number(), z.string()])
      .optional()
      .describe(
        'What goes back, in the currency of the pay-in. Left out: all that is left; then no unknown field may be sent',
      ),
    reason: z.string().max(refundReasonLengthMax).optional().describe('In your own words; shown in reads'),
    metadata: z
      .record(z.string().max(metadataLimits.keyLength), z.string().max(metadataLimits.valueLength))
      .optional()
      .describe('Your own notes, as of every request'),
  })
  .meta({ id: 'RefundRequest' })

export const refundIdParameter = z.object({ id: z.string().max(100).describe('refund_id') })

export const refundListQuery = z.object({
  payment_id: z
    .string()
    .refine(isUuid, { message: 'query.transaction_id' satisfies Key })
    .optional()
    .describe('Only refunds of this pay-in'),
  reference: z.string().min(1).max(referenceLengthMax).optional().describe('Exactly this reference'),
  status: z.enum(statuses).optional().describe('Only refunds in this status'),
  created_from: instant.optional().describe('Created at or after this instant, ISO 8601; UTC where no zone is given'),
  created_to: instant.optional().describe('Created before this instant; a date alone means the end of that day'),
  limit: limitField().describe('Items a page'),
  cursor: cursorField.describe('next_cursor of the page before'),
})

/** The query of the refunds of one pay-in. */
export const refundPageQuery = refundListQuery.pick({ limit: true, cursor: true })

const refundFields = {
  refund_id: z.uuid().describe('Assigned by the gateway'),
  payment_id: z.uuid().describe('The pay-in whose money goes back'),
  reference: basics.reference,
  amount: basics.amount,
  currency: currencySchema,
  service_code: z.string(),
  status: statusSchema,
  status_reason: reasonSchema,
  reason: nullableText.describe('Your own words'),
  fee_returned: z.number().describe('The share of the pay-in’s fee that comes back with it'),
  net: z
    .number()
    .nullable()
    .describe('What it changed your balance by, fees included; below zero. Null before anything was booked'),
  metadata: basics.metadata,
  provider_reference: nullableText.describe('The bank’s own id of the refund'),
  created_at: microseconds,
  updated_at: microseconds,
}

const refund = z.object(refundFields).meta({ id: 'Refund' })

export const refundReply = successOf(refund)

const failedRefundReply = failedReplyOf(
  z.object({ ...refundFields, status: z.literal('ERROR') }).meta({ id: 'FailedRefund' }),
  { id: 'FailedRefundReply', title: 'Failed refund', error: refundError },
)

/** The outer `status` distinguishes them. */
export const createdRefundReply = z
  .discriminatedUnion('status', [refundReply, failedRefundReply])
  .meta({ id: 'CreatedRefundReply' })

export const refundListReply = successOf(
  z
    .object({
      items: z.array(refund),
      next_cursor: nullableText.describe('Cursor of the next page; null on the last page'),
    })
    .meta({ id: 'RefundPage' }),
)
