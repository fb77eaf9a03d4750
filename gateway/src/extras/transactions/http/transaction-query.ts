import { z } from 'zod'
import { methods } from '../../../core/payment-methods/index.ts'
import { readAmountBound } from '../../../core/payments/rules/parse-search.ts'
import { isUuid } from '../../../core/platform/ids.ts'
import type { Key } from '../../../core/texts/messages/say.ts'
import { type CurrencyCode, currencyDecimals } from '../../../core/values/currency.ts'
import { reasons, statuses, transactionTypes } from '../../../core/values/status.ts'
import { parseInstant } from '../../../core/values/timestamps.ts'
import { cursorField, instant, limitField, startOf } from '../../../core/web/list-query.ts'
import { localeField } from '../../spreadsheets/reader-form.ts'
import type { ListQuery } from '../search-transactions.ts'

/** The longest searchable text: a reference. */
const freeTextLengthMax = 255

/** The database refuses some control characters. */
const plainText = /^[^\p{Cc}\p{Cs}]*$/u

const currencies = Object.keys(currencyDecimals) as [CurrencyCode, ...CurrencyCode[]]
const serviceCodes = methods.map(({ code }) => code) as [string, ...string[]]

const amount = z
  .string()
  .max(24)
  .refine((text) => readAmountBound(text) !== undefined, { message: 'query.amount' satisfies Key })

const searchText = z.string().trim().min(1).max(freeTextLengthMax).regex(plainText)

/** The filters of lists and exports. */
export const filterQuery = z.object({
  pay_type: z.enum(transactionTypes),
  status: z.enum(statuses).optional(),
  reason: z.enum(reasons).optional(),
  service_code: z.enum(serviceCodes).optional(),
  currency: z.enum(currencies).optional(),
  payment_link_id: z
    .string()
    .refine(isUuid, { message: 'query.link_id' satisfies Key })
    .optional(),
  amount_from: amount.optional(),
  amount_to: amount.optional(),
  created_from: instant.optional(),
  created_to: instant.optional(),
  q: searchText.optional(),
})

export const pageQuery = filterQuery.extend({
  limit: limitField({ usual: 25 }),
  cursor: cursorField,
})

/** `reader`: with the words, numbers and times of people. */
export const exportQuery = filterQuery.extend({
  form: z.enum(['machine', 'reader']).default('machine'),
  locale: localeField,
})

/** The filters by which statuses are counted. */
export const countQuery = filterQuery.pick({ pay_type: true, created_from: true, created_to: true })

export const lookupQuery = z.object({ q: searchText })

/** Maps wire names to the operation's names. Throws nothing: the query was validated. */
export function listQueryOf(query: z.output<typeof filterQuery>): ListQuery {
  const createdFrom = query.created_from === undefined ? undefined : startOf(query.created_from)
  const createdTo = query.created_to === undefined ? undefined : parseInstant(query.created_to)
  const amountFrom = query.amount_from === undefined ? undefined : readAmountBound(query.amount_from)
  const amountTo = query.amount_to === undefined ? undefined : readAmountBound(query.amount_to)
  return {
    filters: {
      payType: query.pay_type,
      ...(query.status && { status: query.status }),
      ...(query.reason && { reason: query.reason }),
      ...(query.service_code && { serviceCode: query.service_code }),
      ...(query.currency && { currency: query.currency }),
      ...(query.payment_link_id && { paymentLinkId: query.payment_link_id }),
      ...(createdFrom && { createdFrom }),
      ...(createdTo && { createdTo }),
      ...(amountFrom && { amountFrom }),
      ...(amountTo && { amountTo }),
    },
    ...(query.q !== undefined && { asked: query.q }),
  }
}
