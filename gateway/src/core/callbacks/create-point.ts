import { type CreatedPoint, type NewPoint, writeNewPoint } from '../merchants/new-point.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { createCallbackEndpoint } from './store/callbacks.ts'

export interface PointInput extends NewPoint {
  /** Callback URL. The caller has validated it. */
  callbackUrl?: string
}

/**
 * Makes a point with new credentials and its callback endpoint. Throws Problem `validation_failed`, `not_found`
 * (unknown merchant), or `not_in_this_state` for a live point while the deployment's clock is moved.
 */
export async function createPoint(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>,
  input: PointInput,
): Promise<CreatedPoint> {
  const { secretBox, clock } = deps
  return await inTransaction(
    deps.database.engine,
    async (tx) => await addPoint(tx, { secretBox, now: clock.now() }, input),
  )
}

/** Makes a point and its callback endpoint inside the caller's transaction. */
export async function addPoint(
  tx: Db,
  context: { secretBox: SecretBox; now: Date },
  { callbackUrl: url, ...input }: PointInput,
): Promise<CreatedPoint> {
  const created = await writeNewPoint(tx, context, input)
  const { pointId, environment } = created
  await createCallbackEndpoint(tx, url === undefined ? { pointId, environment } : { pointId, environment, url })
  return created
}
