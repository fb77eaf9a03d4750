import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { maskCardNumbers } from '../../../core/values/card-numbers.ts'
import { Problem } from '../../../core/values/problem.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { unauthenticatedLimits } from '../../../core/web/limits/unauthenticated-limits.ts'
import { success } from '../../../core/web/replies.ts'
import { addressOf, personOf } from '../../../core/web/request-context.ts'
import { authenticatePerson } from '../authenticate-person.ts'
import type { IdentityDeps } from '../deps.ts'
import { isKnownTo, mayBeKnown } from '../login-attempts.ts'
import { passwordLengthMax } from '../rules/password.ts'
import { enterSecondFactor, type Prover, stepUp } from '../second-factor.ts'
import { type Browser, normalEmail, type SignedIn, signIn, signOut } from '../sign-in.ts'
import { backgroundHeader, requireCsrfToken } from './require-person.ts'
import {
  clearSessionCookie,
  readKnownBrowser,
  readSessionCookie,
  setKnownBrowser,
  setSessionCookie,
} from './session-cookie.ts'
import { sessionData } from './session-data.ts'
import { type SignInLimits, signInLimits } from './sign-in-limits.ts'

/** A recovery code with its dash has 11 characters. People add spaces. */
const codeLengthMax = 32

/** How often the session of a new cookie is read until the database answers. */
const renewedReadsMax = 20

/** Between two of these reads. */
const renewedReadPauseMs = 300

const signInBody = z.object({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(passwordLengthMax),
})
const codeBody = z.object({ code: z.string().min(1).max(codeLengthMax) })
const proofBody = z.object({
  code: z.string().min(1).max(codeLengthMax).optional(),
  password: z.string().min(1).max(passwordLengthMax).optional(),
})

/** Signing in and out, the second factor, step-up: /console/session…. */
export function signInRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const limits = signInLimits()
  // The value of a known browser is checked before the queue, within the limit of the network. A value that was right
  // before is not limited.
  const lookups = unauthenticatedLimits()
  app.get('/session', { config: { permission: 'anybody' } }, async (request) => {
    const cookie = readSessionCookie(request)
    const found = await authenticatePerson(deps, cookie, {
      background: request.headers[backgroundHeader] !== undefined,
    })
    return success(await sessionData(deps, found, { cookie, request }))
  })
  app.post('/session', { config: { permission: 'anybody' } }, async (request, reply) => {
    const { body } = readBody(signInBody, request.body)
    const knownBrowser = readKnownBrowser(request)
    if (knownBrowser !== undefined && mayBeKnown(knownBrowser)) lookups.enter(request, knownBrowser)
    const isKnown = await isKnownTo(deps, { email: normalEmail(body.email) }, knownBrowser)
    if (isKnown && knownBrowser !== undefined) lookups.confirmKnown(request, knownBrowser)
    const signingIn = async () => await signIn(deps, body, browserOf(request))
    const signedIn = await (isKnown ? signingIn() : counted(limits, request, signingIn))
    return await answerSignedIn(deps, reply, signedIn)
  })
  app.delete('/session', { config: { permission: 'anybody', emptyBody: true } }, async (request, reply) => {
    const cookie = readSessionCookie(request)
    const found = await authenticatePerson(deps, cookie, { background: true })
    if (found.kind !== 'signed_out' && cookie !== undefined) {
      requireCsrfToken(deps, request, cookie)
      const userId = found.kind === 'signed_in' ? found.person.userId : found.userId
      await signOut(deps, { userId, cookie }, addressOf(request))
    }
    clearSessionCookie(reply)
    return success(await sessionData(deps, { kind: 'signed_out' }, { cookie: undefined, request }))
  })
  app.post('/session/second-factor', { config: { permission: 'anybody' } }, async (request, reply) => {
    const cookie = readSessionCookie(request)
    const found = await authenticatePerson(deps, cookie, { background: true })
    if (found.kind !== 'second_factor' || cookie === undefined) throw new Problem('not_signed_in')
    requireCsrfToken(deps, request, cookie)
    const { body } = readBody(codeBody, request.body)
    const knownBrowser = readKnownBrowser(request)
    const prover = { userId: found.userId, cookie, knownBrowser, address: addressOf(request) }
    const entering = async () => await enterSecondFactor(deps, prover, body.code)
    const entered = await ((await isKnownTo(deps, prover, knownBrowser))
      ? entering()
      : counted(limits, request, entering))
    return await answerSignedIn(deps, reply, entered)
  })
  app.post('/session/step-up', { config: { permission: 'own_account' } }, async (request, reply) => {
    const { body } = readBody(proofBody, request.body)
    const prover = proverOf(request)
    const proven = await stepUp(deps, prover, body)
    return await answerWithSession(deps, reply, proven.cookie)
  })
}

/** Sends the new session cookie, and the CSRF token that belongs to it. */
export async function answerWithSession(deps: IdentityDeps, reply: FastifyReply, cookie: string) {
  setSessionCookie(reply, cookie)
  return success(await readRenewed(deps, cookie, reply.request))
}

/**
 * The cookie is new already. If the database is too busy to read its session, the page would keep the CSRF token of the
 * former cookie and be refused from then on: so the read is tried again for a moment.
 */
async function readRenewed(deps: IdentityDeps, cookie: string, request: FastifyRequest) {
  for (let tries = 1; ; tries++) {
    try {
      const found = await authenticatePerson(deps, cookie, { background: true })
      return await sessionData(deps, found, { cookie, request })
    } catch (error) {
      if (tries === renewedReadsMax || error instanceof Problem) throw error
      await sleep(renewedReadPauseMs)
    }
  }
}

/** Sends the same after signing in, and marks the browser as known. */
async function answerSignedIn(deps: IdentityDeps, reply: FastifyReply, { cookie, knownBrowser }: SignedIn) {
  const answer = await answerWithSession(deps, reply, cookie)
  if (knownBrowser !== undefined) setKnownBrowser(reply, knownBrowser)
  return answer
}

/** Session and person of a request, for proofs of presence. */
export function proverOf(request: FastifyRequest): Prover {
  const { userId, sessionId } = personOf(request)
  const [cookie, knownBrowser] = [readSessionCookie(request) ?? '', readKnownBrowser(request)]
  return { userId, sessionId, cookie, knownBrowser, address: addressOf(request) }
}

/** The browser of a request: cookies and address. */
export function browserOf(request: FastifyRequest): Browser {
  return {
    address: addressOf(request),
    userAgent: maskCardNumbers(request.headers['user-agent'] ?? '') || null,
    cookie: readSessionCookie(request),
    knownBrowser: readKnownBrowser(request),
  }
}

async function counted<T>(limits: SignInLimits, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  limits.enter(request)
  const result = await work()
  limits.confirmSuccess(request)
  return result
}
