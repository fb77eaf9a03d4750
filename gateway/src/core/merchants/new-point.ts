import { writeAudit } from '../audit/write-audit.ts'
import { findCell } from '../platform/cell.ts'
import type { Db } from '../platform/database/database.ts'
import { lockClockOffsetMs } from '../platform/database/deployment-facts.ts'
import { uuidOfCell, uuidV7 } from '../platform/ids.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { say } from '../texts/messages/say.ts'
import type { Actor } from '../values/actor.ts'
import { type Environment, environments } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import { nameFaults, refuseFaults } from '../values/refuse-faults.ts'
import { requireMerchant } from './create-merchant.ts'
import { newAuthApiToken, newSigningSecret, newWebhookSecret } from './rules/point-credentials.ts'
import { insertPoint, pointSecretPlace } from './store/points.ts'

const nameLengthMax = 200

export interface NewPoint {
  merchantId: string
  environment: Environment
  name: string
  /** Payouts must be signed (contract section 1). A signing secret is made. Default: false. */
  signedPayouts?: boolean
  /** Default: `strict` for live, `lenient` for test. */
  identifierChecks?: 'strict' | 'lenient'
  /** Whether HTTP Basic with the point's own credentials is accepted. Default: true for test. Always false for live. */
  basicAuthEnabled?: boolean
  actor: string | Actor
}

/** A new point with its secrets in plain text. They are shown once; the database holds only encrypted copies. */
export interface CreatedPoint {
  /** The `auth_point_id`. */
  pointId: string
  environment: Environment
  authApiToken: string
  webhookSecret: string
  signingSecret: string | undefined
}

/**
 * Makes a point inside the caller's transaction, without the callback endpoint that every point has: use the use cases of
 * `core/callbacks/create-point.ts`, which make both. Throws Problem `validation_failed`, `not_found` (unknown merchant), or
 * `not_in_this_state` for a live point while the deployment's clock is moved.
 */
export async function writeNewPoint(
  tx: Db,
  context: { secretBox: SecretBox; now: Date },
  input: NewPoint,
): Promise<CreatedPoint> {
  refuseFaults(pointFaults(input))
  await requireMerchant(tx, input.merchantId)
  if (input.environment === 'live') await refuseMovedClock(tx)
  const cell = await findCell(tx)
  const created: CreatedPoint = {
    pointId: cell === undefined ? uuidV7(context.now) : uuidOfCell(cell, context.now),
    environment: input.environment,
    authApiToken: newAuthApiToken(),
    webhookSecret: newWebhookSecret(),
    signingSecret: input.signedPayouts ? newSigningSecret() : undefined,
  }
  await writePoint(tx, context.secretBox, { input, created })
  await writeAudit(
    tx,
    {
      actor: input.actor,
      action: 'point.create',
      pointId: created.pointId,
      objectId: created.pointId,
      detail: { environment: input.environment, name: input.name, merchant_id: input.merchantId },
    },
    context.now,
  )
  return created
}

async function writePoint(
  tx: Db,
  secretBox: SecretBox,
  point: { input: NewPoint; created: CreatedPoint },
): Promise<void> {
  const { input, created } = point
  const { pointId, environment, signingSecret } = created
  await insertPoint(tx, {
    id: pointId,
    merchantId: input.merchantId,
    environment,
    name: input.name,
    authApiTokenBox: secretBox.seal(created.authApiToken, pointSecretPlace('auth_api_token', pointId)),
    webhookSecretBox: secretBox.seal(created.webhookSecret, pointSecretPlace('webhook_secret', pointId)),
    signingSecretBox: signingSecret ? secretBox.seal(signingSecret, pointSecretPlace('signing_secret', pointId)) : null,
    identifierChecks: input.identifierChecks ?? (environment === 'live' ? 'strict' : 'lenient'),
    basicAuthEnabled: input.basicAuthEnabled ?? environment === 'test',
    requireSignedPayouts: input.signedPayouts ?? false,
  })
}

function pointFaults(input: NewPoint) {
  const faults = nameFaults(input.name, 'name', nameLengthMax)
  if (!environments.includes(input.environment)) {
    faults.push({
      code: 'not_allowed',
      param: 'environment',
      message: say('field.is_one_of', { field: 'environment', allowed: environments.join(', ') }),
    })
  }
  if (input.environment === 'live' && input.basicAuthEnabled) {
    const message = say('point.basic_auth_live')
    faults.push({ code: 'not_allowed', param: 'basic_auth_enabled', message })
  }
  return faults
}

/** Live money needs the true time. The lock delays a concurrent move of the clock until the live point is visible. */
async function refuseMovedClock(tx: Db): Promise<void> {
  const offsetMs = await lockClockOffsetMs(tx)
  if (offsetMs === 0) return
  throw new Problem('not_in_this_state', {
    message: say('point.clock_moved', { offset_ms: offsetMs }),
  })
}
