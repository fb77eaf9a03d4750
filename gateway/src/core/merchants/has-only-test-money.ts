import type { PlatformDeps } from '../platform/deps.ts'
import { hasLivePoint } from './store/points.ts'

/** True if no point is live: no real money is at risk, in the demo or in any other deployment. */
export async function hasOnlyTestMoney(deps: Pick<PlatformDeps, 'database'>): Promise<boolean> {
  return !(await hasLivePoint(deps.database.engine))
}
