import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { remembered } from '../platform/expiring-cache.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/log/metrics.ts'
import { languageAsked } from '../texts/language.ts'
import type { Language } from '../texts/messages/languages.ts'
import { type Text, textOf } from '../texts/messages/say.ts'
import { reviewReasonIn } from '../texts/review-reasons.ts'
import { type Actor, callerActor, personActor } from '../values/actor.ts'
import { present } from '../values/assert.ts'
import type { Caller } from '../values/caller.ts'
import { maskCardNumbers } from '../values/card-numbers.ts'
import type { Person } from '../values/person.ts'
import type { ProblemCode } from '../values/problem.ts'
import type { Permission, Scope } from '../values/roles.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate.ts` on every route below /api/v1. */
    caller: Caller | undefined
    /** Set by `extras/identity/http/require-person.ts` on every route below /console that needs a session. */
    person: Person | undefined
    /** Set by `authenticate.ts`: the public id of the credentials, valid or not, and the point if it exists. */
    credential: { kind: 'api_key' | 'point_token'; id: string; pointId: string | null } | undefined
    /** Set by `confidential-transport.ts`: the request comes from this machine, without a proxy. */
    isLocal: boolean
    /** Set if the reply is a problem: its code, and the names of wrong fields. */
    refusal: { code: string; fields: readonly string[] } | undefined
    /** The transaction that the request created or refers to. */
    transactionId: string | undefined
    /** The body's bytes, only on routes that are `signed`, until their handler runs. Never contains card data. */
    rawBody: Buffer | undefined
    /** Set by the extra that checks signatures: this request needs none, or a right one. */
    isSignatureChecked: boolean
  }
  interface FastifyContextConfig {
    /** The scope that the API key needs. Every route below /api/v1 names one. */
    scope?: Scope
    /** Another scope with which an API key may use the route. */
    orScope?: Scope
    /**
     * The permission that the person's role needs, on routes below /console without a scope. `anybody`: no session is
     * needed.
     */
    permission?: Permission | 'anybody'
    /** A person needs a recent step-up: always, or only for live points. Has no effect on API keys. */
    stepUp?: boolean | 'live'
    /** The route makes or decides a payout. A point may demand a signature over the body's bytes. */
    signed?: boolean
    /**
     * Codes with which this operation refuses, besides those that follow from its key, its method, its parameters and its
     * body. For the documentation; a journey compares them with the answers.
     */
    refusals?: readonly ProblemCode[]
    /** Unknown query parameters are warnings of the reply, not a refusal: whoever pays must not fail for one. */
    warnsOfParameters?: boolean
    /** The route needs no body. An empty one is accepted even with a content type. */
    emptyBody?: boolean
  }
}

/** The caller of an authenticated route. */
export function callerOf(request: FastifyRequest): Caller {
  return present(request.caller, 'the caller of an authenticated route')
}

/** The signed-in person of a route below /console that needs a permission. */
export function personOf(request: FastifyRequest): Person {
  return present(request.person, 'the person of an authenticated route')
}

/** The actor of the request for the audit log: a person of the dashboard, or a key; with the IP address. */
export function actorOfRequest(request: FastifyRequest): Actor {
  const address = addressOf(request)
  return request.caller ? callerActor(request.caller, address) : personActor(personOf(request), address)
}

/**
 * The caller's IP address. IPv4 mapped into IPv6 is written as IPv4. A trusted proxy may forward a text that is not an
 * address. Such a text is kept to distinguish callers, without a possible card number.
 */
export function addressOf(request: FastifyRequest): string {
  return writtenAddress(request.ip)
}

const writtenAddress = remembered((ip) => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : maskCardNumbers(ip)))

/** The path as sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** The route's pattern for logs and metrics. Contains no id and no token. `unknown` if no route matched. */
export function patternOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}

/** Logs and counts each answered request by the route's pattern. The line has no body, query value, id or token. */
export function logEveryRequest(app: FastifyInstance, { log, metrics }: { log: Log; metrics: Metrics }): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = patternOf(request)
    const status = reply.statusCode
    metrics.requests.inc({ route, status: String(status) })
    metrics.requestSeconds.observe({ route }, reply.elapsedTime / 1000)
    log.info(
      {
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        request_id: request.id,
        point_id: request.caller?.point.pointId,
      },
      'request',
    )
    done()
  })
}

/** Says a text in the language of a request. */
export type Say = (text: Text) => string

export function sayFor(request: FastifyRequest): Say {
  return sayIn(languageFor(request))
}

/** Says a message, or a stored reason of a review, in a language. */
export function sayIn(language: Language): Say {
  return (text) => (typeof text === 'string' ? reviewReasonIn(language, text) : textOf(text, language))
}

/** The supported language that a request asks for; English by default. */
export function languageFor(request: FastifyRequest): Language {
  return languageAsked(request.headers['accept-language']) ?? 'en'
}
