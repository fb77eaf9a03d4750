import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../../../core/values/problem.ts'
import { addressOf, patternOf } from '../../../core/web/request-context.ts'
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
