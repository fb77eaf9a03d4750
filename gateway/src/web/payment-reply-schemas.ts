import { z } from 'zod'
import { currencyDecimals } from '../values/currency.ts'
import { type PayoutFailure, payoutFailures } from '../values/payout-failure.ts'
import { payTypes, reasons, statuses } from '../values/status.ts'
import { successOf, warning } from './reply-schemas.ts'

const microseconds = z
  .string()
  .describe('UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ')
  .meta({ example: '2030-01-31T12:00:00.000000Z' })
const payoutInstant = z.string().describe('UTC, YYYY-MM-DD HH:MM:SS').meta({ example: '2030-01-31 12:00:00' })
const amount = z.number().describe('In the units of the currency').meta({ example: 1500 })
const nullableText = z.string().nullable()
const status = z.enum(statuses)
const currency = z.enum(Object.keys(currencyDecimals) as [string, ...string[]])

const basics = {
  transaction_id: z.uuid().describe('Assigned by the gateway'),
  reference: z.string().describe('As you sent it'),
  amount,
  metadata: z
    .record(z.string(), z.string())
    .optional()
    .describe('Your own notes, as you sent them; absent without any'),
}

const instructions = {
  target_account_bank: nullableText.describe('Bank where the payer deposits'),
  target_account_num: nullableText.describe('Account number to deposit to'),
  target_account_type: nullableText,
  target_account_beneficiary: nullableText,
  target_account_doc_id: nullableText,
  target_account_reference: nullableText.describe('Reference to quote on the deposit'),
  pix_br_code: z.string().optional().describe('PIX copy-and-paste code; only PIX_BR'),
  clabe: z.string().optional().describe('CLABE to deposit to; only SPEI_MX'),
  payment_url: z.url().describe('The gateway’s page for the payer: details, QR code, countdown, result'),
}

const payinInstants = { created_at: microseconds, updated_at: microseconds, expired_at: microseconds }

export const payinReply = successOf(z.object({ ...basics, currency, status, ...payinInstants, ...instructions })).meta({
  title: 'Pay-in',
})

export const cardPayinReply = successOf(
  z.object({
    ...basics,
    status,
    message: z.string().meta({ example: 'Transaction in progress' }),
    redirect_url: z.url().describe('Redirect the payer to this URL'),
  }),
).meta({ title: 'Card pay-in' })

const payoutFields = { ...basics, created_at: payoutInstant }

export const payoutReply = successOf(z.object({ ...payoutFields, status })).meta({ title: 'Payout' })

/** Reply with HTTP 200 to a payout that certainly failed: its data and the reason. */
export function failedPayoutOf<Data extends z.ZodType>(data: Data) {
  return z
    .object({
      status: z.literal('error'),
      message: z.string(),
      data,
      error: z.object({
        type: z.literal('payout_failed'),
        code: z.enum(Object.keys(payoutFailures) as [PayoutFailure, ...PayoutFailure[]]).describe('Why it failed'),
        param: z.null(),
        message: z.string().describe('In the language of Accept-Language: en, es or pt'),
        doc_url: z.string(),
        request_id: z.string(),
      }),
      errors: z.array(warning).max(0),
      warnings: z.array(warning).optional(),
    })
    .meta({ title: 'Failed payout' })
}

export const failedPayoutReply = failedPayoutOf(z.object({ ...payoutFields, status: z.literal('ERROR') }))

const transaction = {
  ...basics,
  pay_type: z.enum(payTypes),
  service_code: z.string(),
  currency,
  credited_amount: z
    .number()
    .nullable()
    .describe('Credited to you, or paid out, minus what was returned; null if nothing. Same as `amount` of callbacks'),
  suspense_amount: z
    .number()
    .describe('Received but not credited: waits for the rest of the payment or for a decision'),
  missing_amount: z
    .number()
    .nullable()
    .describe('After a partial pay-in: what is missing to `amount`; null if nothing is missing'),
  status,
  reason: z.enum(reasons).describe('The detailed reason of the status'),
  payer_reference: nullableText.describe('The bank’s reference, which the payer entered after paying'),
  created_at: z.string().describe('Pay-in: ISO 8601 with microseconds; payout: YYYY-MM-DD HH:MM:SS; UTC'),
  updated_at: microseconds,
  expired_at: microseconds.optional(),
  ...z.object(instructions).partial().shape,
  message: z.string().optional(),
  redirect_url: z.url().optional(),
}

const historyEntry = z.object({
  status,
  reason: z.enum(reasons),
  at: microseconds,
  source: z.string().describe('Source of the status update'),
  detail: nullableText,
})

export const transactionReply = successOf(
  z.object({
    ...transaction,
    end_to_end_id: nullableText,
    provider_reference: nullableText,
    sender_name: nullableText,
    sender_document_number: nullableText,
    details: z.record(z.string(), z.string()).describe('The normalised fields of the request'),
    card_bin: z.string().optional(),
    card_last4: nullableText.optional(),
    history: z.array(historyEntry),
  }),
)

/** A transaction without its history, as returned after a change. */
export const transactionSummaryReply = successOf(z.object(transaction))

/** A payout that certainly failed after its approval by a second key. */
export const failedApprovalReply = failedPayoutOf(z.object({ ...transaction, status: z.literal('ERROR') }))

export const transactionListReply = successOf(
  z.object({
    items: z.array(z.object(transaction)),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last page'),
  }),
)

export const problemReply = z
  .object({
    status: z.enum(['fail', 'error']).describe('error for payout_hth, fail for everything else'),
    message: z.string(),
    data: z.null(),
    error: z.looseObject({
      type: z.string(),
      code: z.string().describe('Stable: messages may change, codes do not'),
      param: nullableText.describe('Path of the wrong field'),
      message: z.string().describe('In the language of Accept-Language: en, es or pt'),
      detail: z.string().optional().describe('The precise English sentence, where message is in another language'),
      doc_url: z.string(),
      request_id: z.string(),
    }),
    errors: z.array(warning).describe('All wrong fields'),
  })
  .meta({ title: 'Refusal' })
