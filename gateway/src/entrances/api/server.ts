import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callbackRoutes } from '../../callbacks/http/callback-routes.ts'
import { deliveryRoutes } from '../../callbacks/http/delivery-routes.ts'
import { eventRoutes } from '../../callbacks/http/event-routes.ts'
import { testRoutes } from '../../callbacks/http/inbox-routes.ts'
import { webhookToolRoutes } from '../../callbacks/http/tool-routes.ts'
import { webhookRoutes } from '../../callbacks/http/webhook-routes.ts'
import { requirePerson, requirePersonAtPoint } from '../../identity/http/require-person.ts'
import { requireKey } from '../../merchants/http/authenticate.ts'
import { logApiRequests } from '../../merchants/http/log-api-requests.ts'
import { noteFailedAuthentications } from '../../merchants/http/record-failed-authentications.ts'
import { catalogueRoutes } from '../../payments/http/catalogue-routes.ts'
import { payerReferenceRoutes } from '../../payments/http/payer-reference-routes.ts'
import { creationRoutes } from '../../payments/http/payment-routes.ts'
import { transactionRoutes } from '../../payments/http/read-routes.ts'
import { moneyRoutes } from '../../payouts/http/payout-routes.ts'
import type { ReplicaHealth } from '../../platform/database/replica-health.ts'
import { householdOf } from '../../platform/ip-network.ts'
import { clockRoutes } from '../../simulator/http/clock-routes.ts'
import { fundsRoutes } from '../../simulator/http/funds-routes.ts'
import { simulateRoutes } from '../../simulator/http/simulate-routes.ts'
import { createBaseServer } from '../../web/base-server.ts'
import type { AdmissionControl } from '../../web/limits/accept-request.ts'
import { openAdmissionControls } from '../../web/limits/admission-control.ts'
import type { MetricsAccess } from '../../web/metrics-access.ts'
import { addressOf } from '../../web/request-context.ts'
import { dashboardPageRoutes } from '../console/page-routes.ts'
import { pointConsoleRoutes } from '../console/point-routes.ts'
import { consoleRoutes } from '../console/routes.ts'
import type { EntranceDeps } from '../deps.ts'
import { documentOptions } from '../docs/openapi.ts'
import { docsRoutes } from '../docs/routes.ts'
import { payRoutes } from '../payer-pages/routes.ts'
import { notificationRoutes } from '../provider-notifications/routes.ts'
import { type HealthOptions, healthRoutes } from './health.ts'

export interface HttpOptions {
  /** Addresses or networks (CIDR) of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[]
  /** PEM texts; without them the server speaks plain HTTP. */
  tls?: { cert: string | Buffer; key: string | Buffer }
  /** Serve `/docs`, `/openapi.json` and `/llms.txt`. */
  docs: boolean
  /** Serve the dashboard and its API. Default: yes. */
  dashboard?: boolean
  /** Who may read `/metrics`. Default: this machine only. */
  metricsAccess?: MetricsAccess
  /** True, or the reason why the process cannot serve. */
  isReady(): Promise<true | string>
  isShuttingDown(): boolean
  /** Health of the read replica; undefined or missing if none is configured. */
  replica?(): ReplicaHealth | undefined
  version: string
}

/**
 * The complete HTTP server, ready to listen: merchant API, payer pages, provider notifications, health, documentation.
 */
export async function buildServer(deps: EntranceDeps, options: HttpOptions): Promise<FastifyInstance> {
  const app = createBaseServer(deps, options)
  noteFailedAuthentications(app, deps)
  const gates = openAdmissionControls(deps.metrics)
  if (options.docs) await app.register(swagger, documentOptions(deps, options.version))
  inScope(app, (scope) => healthRoutes(scope, healthOptions(deps, options)))
  inScope(app, async (scope) => {
    admitsUnauthenticated(scope, gates.pages)
    await docsRoutes(scope, deps, options)
  })
  inScope(app, (scope) => {
    admitsUnauthenticated(scope, gates.pages)
    payRoutes(scope, deps)
  })
  inScope(app, (scope) => {
    gates.providers.admit(scope)
    notificationRoutes(scope, deps)
  })
  inScope(app, (scope) => merchantRoutes(scope, deps, gates.merchants), '/api/v1')
  if (options.dashboard !== false) dashboardRoutes(app, deps, gates)
  await app.ready()
  return app
}

