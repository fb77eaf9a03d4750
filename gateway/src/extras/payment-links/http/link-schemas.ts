import { z } from 'zod'
import { metadataLimits } from '../../../core/payment-methods/metadata.ts'
import { cursorField, limitField } from '../../../core/web/list-query.ts'
import { basics, microseconds, nullableText } from '../../../core/web/payment-reply-schemas.ts'
import { currencySchema, successOf } from '../../../core/web/reply-schemas.ts'
import { codesMax, linkReferenceLengthMax, titleLengthMax, usesMax } from '../read-payment-link.ts'
import { linkStatuses } from '../rules/payment-link.ts'

const amount = z.union([z.number(), z.string()])

/** For the documentation; `read-payment-link.ts` reads the body. */
export const linkBody = z
  .object({
    reference: z
      .string()
      .max(linkReferenceLengthMax)
      .describe(
        'Your own id of the link, unique among your links. Its pay-ins have it before a point and eight symbols',
      )
      .meta({ example: 'poster-1001' }),
    title: z
      .string()
      .max(titleLengthMax)
      .describe('What is paid, for the payer: no address of the web')
      .meta({ example: 'Course of ceramics' }),
    amount: amount
      .optional()
      .describe('What each payer pays. Or else amount_min and amount_max')
      .meta({ example: 1500 }),
    amount_min: amount.optional().describe('The payer chooses the amount: at least this'),
    amount_max: amount.optional().describe('At most this'),
    currency: currencySchema.describe('It decides which service codes are offered').meta({ example: 'ARS' }),
    service_codes: z
      .array(z.string())
      .min(1)
      .max(codesMax)
      .optional()
      .describe(
        'Only these. Default: those of the currency that your point may use. Cards never; DEBIN_AR only where named',
      ),
    uses_max: z
      .number()
      .int()
      .min(1)
      .max(usesMax)
      .optional()
      .describe('How many payers it takes: those who paid, and those who began within the last hour'),
    expired_at: z.string().optional().describe('When the link closes: ISO 8601, UTC where no zone is given'),
    metadata: z
      .record(z.string().max(metadataLimits.keyLength), z.string().max(metadataLimits.valueLength))
      .optional()
      .describe('Your own notes, which each of its pay-ins gets'),
  })
  .meta({ id: 'PaymentLinkRequest' })

export const linkIdParameter = z.object({ id: z.string().max(100).describe('payment_link_id') })

export const linkListQuery = z.object({
  reference: z.string().min(1).max(linkReferenceLengthMax).optional().describe('Exactly this reference'),
  limit: limitField().describe('Items a page'),
  cursor: cursorField.describe('next_cursor of the page before'),
})

const link = z
  .object({
    payment_link_id: z.uuid().describe('Assigned by the gateway'),
    reference: basics.reference,
    url: z.url().describe('The address that you give to payers'),
    title: z.string(),
    amount: z.number().nullable().describe('What each payer pays; null where they choose'),
    amount_min: z.number().nullable(),
    amount_max: z.number().nullable(),
    currency: currencySchema,
    service_codes: z.array(z.string()).nullable().describe('As you sent them; null: those of the currency'),
    uses_max: z.number().nullable(),
    uses: z
      .number()
      .describe('Pay-ins that are paid or hold a place. Money that comes later counts, and may exceed uses_max'),
    status: z.enum(linkStatuses).meta({ id: 'PaymentLinkStatus' }),
    metadata: basics.metadata,
    expired_at: nullableText,
    created_at: microseconds,
    updated_at: microseconds,
  })
  .meta({ id: 'PaymentLink' })

export const linkReply = successOf(link)

export const linkListReply = successOf(
  z
    .object({
      items: z.array(link),
      next_cursor: nullableText.describe('Cursor of the next page; null on the last page'),
    })
    .meta({ id: 'PaymentLinkPage' }),
)
