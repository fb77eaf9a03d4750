import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { NamedActor } from '../../core/values/actor.ts'
import type { PointSettings } from '../../core/values/caller.ts'
import { userOfKeyId } from '../../core/values/person.ts'
import { findKeyNames, findPeopleNames } from './store/api-key-list.ts'

/** The people and keys behind the values of `created_by_key` or `key_id`; null = the point's own credentials. */
export async function nameActors(
  deps: Pick<PlatformDeps, 'database'>,
  point: Pick<PointSettings, 'pointId' | 'merchantId'>,
  keyIds: readonly (string | null)[],
): Promise<(keyId: string | null) => NamedActor> {
  const { engine } = deps.database
  const all = [...new Set(keyIds.filter((each) => each !== null))]
  const users = all.flatMap((keyId) => userOfKeyId(keyId) ?? [])
  const people = users.length > 0 ? await findPeopleNames(engine, point.merchantId, users) : new Map<string, string>()
  const keys = all.length > 0 ? await findKeyNames(engine, point.pointId, all) : new Map<string, string>()
  return (keyId) => {
    const userId = keyId === null ? undefined : userOfKeyId(keyId)
    if (userId !== undefined) return { kind: 'person', keyId: null, name: people.get(userId) ?? '' }
    if (keyId === null || !keys.has(keyId)) return { kind: 'point', keyId: null, name: '' }
    return { kind: 'key', keyId, name: keys.get(keyId) ?? '' }
  }
}
