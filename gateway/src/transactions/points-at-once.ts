import { pointsOfPerson } from '../merchants/points-of-person.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Caller } from '../values/caller.ts'
import { Problem } from '../values/problem.ts'

/** Points whose transactions one list reads, each by a statement of its own. */
const pointsAtOnceMax = 50

/** The points of a list. */
export interface PointsRead {
  ids: readonly string[]
  names: ReadonlyMap<string, string>
  /** Points of the environment beyond `pointsAtOnceMax`: the newest ones are left out. */
  leftOut: number
}

/**
 * All points of the caller's environment: a person's role gives the same rights at each of them. Only people see several
 * points: an API key belongs to one. Throws `not_found` for a key.
 */
export async function allPointsOf(deps: Pick<PlatformDeps, 'database'>, caller: Caller): Promise<PointsRead> {
  if (!caller.person) throw new Problem('not_found', { message: 'An API key reads one point.' })
  const { points } = await pointsOfPerson(deps, caller.person)
  const all = points.filter(({ environment }) => environment === caller.point.environment)
  const read = all.slice(0, pointsAtOnceMax)
  return {
    ids: read.map(({ pointId }) => pointId),
    names: new Map(read.map(({ pointId, name }) => [pointId, name])),
    leftOut: all.length - read.length,
  }
}
