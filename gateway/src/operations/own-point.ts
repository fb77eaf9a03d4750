import type { PointSettings } from '../accounts/caller.ts'
import { findPointsOfMerchant } from '../store/points.ts'
import { hasLivePoint } from '../store/simulated.ts'
import { settingsOf } from './authenticate-request.ts'
import type { Deps } from './deps.ts'

/** A point of this merchant, read afresh; undefined for somebody else's alike. */
export async function findOwnPoint(
  deps: Pick<Deps, 'database'>,
  merchantId: string,
  pointId: string,
): Promise<PointSettings | undefined> {
  const [row] = await findPointsOfMerchant(deps.database.engine, merchantId, pointId)
  return row && settingsOf(row)
}

/** Whether no point is live yet: such a deployment holds nobody's money. */
export async function isDemonstration(deps: Pick<Deps, 'database'>): Promise<boolean> {
  return !(await hasLivePoint(deps.database.engine))
}
