import type { Db } from '../platform/database/database.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import { findBehind, type LinkReach, machinePerson } from './store/person-links.ts'

/** `engine`: the transaction, where one is open. A connection of the pool besides it could wait for ever. */
interface ReadDeps {
  database: { engine: Db }
}

/**
 * Whether one person may stand behind somebody of `some` and somebody of `others`: it is the same account, one was invited
 * by the other, or both have the same person behind them, over any number of steps.
 */
export async function mayBeOnePerson(
  deps: ReadDeps,
  some: readonly string[],
  others: readonly string[],
  reach: LinkReach = 'lately',
): Promise<boolean> {
  if (some.length === 0 || others.length === 0) return false
  const behind = await findBehind(deps.database.engine, [...some, ...others], reach)
  const first = union(behind, some)
  return [...union(behind, others)].some((person) => first.has(person))
}

/** Those of `people` behind whom the viewer may stand as well; for lists. Nobody but themselves on test points. */
export async function oneWithViewer(
  deps: ReadDeps,
  viewer: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const behind = await findBehind(deps.database.engine, [viewer, ...people], 'lately')
  const own = union(behind, [viewer])
  return new Set(people.filter((person) => [...union(behind, [person])].some((each) => own.has(each))))
}

/** Two accounts that count as one person: who invited, and who was invited. */
export interface LinkedPair {
  /** Null: somebody at the machine. */
  inviter: string | null
  /** Null: they did not join yet. */
  person: string | null
}

/**
 * Whether somebody may say of each pair that it is two people: the inviter must not stand behind them, nor the person.
 * Every invitation ever made counts here, confirmed or not.
 */
export async function mayConfirm(
  deps: ReadDeps,
  by: string,
  pairs: readonly LinkedPair[],
): Promise<readonly boolean[]> {
  const inviters = pairs.map(({ inviter }) => inviter ?? machinePerson)
  const behind = await findBehind(deps.database.engine, [by, ...inviters], 'ever')
  const own = union(behind, [by])
  return pairs.map(
    ({ person }, place) =>
      !(person !== null && own.has(person)) &&
      ![...union(behind, inviters.slice(place, place + 1))].some((each) => own.has(each)),
  )
}

/** What makes somebody no second person, and how that ends. */
export const linkedPeople =
  'One of the two invited the other, or gave them their access: somebody else must decide, or a third person confirms that they are two.'

/** Dual approval of a live point. Throws `second_person_required` where one person may stand behind both. */
export async function requireSeparatePeople(
  deps: ReadDeps,
  environment: Environment,
  { makers, deciders }: { makers: readonly string[]; deciders: readonly string[] },
): Promise<void> {
  if (environment !== 'live' || !(await mayBeOnePerson(deps, makers, deciders))) return
  throw new Problem('second_person_required', { message: linkedPeople })
}

function union(behind: ReadonlyMap<string, ReadonlySet<string>>, people: readonly string[]): ReadonlySet<string> {
  return new Set(people.flatMap((person) => [...(behind.get(person) ?? [])]))
}
