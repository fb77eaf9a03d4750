import type { Db } from '../../core/platform/database/database.ts'
import type { Environment } from '../../core/values/environment.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { findBehind, type LinkReach, machinePerson } from './store/person-links.ts'

/** `engine`: the transaction, if one is open. Taking a second pool connection inside a transaction could deadlock. */
interface ReadDeps {
  database: { engine: Db }
}

/**
 * Whether one person may be behind an account of `some` and an account of `others`: it is the same account, one invited
 * the other, or both have a common inviter, over any number of steps.
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

/**
 * Accounts of `people` that may belong to the viewer as well; for lists. On test points only the viewer's own account.
 */
export async function oneWithViewer(
  deps: ReadDeps,
  viewer: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const behind = await findBehind(deps.database.engine, [viewer, ...people], 'lately')
  const own = union(behind, [viewer])
  return new Set(people.filter((person) => [...union(behind, [person])].some((each) => own.has(each))))
}

/** Two accounts that count as one person: the inviter and the invited person. */
export interface LinkedPair {
  /** Null: a user of the CLI. */
  inviter: string | null
  /** Null: the person has not joined yet. */
  person: string | null
}

/**
 * Whether a person may confirm that each pair is two people. Neither the inviter nor the invited person may be behind
 * this person's account. Every invitation counts here, confirmed or not.
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

/** The message for linked people, with the ways to end the link. */
export const linkedPeople = say('person.not_two_people')

/** Dual approval of a live point. Throws `second_person_required` if one person may be behind both accounts. */
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
