import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { findPoint, findPointSecrets, pointSecretPlace } from '../../core/merchants/store/points.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Actor } from '../../core/values/actor.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { type RotationState, readRotations } from './rotate-callback-secrets.ts'

/** Secrets of a point that its people may see again. */
export const revealableSecrets = ['auth_api_token', 'webhook_secret', 'signing_secret'] as const
export type RevealableSecret = (typeof revealableSecrets)[number]

/**
 * Decrypts one secret of a point and writes an audit entry. Throws Problem `not_found` if the secret does not exist.
 */
export async function revealSecret(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>,
  input: { pointId: string; secret: RevealableSecret; actor: Actor },
): Promise<string> {
  const { pointId, secret, actor } = input
  return await inTransaction(deps.database.engine, async (tx) => {
    const box = (await findPointSecrets(tx, pointId))?.[`${secret}_box`]
    if (!box) throw new Problem('not_found', { message: say('point.no_secret', { secret }) })
    const entry = auditOf(actor, 'credential.reveal', { pointId, objectId: pointId, detail: { secret } })
    await writeAudit(tx, entry, deps.clock.now())
    return deps.secretBox.open(box, pointSecretPlace(secret, pointId))
  })
}

/** Which credentials a point has, without their values. */
export interface Credentials {
  secrets: Readonly<Record<RevealableSecret, boolean>>
  /** True if HTTP Basic with Point ID and token is accepted. */
  basicAuth: boolean
  rotation: RotationState
}

export async function readCredentials(deps: Pick<PlatformDeps, 'database'>, pointId: string): Promise<Credentials> {
  const { engine } = deps.database
  const [point, secrets] = [await findPoint(engine, pointId), await findPointSecrets(engine, pointId)]
  if (!point || !secrets) throw new Problem('not_found')
  return {
    secrets: { auth_api_token: true, webhook_secret: true, signing_secret: secrets.signing_secret_box !== null },
    basicAuth: point.basic_auth_enabled,
    rotation: await readRotations(deps, pointId),
  }
}
