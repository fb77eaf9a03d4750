import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Actor, callerActor, personActor } from '../values/actor.ts'
import { present } from '../values/assert.ts'
import type { Caller, Scope } from '../values/caller.ts'
import { maskCardNumbers } from '../values/card-numbers.ts'
import type { Person } from '../values/person.ts'
import type { Permission } from '../values/roles.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate.ts` on every route below /api/v1. */
    caller: Caller | undefined
    /** Set by `console/require-person.ts` on every route below /console that somebody signed in opens. */
    person: Person | undefined
    /** Set by `authenticate.ts`: the public name of what was offered, right or wrong; the point where it exists. */
    credential: { kind: 'api_key' | 'point_token'; id: string; pointId: string | null } | undefined
    /** Set by `confidential-transport.ts`: sent from this machine to this process, through no proxy. */
    isLocal: boolean
    /** Set where the reply is a problem: its code, and the names of what was wrong. */
    refusal: { code: string; fields: readonly string[] } | undefined
    /** The transaction that the request made, or that it was about. */
    transactionId: string | undefined
    /** The body's bytes, on routes with `keepRawBody` only. Card data never stands here. */
    rawBody: Buffer | undefined
  }
  interface FastifyContextConfig {
    /** What the API key must be allowed to do. Every route below /api/v1 names one. */
    scope?: Scope
    /** What a person's role must allow, on routes below /console that have no scope. `anybody`: no session is needed. */
    permission?: Permission | 'anybody'
    /** By a person: only shortly after they proved to be there, always or at live points. Means nothing to an API key. */
    stepUp?: boolean | 'live'
    /** The route verifies a signature over the body's bytes. */
    keepRawBody?: boolean
    /** The route needs no body: an empty one is right even with a content type. */
    emptyBody?: boolean
  }
}

/** The caller of an authenticated route. */
export function callerOf(request: FastifyRequest): Caller {
  return present(request.caller, 'the caller of an authenticated route')
}

/** Who is signed in, on a route below /console that asks for a permission. */
export function personOf(request: FastifyRequest): Person {
  return present(request.person, 'the person of an authenticated route')
}

/** Who asks, as the audit log writes them: a person of the dashboard, or a key; with the address. */
export function actorOfRequest(request: FastifyRequest): Actor {
  const address = addressOf(request)
  return request.caller ? callerActor(request.caller, address) : personActor(personOf(request), address)
}

/**
 * The caller's address; an IPv4 address mapped into IPv6 is written as IPv4. What a trusted proxy passes on may be no
 * address at all: it is kept apart from others, without what could be a card number.
 */
export function addressOf(request: FastifyRequest): string {
  return ipaddr.isValid(request.ip) ? ipaddr.process(request.ip).toString() : maskCardNumbers(request.ip)
}

/** The path as sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** The route's pattern, safe for logs and metrics: no id, no token. `unknown` where no route matched. */
export function patternOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}
