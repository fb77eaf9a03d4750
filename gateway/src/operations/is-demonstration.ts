import { hasLivePoint } from '../store/simulated.ts'
import type { Deps } from './deps.ts'

/** Whether no point is live yet: such a deployment holds nobody's money. */
export async function isDemonstration(deps: Pick<Deps, 'database'>): Promise<boolean> {
  return !(await hasLivePoint(deps.database.engine))
}
