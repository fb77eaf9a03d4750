import { z } from 'zod'
import { type CurrencyCode, currencyDecimals } from '../values/currency.ts'
import { payTypes, reasons, statuses } from '../values/status.ts'

// Words that many schemas share. The id of each is its name among the components of the OpenAPI document.

export const statusSchema = z.enum(statuses).meta({ id: 'TransactionStatus' })

export const reasonSchema = z
  .enum(reasons)
  .meta({ id: 'TransactionReason', description: 'The detailed reason of the status' })

export const payTypeSchema = z.enum(payTypes).meta({ id: 'PayType' })

export const currencySchema = z
  .enum(Object.keys(currencyDecimals) as [CurrencyCode, ...CurrencyCode[]])
  .meta({ id: 'Currency', description: 'ISO 4217' })
