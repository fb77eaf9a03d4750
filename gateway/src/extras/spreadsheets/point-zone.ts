import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Caller } from '../../core/values/caller.ts'
import { readPointZone } from './store/reads/point-zone.ts'

/** The time zone in which the days of the caller's point begin. */
export async function pointZone(
  { database }: Pick<PlatformDeps, 'database'>,
  { point: { pointId, merchantId } }: Caller,
): Promise<string> {
  return await asMerchant(database.reader, { merchantId }, async (tx) => await readPointZone(tx, pointId))
}
