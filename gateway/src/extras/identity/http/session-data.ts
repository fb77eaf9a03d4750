import type { FastifyRequest } from 'fastify'
import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import { type PersonPoints, pointsOfPerson } from '../../../core/merchants/points-of-person.ts'
import { isLoopback } from '../../../core/platform/ip-network.ts'
import type { Person } from '../../../core/values/person.ts'
import { permissions } from '../../../core/values/roles.ts'
import { isForwarded } from '../../../core/web/confidential-transport.ts'
import { addressOf } from '../../../core/web/request-context.ts'
import type { PersonFound } from '../authenticate-person.ts'
import type { IdentityDeps } from '../deps.ts'
import { merchantMay, operatorMay } from '../rules/roles.ts'
import type { PersonData, PointData, SessionData } from './contract/session.ts'
import { csrfTokenOf } from './require-person.ts'

/** The session's answer: the signed-in person and the token for the page. */
export async function sessionData(
  deps: IdentityDeps,
  found: PersonFound,
  { cookie, request }: { cookie: string | undefined; request: FastifyRequest },
): Promise<SessionData> {
  const csrf_token = cookie === undefined || found.kind === 'signed_out' ? null : csrfTokenOf(deps, cookie)
  const signedOut = { csrf_token, person: null, points: [] }
  if (found.kind === 'signed_out') {
    return { ...signedOut, stage: 'signed_out', csrf_token: null, demo: await demoData(deps, request) }
  }
  if (found.kind === 'second_factor') return { ...signedOut, stage: 'second_factor', demo: null }
  const places = await pointsOfPerson(deps, found.person)
  return {
    stage: 'signed_in',
    csrf_token,
    person: personData(found.person, places),
    points: found.person.side === 'merchant' ? places.points.map((point) => pointData(found.person, point)) : [],
    demo: null,
  }
}

function personData(person: Person, places: PersonPoints): PersonData {
  const { merchant } = places
  return {
    user_id: person.userId,
    name: person.name,
    email: person.email,
    side: person.side,
    role: person.role,
    language: person.language,
    second_factor: person.secondFactor,
    merchant: merchant ? { id: merchant.id, name: merchant.name } : null,
    permissions: permissions.filter((each) =>
      person.side === 'merchant' ? merchantMay(person.role, each) : operatorMay(person.role, each),
    ),
  }
}

function pointData(person: Person, point: PersonPoints['points'][number]): PointData {
  return {
    id: point.pointId,
    name: point.name,
    environment: point.environment,
    status: point.status,
    permissions: permissions.filter(
      (each) => person.side === 'merchant' && merchantMay(person.role, each, point.environment),
    ),
    services_enabled: point.servicesEnabled,
    time_zone: point.timeZone,
  }
}

/** Demo passwords: only while no real money is involved, and only for a browser on the gateway's own machine. */
async function demoData(deps: IdentityDeps, request: FastifyRequest): Promise<SessionData['demo']> {
  const people = deps.demo.people()
  if (!people || !isAskedHere(request) || !(await hasOnlyTestMoney(deps))) return null
  const { owner, admin } = people
  return {
    email: owner.email,
    password: owner.password,
    operator_email: admin.email,
    operator_password: admin.password,
  }
}

/**
 * Whether the browser runs on this machine and used this machine's own name. A loopback address alone proves nothing:
 * requests of an undeclared proxy, or of a site whose DNS name points here, also come from it.
 */
function isAskedHere(request: FastifyRequest): boolean {
  if (!isLoopback(addressOf(request)) || isForwarded(request)) return false
  const { host } = request.headers
  const url = `http://${host ?? ''}`
  const hostname = URL.canParse(url) ? new URL(url).hostname : ''
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
