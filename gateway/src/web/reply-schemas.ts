import { z } from 'zod'

export const warning = z.object({
  code: z.string().meta({ example: 'unknown_field' }),
  param: z.string().describe('Path of the field'),
  message: z.string().describe('In the language of Accept-Language: en, es or pt'),
  detail: z.string().optional().describe('The precise English sentence, if another language was requested'),
})

/** `{status, data}` with optional warnings. */
export function successOf<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal('success'), data, warnings: z.array(warning).optional() })
}

/** The response schema for JSON. */
export function jsonOf<Schema>(schema: Schema): { 'application/json': { schema: Schema } } {
  return { 'application/json': { schema } }
}

export const idParameter = z.object({ id: z.string().max(100).describe('transaction_id') })
