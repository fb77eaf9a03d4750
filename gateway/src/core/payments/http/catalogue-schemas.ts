import { z } from 'zod'
import type { Bank } from '../../identifiers/banks.ts'
import { currencySchema, payTypeSchema } from '../../web/reply-schemas.ts'

const field = z
  .object({
    name: z.string(),
    nested_path: z.string().optional(),
    type: z.enum(['string', 'number']),
    accepts_number: z.boolean(),
    required: z.boolean(),
    required_unless: z
      .string()
      .optional()
      .describe('Required nevertheless, unless this holds: live points refuse without it, test points warn'),
    allowed_values: z.array(z.string()).readonly().optional(),
    max_length: z.number().nullable(),
    description: z.string(),
    example: z.union([z.string(), z.number()]),
  })
  .meta({ id: 'ServiceField' })

const operation = z
  .object({
    expires_after_hours: z.number().optional(),
    instructions: z.string(),
    fields: z.array(field),
    example: z.record(z.string(), z.unknown()).readonly(),
  })
  .meta({ id: 'ServiceOperation' })

const service = z
  .object({
    service_code: z.string(),
    name: z.string(),
    country: z.string(),
    currency: currencySchema,
    decimals: z.number(),
    minimum_amount: z.number(),
    maximum_amount: z.number(),
    operations: z.object({ payin: operation.optional(), payout: operation.optional() }),
  })
  .meta({ id: 'Service' })

export const servicesSchema = z.object({ services: z.array(service) }).meta({ id: 'ServiceList' })

export const bankSchema = z
  .object({
    code: z.string().describe('The code that the country’s payment systems use'),
    name: z.string(),
    other_codes: z.array(z.string()).readonly(),
    other_names: z.array(z.string()).readonly(),
  })
  .meta({ id: 'Bank' })

export const bankListSchema = z.object({ country: z.string(), banks: z.array(bankSchema) }).meta({ id: 'BankList' })

export function bankData(bank: Bank): z.output<typeof bankSchema> {
  return { code: bank.code, name: bank.name, other_codes: bank.alt ?? [], other_names: bank.aliases ?? [] }
}

export const validateBody = z
  .looseObject({ operation: payTypeSchema, service_code: z.string() })
  .meta({ id: 'ValidationRequest', description: 'The body of a pay-in or payout with "operation" beside its fields' })

export const validationSchema = z
  .object({
    valid: z.literal(true),
    operation: payTypeSchema,
    service_code: z.string(),
    amount: z.number(),
    currency: currencySchema,
    minimum_amount: z.number().describe('The least amount of this service code'),
    maximum_amount: z.number().describe('The largest amount of this service code'),
    reference: z.string(),
    expired_at: z.string().nullable(),
    normalised: z.record(z.string(), z.string()).readonly().describe('The values as they would be kept and sent on'),
    bank: bankSchema.nullable().describe('The bank behind the account number'),
  })
  .meta({ id: 'Validation' })
