import { z } from 'zod'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { amountNumber } from '../../../core/values/money.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { currencySchema, transactionTypeSchema } from '../../../core/web/reply-schemas.ts'
import type { Movement } from '../list-movements.ts'
import { amountsOf } from '../rules/movement-sums.ts'
import { movementTypes, type Parts, totalOf } from '../rules/movement-types.ts'

const units = z.number().describe('In the units of the currency')
const changed = z
  .object({
    available: units.describe('Change of what payouts may use'),
    pending: units.describe('Change of what waits for its release'),
    reserved: units.describe('Change of what is held for payouts'),
  })
  .meta({ id: 'BalanceChange' })

export const balanceOfParts = z
  .object({ available: units, pending: units, reserved: units, total: units })
  .meta({ id: 'BalanceParts' })

export const amountsShape = {
  amount: units.describe('What the entry added or took away, before its fee; 0 where money only changes its part'),
  fee: units.describe('The fee that was charged with it; below zero where a fee is given back'),
  net: units.describe('amount - fee: the change of available, pending and reserved together'),
  changes: changed,
}

/** What an entry is. */
export const movementTypeSchema = z.enum(movementTypes).meta({ id: 'BalanceTransactionType' })

export const movementWithBalance = z
  .object({
    id: z.string(),
    created_at: z
      .string()
      .describe('UTC, YYYY-MM-DDTHH:MM:SS.ffffffZ')
      .meta({ example: '2030-01-31T12:00:00.000000Z' }),
    type: movementTypeSchema,
    currency: currencySchema,
    transaction_id: z
      .string()
      .nullable()
      .describe('Null for funding, corrections and withdrawals that operators paid outside'),
    reference: z
      .string()
      .nullable()
      .describe('Your reference of the transaction; of a withdrawal paid outside, its own'),
    pay_type: transactionTypeSchema.nullable(),
    purpose: z.literal('withdrawal').optional().describe('Of a payout to your own account'),
    service_code: z.string().nullable(),
    ...amountsShape,
    balance_after: balanceOfParts
      .nullable()
      .describe('The balance after this entry, in the order of this list; null without `currency`, and with `type`'),
  })
  .meta({ id: 'BalanceTransaction' })

/** The parts in the units of the currency, with their sum. */
export function partsData(parts: Parts, currency: CurrencyCode) {
  const number = (minor: bigint) => amountNumber(minor, currency)
  return { ...changesData(parts, currency), total: number(totalOf(parts)) }
}

export function changesData({ available, pending, reserved }: Parts, currency: CurrencyCode) {
  const number = (minor: bigint) => amountNumber(minor, currency)
  return { available: number(available), pending: number(pending), reserved: number(reserved) }
}

/** A movement in wire names, without the balance after it. */
export function movementData(row: Movement) {
  const number = (minor: bigint) => amountNumber(minor, row.currency)
  const { amount, fee, net } = amountsOf(row)
  const changes = { available: row.available_minor, pending: row.pending_minor, reserved: row.reserved_minor }
  return {
    id: row.id.toString(),
    created_at: isoMicroseconds(row.created_at),
    type: row.type,
    currency: row.currency,
    transaction_id: row.transaction_id,
    reference: row.reference,
    pay_type: row.pay_type,
    purpose: row.is_withdrawal === true ? ('withdrawal' as const) : undefined,
    service_code: row.service_code,
    ...{ amount: number(amount), fee: number(fee), net: number(net) },
    changes: changesData(changes, row.currency),
    balance_after: row.balanceAfter && partsData(row.balanceAfter, row.currency),
  }
}
