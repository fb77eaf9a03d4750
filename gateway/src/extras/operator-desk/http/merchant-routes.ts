import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createPoint } from '../../../core/callbacks/create-point.ts'
import { createMerchant } from '../../../core/merchants/create-merchant.ts'
import { methods } from '../../../core/payment-methods/index.ts'
import type { PaymentMethod } from '../../../core/payment-methods/payment-method.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { cutPage } from '../../../core/platform/page-cursor.ts'
import { Problem } from '../../../core/values/problem.ts'
import { payTypes } from '../../../core/values/status.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import {
  environmentField,
  operatorActor,
  operatorLimit,
  operatorOf,
  plainField,
  uuidField,
  uuidParameter,
} from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { depositFieldsOf } from '../../bank-accounts/check-deposit-account.ts'
import { refuseDemoOperator } from '../../identity/shut-out-demo-people.ts'
import { listProposed } from '../../withdrawals/accounts.ts'
import { listDocuments } from '../../withdrawals/set-merchant-document.ts'
import { say } from '../messages/en.ts'
import { readOnboarding } from '../store/reads/onboarding.ts'
import { type MerchantSummaryRow, readMerchants } from '../store/reads/points.ts'
import type {
  CreatedPointData,
  MerchantData,
  MerchantPageData,
  Page,
  ProposedAccountData,
  ServiceChoice,
} from './contract/operator.ts'
import { onboardingData } from './onboarding-data.ts'
import { snake } from './proposal-data.ts'

const nameLengthMax = 200
const searchLengthMax = 100

const merchantBody = z.object({ name: plainField(nameLengthMax) })
const pointBody = z.object({
  name: plainField(nameLengthMax),
  environment: environmentField,
  signed_payouts: z.boolean().default(false),
})

const listQuery = z.object({
  search: plainField(searchLengthMax).optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})

/** Finds and makes merchants and their points. */
export function operatorMerchantRoutes(app: FastifyInstance, deps: PlatformDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/merchants', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const { search, limit, cursor } = request.query
      const rows = await readMerchants(deps.database.engine, {
        limit: limit + 1,
        ...(search === undefined ? {} : { search }),
        ...(cursor === undefined ? {} : { before: cursor }),
      })
      const { items, last } = cutPage(rows, limit)
      const page: Page<MerchantData> = {
        items: items.map(merchantData),
        next_cursor: last?.id ?? null,
      }
      return success(page)
    },
  })
  typed.get('/operator/merchants/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const [row] = await readMerchants(deps.database.engine, { id: request.params.id, limit: 1 })
      if (!row) throw new Problem('not_found', { message: say('merchant.unknown') })
      const onboarding = await readOnboarding(deps.database.engine, row.id)
      const isActive = row.points.some(({ status }) => status === 'active')
      return success<MerchantPageData>({
        ...merchantData(row),
        onboarding: onboarding ? onboardingData(onboarding, isActive) : [],
        documents: await listDocuments(deps.database.engine, row.id),
      })
    },
  })
  typed.get('/operator/withdrawal-accounts/waiting', {
    config: { permission: 'operator_read' },
    schema: { querystring: z.object({ merchant_id: uuidField.optional() }) },
    handler: async (request) => {
      const items = (await listProposed(deps, request.query.merchant_id)).map(proposedAccountData)
      return success({ items })
    },
  })
  typed.get('/operator/services', {
    config: { permission: 'operator_read' },
    handler: () => success({ services: methods.map(serviceChoice) }),
  })
  creatingRoutes(app, deps)
}

function serviceChoice(method: PaymentMethod): ServiceChoice {
  return {
    code: method.code,
    name: method.name,
    currency: method.currency,
    pay_types: payTypes.filter((payType) => method[payType]),
    country: method.country,
    deposit_fields: depositFieldsOf(method).map(({ name, required }) => ({ name: snake(name), required })),
  }
}

function creatingRoutes(app: FastifyInstance, deps: PlatformDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/operator/merchants', {
    config: { permission: 'operator_act', stepUp: true },
    handler: async (request, reply) => {
      const { body } = readBody(merchantBody, request.body)
      const actor = operatorActor(request)
      const { merchantId } = await createMerchant(deps, { name: body.name, actor })
      const [row] = await readMerchants(deps.database.engine, { id: merchantId, limit: 1 })
      return reply.code(201).send(success(row ? merchantData(row) : { merchant_id: merchantId }))
    },
  })
  typed.post('/operator/merchants/:id/points', {
    config: { permission: 'operator_act', stepUp: true },
    schema: { params: uuidParameter },
    handler: async (request, reply) => {
      const { body } = readBody(pointBody, request.body)
      if (body.environment === 'live') await refuseDemoOperator(deps, operatorOf(request).email)
      const created = await createPoint(deps, {
        merchantId: request.params.id,
        environment: body.environment,
        name: body.name,
        signedPayouts: body.signed_payouts,
        actor: operatorActor(request),
      })
      const data: CreatedPointData = {
        point_id: created.pointId,
        environment: created.environment,
        auth_api_token: created.authApiToken,
        webhook_secret: created.webhookSecret,
        signing_secret: created.signingSecret ?? null,
      }
      return reply.code(201).send(success(data))
    },
  })
}

function merchantData(row: MerchantSummaryRow): MerchantData {
  return {
    merchant_id: row.id,
    name: row.name,
    created_at: isoMicroseconds(row.created_at),
    suspended_at: isoMicrosecondsOrNull(row.suspended_at),
    people: row.people,
    points: row.points.map(({ id, name, environment, status }) => ({ point_id: id, name, environment, status })),
  }
}

function proposedAccountData(row: Awaited<ReturnType<typeof listProposed>>[number]): ProposedAccountData {
  return {
    withdrawal_account_id: row.id,
    merchant: { merchant_id: row.merchant_id, name: row.merchant },
    environment: row.environment,
    service_code: row.service_code,
    details: row.details,
    needs_operator: row.needsOperator,
    proposed_by: row.proposer,
    proposed_at: isoMicroseconds(row.proposed_at),
  }
}
