import type { FastifyInstance } from 'fastify'
import type { CoreDeps } from '../deps.ts'
import { balanceRoutes } from '../ledger/http/balance-routes.ts'
import { requireKey } from '../merchants/http/authenticate.ts'
import { payRoutes } from '../payer-pages/routes.ts'
import type { CardPayinCheck } from '../payments/create-card-payin.ts'
import { catalogueRoutes } from '../payments/http/catalogue-routes.ts'
import { payerReferenceRoutes } from '../payments/http/payer-reference-routes.ts'
import { creationRoutes } from '../payments/http/payment-routes.ts'
import { transactionRoutes } from '../payments/http/read-routes.ts'
import type { ReplicaHealth } from '../platform/database/database.ts'
import { householdOf } from '../platform/ip-network.ts'
import { notificationRoutes, notifiedAccount } from '../provider-notifications/routes.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { createBaseServer } from '../web/base-server.ts'
import { type AdmissionControls, openAdmissionControls } from '../web/limits/admission-limits.ts'
import type { MetricsAccess } from '../web/metrics-access.ts'
import { addressOf, callerOf } from '../web/request-context.ts'
import { refuseUnknownParameters } from '../web/unknown-parameters.ts'
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

/** What an extra gets to add hooks and routes. */
export interface ServerParts {
  /** The limit of each class of caller. */
  controls: AdmissionControls
  /** The documentation is shown. */
  docs: boolean
  dashboard: boolean
  version: string
  /** Registers routes whose hooks apply to no other route. */
  inScope: InScope
  /** Registers pages and files for callers that are known by address only, under the limits of such callers. */
  pages(install: (scope: FastifyInstance) => void | Promise<void>): void
  /** Registers the merchant API, the routes of the extras included. */
  merchantApi(scope: FastifyInstance): void
}

/** What an extra adds to the server. */
export interface ServerExtra {
  /** Adds hooks for all requests, and entrances of its own. Called before any route of the core is registered. */
  server?(app: FastifyInstance, parts: ServerParts): void | Promise<void>
  /** Adds hooks to the merchant API for API keys. The caller is known when they run. */
  keyHooks?(scope: FastifyInstance): void
  /** Adds routes to the merchant API: for API keys, and for a merchant's people at their point. */
  merchantRoutes?(scope: FastifyInstance): void
  /** Runs before a card pay-in is written. */
  beforeCardPayin?: CardPayinCheck
}

type InScope = (install: (scope: FastifyInstance) => void | Promise<void>, prefix?: string) => void

/**
 * The complete HTTP server, ready to listen: merchant API, payer pages, provider notifications, health, and what the
 * extras add.
 */
export async function buildServer(
  deps: CoreDeps,
  options: HttpOptions,
  extras: readonly ServerExtra[] = [],
): Promise<FastifyInstance> {
  const app = createBaseServer(deps, options)
  const parts = serverParts(app, deps, { options, extras })
  const { controls, inScope, pages, merchantApi } = parts
  for (const extra of extras) await extra.server?.(app, parts)
  inScope((scope) => healthRoutes(scope, healthOptions(deps, options)))
  pages((scope) => payRoutes(scope, deps))
  inScope((scope) => {
    controls.providers.admit(scope)
    controls.providers.share(scope, notifiedAccount, 'preValidation')
    notificationRoutes(scope, deps)
  })
  inScope((scope) => {
    controls.merchants.admit(scope)
    requireKey(scope, deps)
    controls.merchants.share(scope, (request) => request.caller?.point.pointId)
    for (const extra of extras) extra.keyHooks?.(scope)
    refuseUnknownParameters(scope)
    merchantApi(scope)
  }, '/api/v1')
  await app.ready()
  return app
}

/** The HTTP server of a process without merchant requests: health and metrics only. */
export async function buildWorkerServer(deps: CoreDeps, options: HttpOptions): Promise<FastifyInstance> {
  const app = createBaseServer(deps, options)
  inScopeOf(app)((scope) => healthRoutes(scope, healthOptions(deps, options)))
  await app.ready()
  return app
}

function serverParts(
  app: FastifyInstance,
  deps: CoreDeps,
  { options, extras }: { options: HttpOptions; extras: readonly ServerExtra[] },
): ServerParts {
  const controls = openAdmissionControls(deps.metrics)
  const inScope = inScopeOf(app)
  const { docs, dashboard = true, version } = options
  return {
    ...{ controls, docs, dashboard, version, inScope },
    pages: (install) =>
      inScope((scope) => {
        // Pages and files take long to send. A slow reader holds a slot for each of them, but has few addresses.
        controls.pages.admit(scope)
        controls.pages.share(scope, (request) => householdOf(addressOf(request)))
        return install(scope)
      }),
    merchantApi: (scope) => {
      refuseUncheckedSignatures(scope)
      creationRoutes(scope, { ...deps, cardPayinChecks: extras.flatMap((extra) => extra.beforeCardPayin ?? []) })
      transactionRoutes(scope, deps)
      catalogueRoutes(scope, deps)
      payerReferenceRoutes(scope, deps)
      balanceRoutes(scope, deps)
      for (const extra of extras) extra.merchantRoutes?.(scope)
    },
  }
}

function healthOptions(deps: CoreDeps, options: HttpOptions): HealthOptions {
  const { metricsAccess = { allowCidrs: undefined, token: undefined } } = options
  return { ...options, metrics: deps.metrics, metricsAccess }
}

function inScopeOf(app: FastifyInstance): InScope {
  return (install, prefix = '') => {
    app.register(
      (scope, _options, done) => {
        Promise.resolve(install(scope)).then(() => done(), done)
      },
      { prefix },
    )
  }
}

/**
 * Refuses a request to a `signed` route of a point that demands signed payouts, unless an extra has checked its
 * signature. Then frees the body's bytes. Throws Problem `bad_signature`.
 */
export function refuseUncheckedSignatures(scope: FastifyInstance): void {
  scope.addHook('preHandler', (request, _reply, done) => {
    request.rawBody = undefined
    if (!request.routeOptions.config.signed || request.isSignatureChecked) return done()
    const { point, person } = callerOf(request)
    // A person signs no requests. Session, second factor and step-up replace the signature.
    if (person || !point.requireSignedPayouts) return done()
    done(new Problem('bad_signature', { message: say('signature.unchecked') }))
  })
}
