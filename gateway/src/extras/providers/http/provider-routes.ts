import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { cutPage } from '../../../core/platform/page-cursor.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import {
  environmentField,
  operatorActor,
  operatorLimit,
  plainField,
  uuidField,
} from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { type Say, sayFor } from '../../../core/web/request-context.ts'
import { requirePoint } from '../../point-settings/set-point-money.ts'
import { endStep } from '../certification-run.ts'
import {
  type Certification,
  type ConnectableConnector,
  listConnectable,
  showProviderAccounts,
  showRoutes,
} from '../list-providers.ts'
import { passedOf } from '../rules/certification.ts'
import { explainRoute, type RouteOfAccount } from '../set-route.ts'
import { tryAccount } from '../try-account.ts'
import type {
  CertificationData,
  ConnectableData,
  ProviderAccountData,
  ProviderDraftData,
  RouteData,
  WheretoData,
} from './contract/providers.ts'

/** A PEM chain fits. */
const valueLengthMax = 20_000

const draftBody = z.object({
  draft_id: uuidField,
  connector: plainField(60),
  environment: environmentField,
  name: plainField(200),
  connector_account_id: uuidField.optional(),
  values: z.record(z.string().max(60), z.string().max(valueLengthMax)),
})

const routesQuery = z.object({
  connector_account_id: uuidField.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})

const orderQuery = z.object({
  point_id: uuidField.optional(),
  environment: environmentField.optional(),
  service_code: plainField(60),
  pay_type: z.enum(['payin', 'payout']),
})

/** The set-up of providers: their accounts, what was tried, and the routes of orders. */
export function providerRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/providers', {
    config: { permission: 'operator_read' },
    handler: async (request) => {
      const accounts = (await showProviderAccounts(deps)).map(
        ({ id, created_at, certificate_ends_at, connector, certification, ...row }): ProviderAccountData => ({
          ...{ connector_account_id: id, connector, name: row.name, environment: row.environment },
          ...{ sandbox: row.sandbox, settings: row.settings, findings: row.findings },
          certificate_ends_at: isoMicrosecondsOrNull(certificate_ends_at),
          created_at: isoMicroseconds(created_at),
          changeable: deps.connectors.get(connector)?.setUp !== undefined,
          certification: certification
            ? certificationData(certification, labelsOf(deps, connector, sayFor(request)))
            : null,
        }),
      )
      const connectable = listConnectable(deps).map((each) => connectableData(each, sayFor(request)))
      return success({ accounts, connectable })
    },
  })
  typed.post('/operator/providers/drafts', {
    config: { permission: 'operator_act', stepUp: true },
    handler: async (request, reply) => {
      const { body } = readBody(draftBody, request.body)
      const { draft_id: draftId, connector_account_id: connectorAccountId, ...asked } = body
      const draft = await tryAccount(deps, { ...asked, draftId, connectorAccountId }, operatorActor(request))
      const data: ProviderDraftData = {
        ...{ draft_id: draft.id, name: draft.name, environment: draft.environment, trial: draft.trial },
        certificate_ends_at: isoMicrosecondsOrNull(draft.certificate_ends_at),
      }
      return reply.code(201).send(success(data))
    },
  })
  typed.get('/operator/routes', {
    config: { permission: 'operator_read' },
    schema: { querystring: routesQuery },
    handler: async (request) => {
      const { connector_account_id: accountId, limit, cursor: after } = request.query
      const { items, last } = cutPage(await showRoutes(deps, { accountId, after, limit: limit + 1 }), limit)
      return success({ items: items.map(routeData), next_cursor: last?.id ?? null })
    },
  })
  typed.get('/operator/routes/explain', {
    config: { permission: 'operator_read' },
    schema: { querystring: orderQuery },
    handler: async (request) => {
      const { point_id: pointId = null, service_code: serviceCode, pay_type: payType } = request.query
      const { environment } =
        pointId === null
          ? { environment: request.query.environment ?? 'live' }
          : await requirePoint(deps.database.engine, pointId)
      const { chosen, candidates } = await explainRoute(deps, { environment, pointId, serviceCode, payType })
      return success<WheretoData>({
        chosen: chosen ? routeData(chosen) : null,
        candidates: candidates.map((each) => ({ ...routeData(each), state: each.state })),
      })
    },
  })
}

/** What the steps of a connector are called, by their names. */
function labelsOf({ connectors }: CoreDeps, name: string, say: Say): ReadonlyMap<string, string> {
  const steps = [...(connectors.get(name)?.setUp?.certification ?? []), endStep]
  return new Map(steps.map((step) => [step.name, say(step.label)]))
}

function certificationData({ state, run }: Certification, labels: ReadonlyMap<string, string>): CertificationData {
  if (!run) return { state, run: null }
  const { id, run_by, release, outcome, steps } = run
  return {
    state,
    run: {
      ...{ run_id: id, run_by, release, outcome, passed: passedOf(steps) },
      started_at: isoMicroseconds(run.started_at),
      ended_at: isoMicroseconds(run.ended_at),
      steps: steps.map((step) => ({ ...step, label: labels.get(step.name) ?? step.name })),
    },
  }
}

function connectableData({ connector, manifest, setUp }: ConnectableConnector, say: Say): ConnectableData {
  return {
    connector,
    environments: manifest.environments,
    service_codes: [...new Set(manifest.capabilities.map(({ serviceCode }) => serviceCode))],
    fields: setUp.fields.map(({ name, kind, label, help, isOptional, choices = [] }) => ({
      ...{ name, kind, label: say(label), help: help ? say(help) : null, required: !isOptional, choices },
    })),
  }
}

function routeData(row: RouteOfAccount): RouteData {
  const { point_id, point_name, connector_account_id, connector, account_name } = row
  return {
    route_id: row.id,
    environment: row.environment,
    point: point_id === null ? null : { point_id, name: point_name ?? '' },
    service_code: row.service_code,
    pay_type: row.pay_type,
    priority: row.priority,
    starts_at: isoMicrosecondsOrNull(row.starts_at),
    account: { connector_account_id, connector, name: account_name },
  }
}