function dashboardRoutes(
  app: FastifyInstance,
  deps: EntranceDeps,
  gates: ReturnType<typeof openAdmissionControls>,
): void {
  inScope(app, (scope) => {
    admitsUnauthenticated(scope, gates.pages)
    dashboardPageRoutes(scope)
  })
  inScope(app, (scope) => peopleRoutes(scope, deps, gates.people), '/console')
  inScope(app, (scope) => consolePointRoutes(scope, deps, gates.people), '/console/points/:pointId')
}

/** The HTTP server of a process without merchant requests: health and metrics only. */
export async function buildWorkerServer(deps: EntranceDeps, options: HttpOptions): Promise<FastifyInstance> {
  const app = createBaseServer(deps, options)
  inScope(app, (scope) => healthRoutes(scope, healthOptions(deps, options)))
  await app.ready()
  return app
}

function healthOptions(deps: EntranceDeps, options: HttpOptions): HealthOptions {
  const { metricsAccess = { allowCidrs: undefined, token: undefined } } = options
  return { ...options, metrics: deps.metrics, metricsAccess }
}

/** Pages and files take long to send. A slow reader holds a slot for each of them, but has few addresses. */
function admitsUnauthenticated(scope: FastifyInstance, gate: AdmissionControl): void {
  gate.admit(scope)
  gate.share(scope, (request) => householdOf(addressOf(request)))
}

/** All routes for API keys. */
function merchantRoutes(scope: FastifyInstance, deps: EntranceDeps, gate: AdmissionControl): void {
  gate.admit(scope)
  requireKey(scope, deps)
  gate.share(scope, (request) => request.caller?.point.pointId)
  logApiRequests(scope, deps)
  merchantApi(scope, deps)
}

function peopleRoutes(scope: FastifyInstance, deps: EntranceDeps, gate: AdmissionControl): void {
  gate.admit(scope)
  requirePerson(scope, deps)
  gate.share(scope, personIdOf)
  consoleRoutes(scope, deps)
}

/** Limits apply per person, because one person may open many sessions. */
function personIdOf(request: FastifyRequest): string | undefined {
  return request.person?.userId
}

/** The merchant API's routes for a merchant's people, so that dashboard and API do the same. */
function consolePointRoutes(scope: FastifyInstance, deps: EntranceDeps, gate: AdmissionControl): void {
  gate.admit(scope)
  requirePersonAtPoint(scope, deps)
  gate.share(scope, personIdOf)
  merchantApi(scope, deps)
  pointConsoleRoutes(scope, deps)
}

function merchantApi(scope: FastifyInstance, deps: EntranceDeps): void {
  creationRoutes(scope, deps)
  transactionRoutes(scope, deps)
  callbackRoutes(scope, deps)
  catalogueRoutes(scope, deps)
  webhookRoutes(scope, deps)
  webhookToolRoutes(scope, deps)
  deliveryRoutes(scope, deps)
  eventRoutes(scope, deps)
  payerReferenceRoutes(scope, deps)
  moneyRoutes(scope, deps)
  testRoutes(scope, deps)
  fundsRoutes(scope, deps)
  simulateRoutes(scope, deps)
  clockRoutes(scope, deps)
}

/** Registers routes whose hooks must not apply to other routes. */
function inScope(app: FastifyInstance, install: (scope: FastifyInstance) => void | Promise<void>, prefix = ''): void {
  app.register(
    (scope, _options, done) => {
      Promise.resolve(install(scope)).then(() => done(), done)
    },
    { prefix },
  )
}
