import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUuid } from '../../../core/platform/ids.ts'
import type { ProblemCode } from '../../../core/values/problem.ts'
import { shownName } from '../../../core/values/refuse-faults.ts'
import { addressOf, patternOf } from '../../../core/web/request-context.ts'
import type { RequestLogDeps } from '../log-requests.ts'
import type { CredentialKind, FailedAuthentications } from '../record-failed-authentications.ts'

/** Problem codes for a wrong credential, or for one from a network that is not allowed. */
const failures: ReadonlySet<string> = new Set<ProblemCode>([
  'unknown_key',
  'expired_key',
  'network_not_allowed',
  'tls_required',
  'bad_signature',
  'stale_timestamp',
  'nonce_reused',
  'not_signed_in',
  'wrong_credentials',
  'account_locked',
])

const signatureFailures: ReadonlySet<string> = new Set<ProblemCode>([
  'bad_signature',
  'stale_timestamp',
  'nonce_reused',
])

/** Records every request that was refused because of its credentials. The request does not wait for the write. */
export function noteFailedAuthentications(
  app: FastifyInstance,
  deps: { failedAuthentications: FailedAuthentications },
) {
  app.addHook('onResponse', async (request) => {
    const reason = request.refusal?.code
    if (reason === undefined || !failures.has(reason)) return
    const kind = kindOf(request, reason)
    // The dashboard asks without a cookie whether a person is signed in. Such a request has no credential.
    if (kind === 'session' && request.headers.cookie === undefined) return
    deps.failedAuthentications.note({
      kind,
      credential: credentialOf(request, kind),
      address: addressOf(request),
      reason: reason as ProblemCode,
      pointId: request.caller?.point.pointId ?? request.credential?.pointId ?? null,
    })
  })
}

function kindOf(request: FastifyRequest, reason: string): CredentialKind {
  if (reason === 'not_signed_in') return 'session'
  if (reason === 'wrong_credentials' || reason === 'account_locked') return 'sign_in'
  if (patternOf(request).startsWith('/provider-notifications/')) return 'provider'
  if (signatureFailures.has(reason)) return 'signature'
  return request.credential?.kind ?? (patternOf(request).startsWith('/console') ? 'session' : 'api_key')
}

function credentialOf(request: FastifyRequest, kind: CredentialKind): string | null {
  if (kind === 'provider') return (request.params as { account?: string }).account?.slice(0, 36) ?? null
  if (kind === 'session' || kind === 'sign_in') return null
  return request.credential?.id ?? null
}

/** At most this many names of invalid fields are stored. */
const fieldsMax = 20

/** Lengths of the database columns. */
const codeLengthMax = 60
const routeLengthMax = 200

/**
 * Logs every answered request that an API key authenticated, for the merchant to read. The request does not wait for
 * the write.
 */
export function logApiRequests(app: FastifyInstance, deps: Pick<RequestLogDeps, 'clock' | 'requestLog'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, refusal } = request
    if (!caller) return done()
    deps.requestLog.note({
      requestId: request.id,
      pointId: caller.point.pointId,
      createdAt: deps.clock.now(),
      method: request.method,
      route: patternOf(request).slice(0, routeLengthMax),
      status: reply.statusCode,
      problemCode: refusal?.code.slice(0, codeLengthMax) ?? null,
      problemFields: refusal && refusal.fields.length > 0 ? refusal.fields.slice(0, fieldsMax).map(shownName) : null,
      keyId: caller.keyId,
      address: addressOf(request),
      durationMs: Math.round(reply.elapsedTime),
      transactionId: isTheirs(reply.statusCode) ? transactionOf(request) : null,
    })
    done()
  })
}

/** The transaction id in the address belongs to the point only if the request found the transaction. */
function isTheirs(status: number): boolean {
  return status < 400 || status === 409
}

/** The transaction that the request made, or that its address names. */
function transactionOf(request: FastifyRequest): string | null {
  if (request.transactionId !== undefined) return request.transactionId
  const { id } = request.params as { id?: string }
  return id !== undefined && isUuid(id) && patternOf(request).includes('/payments/:id') ? id : null
}
