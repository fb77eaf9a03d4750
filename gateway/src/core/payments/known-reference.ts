import type { PlatformDeps } from '../platform/deps.ts'
import type { Caller } from '../values/caller.ts'
import type { PayType } from '../values/status.ts'
import { hasReference } from './store/reads/transactions.ts'

/** Whether the point has used a reference before. If so, the same request is a replay, also after its expiry time. */
export async function isKnownReference(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  used: { payType: PayType; reference: string },
): Promise<boolean> {
  return await hasReference(deps.database.engine, { pointId: caller.point.pointId, ...used })
}
