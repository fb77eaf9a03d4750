import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { payTypes } from '../../values/status.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../values/timestamps.ts'
import { readBody } from '../../web/json-body.ts'
import { environmentField, operatorActor, plainField, uuidField, uuidParameter } from '../../web/operator-query.ts'
import { success } from '../../web/replies.ts'
import { languageFor, type Say, sayFor } from '../../web/request-context.ts'
import { type ExplainedRoute, explainRoute } from '../explain-route.ts'
import { disableProviderAccount } from '../provider-account.ts'
import { registerNotifications } from '../register-notifications.ts'
import { type ListedRoute, routeAmounts } from '../routes.ts'
import { sealCredentials } from '../seal-credentials.ts'
import { listAccounts, listAllRoutes, offeredConnectors, type ShownAccount, showAccount } from '../show-accounts.ts'
import { type TryDeps, tryAccount, trySealed } from '../try-account.ts'
import type {
  OfferedConnectorData,
  ProviderAccountData,
  ProviderAccountPageData,
  RouteData,
  RouteWhyData,
  SealedCredentialsData,
  TriedData,
} from './contract/providers.ts'

const listQuery = z.object({ environment: environmentField.optional() })
const sealedBody = z.object({ sealed_id: uuidField, digest: z.string().max(64) })
const entered = { credentials: z.record(z.string().max(64), z.unknown()), sealed_id: uuidField.optional() }
const newBody = z.object({
  connector: plainField(60),
  environment: environmentField,
  name: z.string().max(200),
  ...entered,
})
const otherBody = z.object({ connector_account_id: uuidField, ...entered })
const disableBody = z.object({ evidence: z.string().max(1_000).default('') })
const whyQuery = z.object({
  point_id: uuidField,
  service_code: z.string().min(1).max(60),
  pay_type: z.enum(payTypes),
  amount: z.string().max(20),
})

/** Accounts at providers and routes: /console/operator/…. Proposals change them; disabling is done at once. */
export function operatorProviderRoutes(app: FastifyInstance, deps: TryDeps): void {
  accountRoutes(app, deps)
  credentialRoutes(app, deps)
  routeRoutes(app, deps)
}

function accountRoutes(app: FastifyInstance, deps: TryDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/provider-accounts', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) =>
      success({ items: (await listAccounts(deps, request.query.environment)).map(accountData) }),
  })
  typed.get('/operator/provider-accounts/connectors', {
    config: { permission: 'operator_read' },
    handler: async (request) => {
      const language = languageFor(request)
      const items = offeredConnectors(deps).map(
        ({ connector, environments, canTry, fields }): OfferedConnectorData => ({
          ...{ connector, environments, can_try: canTry },
          fields: fields.map(({ name, label, isSecret, isRequired, isPem, example, options = null }) => ({
            ...{ name, label: label[language], secret: isSecret, required: isRequired, pem: isPem ?? false, example },
            options,
          })),
        }),
      )
      return await Promise.resolve(success({ items }))
    },
  })
  typed.get('/operator/provider-accounts/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { account, routes } = await showAccount(deps, request.params.id)
      return success<ProviderAccountPageData>({ account: accountData(account), routes: routes.map(routeData) })
    },
  })
  typed.post('/operator/provider-accounts/:id/try', {
    config: { permission: 'operator_act', emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => success(triedData(await tryAccount(deps, request.params.id), sayFor(request))),
  })
  typed.post('/operator/provider-accounts/:id/notify', {
    config: { permission: 'operator_act', emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const by = { actor: operatorActor(request) }
      return success(triedData(await registerNotifications(deps, request.params.id, by), sayFor(request)))
    },
  })
  typed.post('/operator/provider-accounts/:id/disable', {
    config: { permission: 'operator_act', stepUp: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { body } = readBody(disableBody, request.body)
      const evidence = body.evidence.trim()
      const by = { actor: operatorActor(request), ...(evidence === '' ? {} : { evidence }) }
      const { id } = await disableProviderAccount(deps, request.params.id, by)
      return success(accountData((await showAccount(deps, id)).account))
    },
  })
}

