import type { PlatformDeps } from '../platform/deps.ts'
import { hasLivePoint } from './store/points.ts'

/** Whether no point is live yet: nobody's money can be lost here, whether or not this is the demonstration. */
export async function hasOnlyTestMoney(deps: Pick<PlatformDeps, 'database'>): Promise<boolean> {
  return !(await hasLivePoint(deps.database.engine))
}
