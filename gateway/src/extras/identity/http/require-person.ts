import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { sameSecret } from '../../../core/platform/ids.ts'
import { present } from '../../../core/values/assert.ts'
import { type Person, personKeyId } from '../../../core/values/person.ts'
import { Problem } from '../../../core/values/problem.ts'
import type { Permission } from '../../../core/values/roles.ts'
import { isConfidential } from '../../../core/web/confidential-transport.ts'
import { rateLimiter } from '../../../core/web/limits/rate-limits.ts'
import { type UnauthenticatedLimits, unauthenticatedLimits } from '../../../core/web/limits/unauthenticated-limits.ts'
import { authenticatePerson, type PersonFound } from '../authenticate-person.ts'
import type { IdentityDeps } from '../deps.ts'
import { say } from '../messages/en.ts'
import { merchantMay, operatorMay, scopesOf } from '../rules/roles.ts'
import { readSessionCookie } from './session-cookie.ts'

/** Requests per second and session. A page of the dashboard sends about ten at once. */
const sessionRequestsPerSecond = 50

/** The CSRF header. It proves that the dashboard's page could read the session's answer. */
export const csrfHeader = 'x-csrf-token'

/** Marks requests that a page sends by itself. They do not extend the session. */
export const backgroundHeader = 'x-pasarela-background'

/**
 * Requires on every route of this scope a signed-in person whose role has the route's permission, and a CSRF token for
 * every change. A route that names no permission cannot be registered.
 */
export function requirePerson(app: FastifyInstance, deps: IdentityDeps): void {
  app.addHook('onRoute', (route) => {
    present(route.config?.permission, `the permission of ${route.url}`)
  })
  const limiter = rateLimiter(() => performance.now())
  const lookups = unauthenticatedLimits()
  app.addHook('onRequest', async (request, reply) => {
    const permission = present(request.routeOptions.config.permission, 'permission')
    refuseOtherSites(request)
    await refusePlainHttp(deps, request)
    if (permission === 'anybody') return
    const { person } = await enter({ ...deps, lookups }, request)
    limit(reply, limiter, person)
    const { may, operatorNeedsSecondFactor } = rightsOf(person, permission)
    if (!may) throw new Problem('role_missing')
    if (operatorNeedsSecondFactor && !person.secondFactor && !(await hasOnlyTestMoney(deps))) {
      throw new Problem('second_factor_required')
    }
    if (request.routeOptions.config.stepUp && !person.steppedUp) throw new Problem('step_up_required')
  })
}

/**
 * Like `requirePerson`, for routes below a point. The caller is that person with the scopes of their role at the point.
 * A point of another merchant is `not_found`. Live points need the second factor.
 */
export function requirePersonAtPoint(app: FastifyInstance, deps: IdentityDeps): void {
  app.addHook('onRoute', (route) => {
    present(route.config?.scope ?? route.config?.permission, `the scope of ${route.url}`)
  })
  const limiter = rateLimiter(() => performance.now())
  const lookups = unauthenticatedLimits()
  app.addHook<{ Params: { pointId?: string } }>('onRequest', async (request, reply) => {
    refuseOtherSites(request)
    await refusePlainHttp(deps, request)
    const { person, point } = await enter({ ...deps, lookups }, request, request.params.pointId)
    limit(reply, limiter, person)
    if (person.side !== 'merchant' || !point) throw new Problem('not_found', { message: say('person.unknown_point') })
    const { scope, permission, stepUp } = request.routeOptions.config
    const wanted = scope ?? permission
    if (wanted !== 'anybody' && !merchantMay(person.role, present(wanted, 'scope'), point.environment)) {
      throw new Problem('role_missing')
    }
    if (point.environment === 'live' && !person.secondFactor) throw new Problem('second_factor_required')
    if (point.status === 'suspended' && request.method !== 'GET') throw new Problem('point_suspended')
    if ((stepUp === 'live' ? point.environment === 'live' : stepUp) && !person.steppedUp) {
      throw new Problem('step_up_required')
    }
    request.caller = {
      point,
      keyId: personKeyId(person.userId),
      scopes: scopesOf(person.role, point.environment),
      person,
    }
  })
}

/** The CSRF token. It is part of the session's answer, which other sites cannot read. */
export function csrfTokenOf(deps: Pick<PlatformDeps, 'secretBox'>, cookie: string): string {
  return deps.secretBox.keyedHash('csrf', cookie).toString('base64url')
}

type SignedIn = Extract<PersonFound, { kind: 'signed_in' }>

/** Unknown sessions are looked up within the limit of the caller's network. */
async function enter(
  deps: IdentityDeps & { lookups: UnauthenticatedLimits },
  request: FastifyRequest,
  pointId?: string,
): Promise<SignedIn> {
  const cookie = readSessionCookie(request)
  const name =
    cookie === undefined ? undefined : deps.secretBox.keyedHash('session-lookup', cookie).toString('base64url')
  if (name !== undefined) deps.lookups.enter(request, name)
  const background = request.headers[backgroundHeader] !== undefined
  const found = await authenticatePerson(deps, cookie, { background, ...(pointId !== undefined && { pointId }) })
  if (found.kind !== 'signed_in' || name === undefined || cookie === undefined) throw new Problem('not_signed_in')
  deps.lookups.confirmKnown(request, name)
  if (!isReading(request)) requireCsrfToken(deps, request, cookie)
  request.person = found.person
  return found
}

export function requireCsrfToken(deps: Pick<PlatformDeps, 'secretBox'>, request: FastifyRequest, cookie: string): void {
  const sent = request.headers[csrfHeader]
  const expected = Buffer.from(csrfTokenOf(deps, cookie))
  if (typeof sent === 'string' && sameSecret(expected, Buffer.from(sent))) return
  throw new Problem('csrf_refused')
}

/**
 * Checks the browser's headers about the origin of a request. A client without these headers has no cookie that could
 * be abused.
 */
function refuseOtherSites(request: FastifyRequest): void {
  if (isReading(request)) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Problem('csrf_refused')
  const { origin, host } = request.headers
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
    throw new Problem('csrf_refused')
}

/**
 * A password or session grants access to live points, so once a live point exists, plain HTTP is refused before any
 * lookup.
 */
async function refusePlainHttp(deps: IdentityDeps, request: FastifyRequest): Promise<void> {
  if (isConfidential(request) || (await hasOnlyTestMoney(deps))) return
  throw new Problem('tls_required')
}

function isReading(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

function rightsOf(person: Person, permission: Permission): { may: boolean; operatorNeedsSecondFactor: boolean } {
  if (person.side === 'merchant') {
    return { may: merchantMay(person.role, permission), operatorNeedsSecondFactor: false }
  }
  return { may: operatorMay(person.role, permission), operatorNeedsSecondFactor: permission !== 'own_account' }
}

function limit(reply: FastifyReply, limiter: ReturnType<typeof rateLimiter>, person: Person): void {
  const { allowed, retryAfterSeconds } = limiter.take(person.sessionId, sessionRequestsPerSecond)
  if (allowed) return
  reply.header('ratelimit-remaining', '0')
  throw new Problem('rate_limited', { retryAfterSeconds })
}
