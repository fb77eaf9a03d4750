import { z } from 'zod'
import { present } from '../values/assert.ts'
import { type CurrencyCode, currencyDecimals } from '../values/currency.ts'
import { payTypes, reasons, statuses, transactionTypes } from '../values/status.ts'

export const fieldNote = z
  .object({
    code: z.string().meta({ example: 'unknown_field' }),
    param: z.string().describe('Path of the field'),
    message: z.string().describe('In the language of Accept-Language: en, es or pt'),
    detail: z.string().optional().describe('The precise English sentence, if another language was requested'),
  })
  .meta({ id: 'FieldNote', description: 'A field that is wrong, or that was accepted and looks unusual' })

/**
 * `{status, data}` with optional warnings. The data has a component name (`.meta({ id })`), and the reply is named after
 * it: `Balance` and `BalanceReply`. Throws if the data has no name.
 */
export function successOf<Data extends z.ZodType>(data: Data) {
  const known = successes.get(data) as Success<Data> | undefined
  const reply = known ?? buildSuccess(data)
  successes.set(data, reply)
  return reply
}

type Success<Data extends z.ZodType> = ReturnType<typeof buildSuccess<Data>>

/** One schema for each kind of data: two schemas cannot have the same component name. */
const successes = new WeakMap<z.ZodType, z.ZodType>()

function buildSuccess<Data extends z.ZodType>(data: Data) {
  const id = present(z.globalRegistry.get(data)?.id, 'the component name of the data of a reply')
  return z
    .object({ status: z.literal('success'), data, warnings: z.array(fieldNote).optional() })
    .meta({ id: `${id}Reply` })
}

/** The response schema for JSON. */
export function jsonOf<Schema>(schema: Schema): { 'application/json': { schema: Schema } } {
  return { 'application/json': { schema } }
}

export const idParameter = z.object({ id: z.string().max(100).describe('transaction_id') })

// Words that many schemas share. The id of each is its name among the components of the OpenAPI document.

export const statusSchema = z.enum(statuses).meta({ id: 'TransactionStatus' })

export const reasonSchema = z
  .enum(reasons)
  .meta({ id: 'TransactionReason', description: 'The detailed reason of the status' })

export const payTypeSchema = z.enum(payTypes).meta({ id: 'PayType' })

export const transactionTypeSchema = z.enum(transactionTypes).meta({ id: 'TransactionType' })

export const currencySchema = z
  .enum(Object.keys(currencyDecimals) as [CurrencyCode, ...CurrencyCode[]])
  .meta({ id: 'Currency', description: 'ISO 4217' })
