import { writeAudit } from '../../core/audit/write-audit.ts'
import { newAuthApiToken, newWebhookSecret } from '../../core/merchants/rules/point-credentials.ts'
import { type PointSecretColumn, pointSecretPlace } from '../../core/merchants/store/points.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Actor } from '../../core/values/actor.ts'
import { Problem } from '../../core/values/problem.ts'
import { isoMicroseconds } from '../../core/values/timestamps.ts'
import { say } from './messages/en.ts'
import { type Overlap, overlaps, type RotationFollower } from './rotate-api-key.ts'
import { lockRotating, type RotatingSecrets, readRotating, saveRotating } from './store/point-rotation.ts'

export const tokenSteps = ['stage', 'activate', 'retire'] as const
export type TokenStep = (typeof tokenSteps)[number]

export interface RotationState {
  /** Until when the old webhook secret signs as well; null = it does not sign. */
  oldWebhookSecretUntil: Date | null
  /** Last rotation of the webhook secret; null = never. */
  webhookSecretRotatedAt: Date | null
  /** A new token exists that does not sign yet. */
  tokenStaged: boolean
  tokenStagedAt: Date | null
  /** The previous token is kept until it is retired. On test points it still authenticates requests. */
  oldTokenKept: boolean
  /** When the active token replaced the previous one. */
  tokenActivatedAt: Date | null
}

/** The point, and who rotates its secrets. */
export interface Rotation {
  pointId: string
  actor: Actor
}

type RotationDeps = Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'> & RotationFollower

/**
 * Makes a new webhook secret, shown once. Both secrets sign until the overlap ends, so that no callback fails. Throws
 * Problem `not_in_this_state` during an overlap, unless forced: a third secret would end the oldest one, and the
 * merchant's server may know only that one.
 */
export async function rotateWebhookSecret(
  deps: RotationDeps,
  rotation: Rotation,
  { overlap, force }: { overlap: Overlap; force: boolean },
): Promise<{ webhookSecret: string; state: RotationState }> {
  const webhookSecret = newWebhookSecret()
  const box = sealer(deps, rotation.pointId)
  const state = await change(deps, rotation, {
    action: 'webhook_secret.rotate',
    detail: { overlap, ...(force && { force }) },
    of: (before, now) => {
      if (!force) refuseInOverlap(before, now)
      return {
        ...before,
        webhookSecretBox: box.seal(webhookSecret, 'webhook_secret'),
        oldWebhookSecretBox: box.move(before.webhookSecretBox, 'webhook_secret', 'old_webhook_secret'),
        oldWebhookSecretUntil: new Date(now.getTime() + overlaps[overlap]),
        webhookSecretRotatedAt: now,
      }
    },
  })
  await deps.followRotation?.({ pointId: rotation.pointId })
  return { webhookSecret, state }
}

/**
 * Rotates auth_api_token in three steps, because a callback body holds one `security_hash` only. `stage` makes a new
 * token, shown once, for the merchant's server to learn. From `activate` on the new token signs. `retire` deletes the
 * previous token, or a staged one. Throws Problem `not_in_this_state` if there is nothing to activate or retire.
 */
export async function rotateApiToken(
  deps: RotationDeps,
  rotation: Rotation,
  step: TokenStep,
): Promise<{ authApiToken: string | undefined; state: RotationState }> {
  const staged = step === 'stage' ? newAuthApiToken() : undefined
  const box = sealer(deps, rotation.pointId)
  const state = await change(deps, rotation, {
    action: `api_token.${step}`,
    detail: {},
    of: (before, now) => {
      if (staged !== undefined) {
        return { ...before, stagedTokenBox: box.seal(staged, 'staged_api_token'), stagedTokenAt: now }
      }
      return step === 'activate' ? activated(before, now, box) : retired(before)
    },
  })
  if (step === 'activate') await deps.followRotation?.({ pointId: rotation.pointId })
  return { authApiToken: staged, state }
}

function refuseInOverlap({ oldWebhookSecretUntil: until }: RotatingSecrets, now: Date): void {
  if (!until || until <= now) return
  throw new Problem('not_in_this_state', {
    message: say('secret.rotated_lately', { until: isoMicroseconds(until) }),
  })
}

type Sealer = ReturnType<typeof sealer>

/** Encryption binds a secret to its column. Moving the secret to another column needs decryption and encryption. */
function sealer({ secretBox }: Pick<PlatformDeps, 'secretBox'>, pointId: string) {
  const seal = (secret: string, column: PointSecretColumn) => secretBox.seal(secret, pointSecretPlace(column, pointId))
  const move = (box: Buffer, from: PointSecretColumn, to: PointSecretColumn) =>
    seal(secretBox.open(box, pointSecretPlace(from, pointId)), to)
  return { seal, move }
}

function activated(before: RotatingSecrets, now: Date, box: Sealer): RotatingSecrets {
  if (!before.stagedTokenBox) {
    throw new Problem('not_in_this_state', { message: say('token.none_staged') })
  }
  return {
    ...before,
    tokenBox: box.move(before.stagedTokenBox, 'staged_api_token', 'auth_api_token'),
    stagedTokenBox: null,
    stagedTokenAt: null,
    oldTokenAt: now,
    oldTokenBox: box.move(before.tokenBox, 'auth_api_token', 'old_api_token'),
  }
}

function retired(before: RotatingSecrets): RotatingSecrets {
  if (before.oldTokenBox) return { ...before, oldTokenBox: null, oldTokenAt: null }
  if (before.stagedTokenBox) return { ...before, stagedTokenBox: null, stagedTokenAt: null }
  throw new Problem('not_in_this_state', { message: say('token.none_to_retire') })
}

interface Change {
  action: string
  detail: Readonly<Record<string, unknown>>
  of(before: RotatingSecrets, now: Date): RotatingSecrets
}

async function change(deps: RotationDeps, { pointId, actor }: Rotation, wanted: Change): Promise<RotationState> {
  return await inTransaction(deps.database.engine, async (tx) => {
    const found = await lockRotating(tx, pointId)
    if (!found) throw new Problem('not_found')
    const after = wanted.of(found.secrets, found.now)
    await saveRotating(tx, pointId, after)
    const { action, detail } = wanted
    await writeAudit(tx, { actor, action, pointId, objectId: pointId, detail }, found.now)
    return stateOf(after, found.now)
  })
}

/** State of a point's rotations. Throws Problem `not_found`. */
export async function readRotations(deps: Pick<PlatformDeps, 'database'>, pointId: string): Promise<RotationState> {
  const found = await readRotating(deps.database.engine, pointId)
  if (!found) throw new Problem('not_found')
  return stateOf(found.secrets, found.now)
}

function stateOf(secrets: RotatingSecrets, now: Date): RotationState {
  const until = secrets.oldWebhookSecretUntil
  return {
    oldWebhookSecretUntil: until && until > now ? until : null,
    webhookSecretRotatedAt: secrets.webhookSecretRotatedAt,
    tokenStaged: secrets.stagedTokenBox !== null,
    tokenStagedAt: secrets.stagedTokenAt,
    oldTokenKept: secrets.oldTokenBox !== null,
    tokenActivatedAt: secrets.oldTokenAt,
  }
}