/** What is entered is sealed at once. A proposal then names it. */
function credentialRoutes(app: FastifyInstance, deps: TryDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/operator/provider-accounts/credentials', {
    config: { permission: 'operator_act', stepUp: true },
    handler: async (request, reply) => {
      const { body } = readBody(newBody, request.body)
      const { sealed_id: sealedId, ...rest } = body
      const { sealedId: id, digest } = await sealCredentials(deps, { ...rest, sealedId })
      return reply.code(201).send(success<SealedCredentialsData>({ sealed_id: id, digest }))
    },
  })
  typed.post('/operator/provider-accounts/credentials/replacement', {
    config: { permission: 'operator_act', stepUp: true },
    handler: async (request, reply) => {
      const { body } = readBody(otherBody, request.body)
      const { sealed_id: sealedId, connector_account_id: connectorAccountId, credentials } = body
      const { sealedId: id, digest } = await sealCredentials(deps, { connectorAccountId, credentials, sealedId })
      return reply.code(201).send(success<SealedCredentialsData>({ sealed_id: id, digest }))
    },
  })
  typed.post('/operator/provider-accounts/credentials/try', {
    config: { permission: 'operator_act' },
    handler: async (request) => {
      const { body } = readBody(sealedBody, request.body)
      const tried = await trySealed(deps, { sealedId: body.sealed_id, digest: body.digest })
      return success(triedData(tried, sayFor(request)))
    },
  })
}

function routeRoutes(app: FastifyInstance, deps: TryDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/routes', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) =>
      success({ items: (await listAllRoutes(deps, request.query.environment)).map(routeData) }),
  })
  typed.get('/operator/routes/why', {
    config: { permission: 'operator_read' },
    schema: { querystring: whyQuery },
    handler: async (request) => {
      const { point_id: pointId, service_code: serviceCode, pay_type: payType, amount } = request.query
      const { environment, currency, candidates, chosen } = await explainRoute(deps, {
        ...{ pointId, serviceCode, payType, amount },
      })
      const goesTo = chosen && {
        connector_account_id: chosen.route.connector_account_id,
        account: chosen.route.account_name,
      }
      return success<RouteWhyData>({
        ...{ environment, currency, goes_to: goesTo ?? null, candidates: candidates.map(candidateData) },
      })
    },
  })
}

function accountData(account: ShownAccount): ProviderAccountData {
  const { certification: last } = account
  return {
    connector_account_id: account.id,
    connector: account.connector,
    environment: account.environment,
    name: account.name,
    sandbox: account.sandbox,
    facts: account.facts,
    certificates: account.certificates.map(({ daysLeft, ...each }) => ({ ...each, days_left: daysLeft })),
    created_at: isoMicroseconds(account.created_at),
    credentials_changed_at: isoMicrosecondsOrNull(account.credentials_changed_at),
    disabled_at: isoMicrosecondsOrNull(account.disabled_at),
    can_try: account.canTry,
    can_replace: account.canReplace,
    can_register: account.canRegister,
    certification: last
      ? { certified: last.is_certified, by: last.certified_by, at: isoMicroseconds(last.created_at) }
      : null,
  }
}

function routeData(route: ListedRoute): RouteData {
  const { min, max } = routeAmounts(route)
  return {
    route_id: route.id,
    environment: route.environment,
    point: route.point_id === null ? null : { point_id: route.point_id, name: route.point_name ?? '' },
    service_code: route.service_code,
    pay_type: route.pay_type,
    connector_account_id: route.connector_account_id,
    account: route.account_name,
    priority: route.priority,
    amount_min: min,
    amount_max: max,
    starts_at: isoMicrosecondsOrNull(route.starts_at),
    of_deposits: route.is_of_deposit_account,
  }
}

function candidateData({ route, verdict }: ExplainedRoute): RouteWhyData['candidates'][number] {
  return {
    route_id: route.id,
    connector_account_id: route.connector_account_id,
    account: route.account_name,
    service_code: route.service_code,
    point_id: route.point_id,
    priority: route.priority,
    verdict,
  }
}

function triedData(tried: Awaited<ReturnType<typeof tryAccount>>, say: Say): TriedData {
  return tried.ok ? { works: true, why: null, facts: tried.facts } : { works: false, why: say(tried.why), facts: {} }
}
