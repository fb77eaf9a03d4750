import { z } from 'zod'
import { statuses } from '../../../core/values/status.ts'
import { cursorField, limitField } from '../../../core/web/list-query.ts'
import {
  basics,
  failedReplyOf,
  microseconds,
  nullableText,
  payoutError,
} from '../../../core/web/payment-reply-schemas.ts'
import { currencySchema, reasonSchema, statusSchema, successOf } from '../../../core/web/reply-schemas.ts'
import { withdrawalReferenceLengthMax } from '../rules/withdrawal-reference.ts'

const reference = z.string().max(withdrawalReferenceLengthMax)

/** For the documentation; `read-withdrawal.ts` reads the body. */
export const withdrawalBody = z
  .object({
    service_code: z.string().describe('Of payouts; a confirmed account of yours must stand behind it'),
    reference: reference
      .describe('Your own id of the withdrawal, unique among your withdrawals')
      .meta({ example: 'withdrawal-1001' }),
    amount: z
      .union([z.number(), z.string()])
      .optional()
      .describe('Left out: all that is available, less the fee; then no unknown field may be sent'),
  })
  .meta({ id: 'WithdrawalRequest' })

export const withdrawalIdParameter = z.object({ id: z.string().max(100).describe('withdrawal_id') })

export const withdrawalListQuery = z.object({
  reference: reference.min(1).optional().describe('Exactly this reference'),
  status: z.enum(statuses).optional().describe('Only withdrawals in this status'),
  limit: limitField().describe('Items a page'),
  cursor: cursorField.describe('next_cursor of the page before'),
})

const withdrawalFields = {
  withdrawal_id: z.uuid().describe('Assigned by the gateway; the payout has the same id as transaction_id'),
  purpose: z.literal('withdrawal'),
  reference: basics.reference,
  service_code: nullableText.describe('Null: operators paid it outside'),
  amount: basics.amount,
  currency: currencySchema,
  fee: z.number().nullable().describe('Charged, minus what was given back; null before anything was booked'),
  net: z
    .number()
    .nullable()
    .describe('What it changed your balance by, fees included; null before anything was booked'),
  status: statusSchema,
  status_reason: reasonSchema,
  withdrawal_account_id: z.uuid().nullable().describe('Your account that the money goes to; null: paid outside'),
  account: nullableText.describe('Its number; null after personal data was removed'),
  paid_outside: nullableText.describe('How operators paid it outside the gateway; null: it is a payout'),
  provider_reference: nullableText.describe('The bank’s own id of the payout'),
  created_at: microseconds,
  updated_at: microseconds,
}

const withdrawal = z.object(withdrawalFields).meta({ id: 'Withdrawal' })

export const withdrawalReply = successOf(withdrawal)

const failedWithdrawalReply = failedReplyOf(
  z.object({ ...withdrawalFields, status: z.literal('ERROR') }).meta({ id: 'FailedWithdrawal' }),
  { id: 'FailedWithdrawalReply', title: 'Failed withdrawal', error: payoutError },
)

/** The outer `status` distinguishes them. */
export const createdWithdrawalReply = z
  .discriminatedUnion('status', [withdrawalReply, failedWithdrawalReply])
  .meta({ id: 'CreatedWithdrawalReply' })

export const withdrawalListReply = successOf(
  z
    .object({
      items: z.array(withdrawal),
      next_cursor: nullableText.describe('Cursor of the next page; null on the last page'),
    })
    .meta({ id: 'WithdrawalPage' }),
)
