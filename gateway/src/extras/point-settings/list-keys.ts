import type { PlatformDeps } from '../../core/platform/deps.ts'
import { type ListedKey, listApiKeys } from './store/api-key-list.ts'

export interface ListedApiKey extends ListedKey {
  /** `rotated`: a newer key exists, and this key works until it expires. */
  state: 'active' | 'rotated' | 'expired' | 'revoked'
}

/** The keys of a point, newest first, without secrets. */
export async function listKeys(
  deps: Pick<PlatformDeps, 'database'>,
  pointId: string,
): Promise<readonly ListedApiKey[]> {
  const rows = await listApiKeys(deps.database.engine, pointId)
  return rows.map((row) => ({ ...row, state: stateOf(row) }))
}

function stateOf(row: ListedKey): ListedApiKey['state'] {
  if (row.revoked_at !== null) return 'revoked'
  if (row.expired) return 'expired'
  return row.rotated_into === null ? 'active' : 'rotated'
}
