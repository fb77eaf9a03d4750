import { z } from 'zod'
import { type PayoutFailure, payoutFailures } from '../values/payout-failure.ts'
import {
  currencySchema,
  fieldNote,
  reasonSchema,
  statusSchema,
  successOf,
  transactionTypeSchema,
} from './reply-schemas.ts'

export const microseconds = z
  .string()
  .describe('UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ')
  .meta({ example: '2030-01-31T12:00:00.000000Z' })
const payoutInstant = z.string().describe('UTC, YYYY-MM-DD HH:MM:SS').meta({ example: '2030-01-31 12:00:00' })
const amount = z.number().describe('In the units of the currency').meta({ example: 1500 })
export const nullableText = z.string().nullable()

/** What every transaction has, in every reply. */
export const basics = {
  transaction_id: z.uuid().describe('Assigned by the gateway'),
  reference: z.string().describe('As you sent it'),
  amount,
  metadata: z
    .record(z.string(), z.string())
    .optional()
    .describe('Your own notes, as you sent them; absent without any'),
}

export const instructions = {
  target_account_bank: nullableText.describe('Bank where the payer deposits'),
  target_account_num: nullableText.describe('Account number to deposit to'),
  target_account_type: nullableText,
  target_account_beneficiary: nullableText,
  target_account_doc_id: nullableText,
  target_account_reference: nullableText.describe('Reference to quote on the deposit'),
  payment_url: z.url().describe('The gateway’s page for the payer: details, QR code, countdown, result'),
}

/** Instructions of one service code each. */
export const ownInstructions = {
  pix_br_code: z.string().describe('PIX copy-and-paste code; only PIX_BR'),
  clabe: z.string().describe('CLABE to deposit to; only SPEI_MX'),
}

const payoutFields = { ...basics, created_at: payoutInstant }

const payout = z.object({ ...payoutFields, status: statusSchema }).meta({ id: 'Payout' })

export const payoutReply = successOf(payout)

const failure = <const Type extends string>(type: Type, id: string) =>
  z
    .object({
      type: z.literal(type),
      code: z.enum(Object.keys(payoutFailures) as [PayoutFailure, ...PayoutFailure[]]).describe('Why it failed'),
      param: z.null(),
      message: z.string().describe('In the language of Accept-Language: en, es or pt'),
      doc_url: z.string(),
      request_id: z.string(),
    })
    .meta({ id })

/** Why a payout or withdrawal failed. */
export const payoutError = failure('payout_failed', 'PayoutError')

/** Why a refund failed: the codes are those of a payout. */
export const refundError = failure('refund_failed', 'RefundError')

/** Reply to a payout or refund that certainly failed: its data and the reason. `id`: its component name. */
export function failedReplyOf<Data extends z.ZodType, Failure extends z.ZodType>(
  data: Data,
  { id, title, error }: { id: string; title: string; error: Failure },
) {
  return z
    .object({
      status: z.literal('error'),
      message: z.string(),
      data,
      error,
      errors: z.array(fieldNote).max(0),
      warnings: z.array(fieldNote).optional(),
    })
    .meta({ id, title })
}

export const failedPayoutReply = failedReplyOf(
  z
    .object({ ...payoutFields, status: z.literal('ERROR') })
    .meta({ id: 'FailedPayout', description: 'Nothing was paid, and the reference is used' }),
  { id: 'FailedPayoutReply', title: 'Failed payout', error: payoutError },
)

/** The outer `status` distinguishes them. */
export const createdPayoutReply = z
  .discriminatedUnion('status', [payoutReply, failedPayoutReply])
  .meta({ id: 'CreatedPayoutReply' })

const transactionFields = {
  ...basics,
  pay_type: transactionTypeSchema,
  purpose: z.literal('withdrawal').optional().describe('Of a payout to your own account: see withdrawals'),
  service_code: z.string(),
  currency: currencySchema,
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
  fee: z
    .number()
    .nullable()
    .optional()
    .describe('In reads and lists: charged, minus what was given back; null before anything was booked'),
  net: z
    .number()
    .nullable()
    .optional()
    .describe('In reads and lists: what it changed your balance by, fees included; below zero for payouts'),
  refunded_amount: z
    .number()
    .nullable()
    .optional()
    .describe('In reads and lists, of a pay-in: its completed refunds that did not come back; null for payouts'),
  refundable_amount: z
    .number()
    .nullable()
    .optional()
    .describe('In reads and lists, of a pay-in: what can still be refunded; null for payouts'),
  status: statusSchema,
  reason: reasonSchema,
  payer_reference: nullableText.describe('The bank’s reference, which the payer entered after paying'),
  payment_link_id: nullableText.describe('The payment link on whose page a payer made it; null: made through the API'),
  created_at: z.string().describe('Pay-in: ISO 8601 with microseconds; payout: YYYY-MM-DD HH:MM:SS; UTC'),
  updated_at: microseconds,
  expired_at: microseconds.optional(),
  ...z.object({ ...instructions, ...ownInstructions }).partial().shape,
  message: z.string().optional(),
  redirect_url: z.url().optional(),
}

const step = z
  .object({
    status: statusSchema,
    reason: reasonSchema,
    at: microseconds,
    source: z.string().describe('Source of the status update'),
    detail: nullableText,
  })
  .meta({ id: 'TransactionStep' })

const transactionDetail = z
  .object({
    ...transactionFields,
    end_to_end_id: nullableText,
    provider_reference: nullableText,
    sender_name: nullableText,
    sender_document_number: nullableText,
    details: z.record(z.string(), z.string()).describe('The normalised fields of the request'),
    card_bin: z.string().optional(),
    card_last4: nullableText.optional(),
    history: z.array(step),
  })
  .meta({ id: 'TransactionDetail', description: 'A transaction with everything that is known about it' })

export const transactionReply = successOf(transactionDetail)

const transaction = z
  .object(transactionFields)
  .meta({ id: 'Transaction', description: 'A transaction as lists and changes show it' })

/** A transaction without its history, as returned after a change. */
export const transactionSummaryReply = successOf(transaction)

/** A payout that certainly failed after its approval by a second key. */
const failedApprovalReply = failedReplyOf(
  z.object({ ...transactionFields, status: z.literal('ERROR') }).meta({ id: 'FailedTransaction' }),
  { id: 'FailedTransactionReply', title: 'Failed payout', error: payoutError },
)

export const approvedPayoutReply = z
  .discriminatedUnion('status', [transactionSummaryReply, failedApprovalReply])
  .meta({ id: 'ApprovedPayoutReply' })

export const transactionListReply = successOf(
  z
    .object({
      items: z.array(transaction),
      next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last page'),
    })
    .meta({ id: 'TransactionPage' }),
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
    errors: z.array(fieldNote).describe('All wrong fields'),
  })
  .meta({ id: 'Refusal' })
