import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../deps.ts'
import { listBanksOf } from '../../identifiers/banks.ts'
import { serviceCatalogue } from '../../payment-methods/catalogue.ts'
import { amountMinorMin, amountNumber } from '../../values/money.ts'
import { isoMicroseconds } from '../../values/timestamps.ts'
import { requireBody } from '../../web/json-body.ts'
import { success } from '../../web/replies.ts'
import { jsonOf, successOf } from '../../web/reply-schemas.ts'
import { callerOf, languageFor } from '../../web/request-context.ts'
import { type ValidRequest, validateRequest } from '../validate-request.ts'
import { problemOfRefusal } from './bodies.ts'
import { bankData, bankListSchema, servicesSchema, validateBody, validationSchema } from './catalogue-schemas.ts'

/** The service codes, the banks, and a validation that creates nothing (contract section 5). */
export function catalogueRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/services', {
    config: { scope: 'read' },
    schema: {
      operationId: 'listServices',
      tags: ['Catalogue'],
      summary: 'Every service code with its fields',
      description:
        'Per service code and operation: currency, decimals, limits, fields, an example that is accepted. Descriptions of fields are in the language of Accept-Language.',
      response: { 200: { description: 'The catalogue', content: jsonOf(successOf(servicesSchema)) } },
    },
    handler: async (request, reply) => {
      reply.header('vary', 'accept-language')
      return success({ services: serviceCatalogue(languageFor(request)) })
    },
  })
  typed.get('/banks', {
    config: { scope: 'read' },
    schema: {
      operationId: 'listBanks',
      tags: ['Catalogue'],
      summary: 'Banks of a country with their codes',
      querystring: z.object({
        country: z.string().max(10).describe('ISO 3166-1 alpha-2, such as AR').meta({ example: 'AR' }),
      }),
      response: {
        200: {
          description: 'The banks',
          content: jsonOf(successOf(bankListSchema)),
        },
      },
    },
    handler: async (request) => {
      const { country, banks } = listBanksOf(request.query.country)
      return success({ country, banks: banks.map(bankData) })
    },
  })
  typed.post('/validate', {
    config: { scope: 'read', refusals: ['unknown_service_code'] },
    schema: {
      operationId: 'validateRequest',
      tags: ['Catalogue'],
      summary: 'Check a request without creating anything',
      description: 'The body of a pay-in or payout, and "operation" beside it. Always judged as a live point would.',
      body: validateBody,
      response: { 200: { description: 'Valid', content: jsonOf(successOf(validationSchema)) } },
    },
    handler: async (request) => {
      const body = requireBody(request.body)
      const validation = validateRequest(deps, callerOf(request), body)
      if (!validation.valid) throw problemOfRefusal(validation.refusal)
      return success(validationData(validation), validation.warnings)
    },
  })
}

function validationData(validation: ValidRequest) {
  return {
    valid: true as const,
    operation: validation.operation,
    service_code: validation.serviceCode,
    amount: amountNumber(validation.amountMinor, validation.currency),
    currency: validation.currency,
    minimum_amount: amountNumber(amountMinorMin, validation.currency),
    maximum_amount: amountNumber(validation.amountMinorMax, validation.currency),
    reference: validation.reference,
    expired_at: validation.expiresAt === null ? null : isoMicroseconds(validation.expiresAt),
    normalised: validation.details,
    bank: validation.bank === null ? null : bankData(validation.bank),
  }
}
