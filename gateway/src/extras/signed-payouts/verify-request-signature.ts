import { findPointSecrets, pointSecretPlace } from '../../core/merchants/store/points.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { isSignature, signatureMatches } from './rules/request-signature.ts'
import { useNonce } from './store/request-nonces.ts'

/** Largest difference of X-Timestamp from the gateway's clock, before or after (contract section 1). */
const timestampToleranceSeconds = 300

export interface SignedRequest {
  method: string
  /** The request's path without query. A query is not signed. */
  path: string
  /** The body's bytes, unchanged; empty if there is no body. */
  body: Uint8Array
  /** X-Timestamp: Unix seconds. */
  timestamp: string | undefined
  /** X-Nonce: 8 to 128 printable ASCII characters. */
  nonce: string | undefined
  /** X-Signature: `v1=` and 64 hex digits. */
  signature: string | undefined
}

/**
 * Checks a request that makes or decides a payout (contract section 1). One without X-Signature passes, unless the point
 * requires signatures. One with X-Signature is always verified. Throws Problem `invalid_header` (a header is
 * malformed or one of the three is missing), `stale_timestamp`, `bad_signature` (also if a required signature is
 * missing) or `nonce_reused`. Only a request with a right signature uses up its nonce.
 */
export async function verifyRequestSignature(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>,
  caller: Caller,
  request: SignedRequest,
): Promise<void> {
  const headers = readHeaders(request, caller.point.requireSignedPayouts)
  if (!headers) return
  const ageSeconds = Math.abs(deps.clock.now().getTime() / 1000 - Number(headers.timestampText))
  if (ageSeconds > timestampToleranceSeconds) throw new Problem('stale_timestamp')
  const signingSecret = await readSigningSecret(deps, caller.point.pointId)
  const [path = ''] = request.path.split('?')
  const parts = { method: request.method, path, body: request.body, ...headers }
  if (!signatureMatches(headers.signature, signingSecret, parts)) throw new Problem('bad_signature')
  if (!(await useNonce(deps.database.engine, caller.point.pointId, headers.nonce))) throw new Problem('nonce_reused')
}

interface SignatureHeaders {
  timestampText: string
  nonce: string
  signature: string
}

function readHeaders(request: SignedRequest, demanded: boolean): SignatureHeaders | undefined {
  const { timestamp, nonce, signature } = request
  if (signature === undefined) {
    if (!demanded) return undefined
    throw new Problem('bad_signature', {
      message: say('signature.required'),
    })
  }
  if (!isSignature(signature)) throw malformed('X-Signature', say('signature.form'))
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp))
    throw malformed('X-Timestamp', say('signature.timestamp_form'))
  if (nonce === undefined || !/^[\x21-\x7e]{8,128}$/.test(nonce)) {
    throw malformed('X-Nonce', say('signature.nonce_form'))
  }
  return { timestampText: timestamp, nonce, signature }
}

function malformed(header: string, form: Message): Problem {
  return new Problem('invalid_header', { param: header, message: say('header.must_be', { header, form }) })
}

/** Read from the database on every signed request, without cache, so that a retired secret ends at once. */
async function readSigningSecret(deps: Pick<PlatformDeps, 'database' | 'secretBox'>, pointId: string): Promise<string> {
  const secrets = await findPointSecrets(deps.database.engine, pointId)
  if (secrets?.signing_secret_box) {
    return deps.secretBox.open(secrets.signing_secret_box, pointSecretPlace('signing_secret', pointId))
  }
  throw new Problem('bad_signature', {
    message: say('signature.no_secret'),
  })
}
