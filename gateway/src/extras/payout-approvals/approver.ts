import type { PlatformDeps } from '../../core/platform/deps.ts'
import { type Actor, callerActor } from '../../core/values/actor.ts'
import { actorOf, type Caller } from '../../core/values/caller.ts'
import type { Environment } from '../../core/values/environment.ts'
import { userOfKeyId } from '../../core/values/person.ts'
import { Problem } from '../../core/values/problem.ts'
import { merchantRoles } from '../../core/values/roles.ts'
import { merchantMay } from '../identity/rules/roles.ts'
import { mayBeOnePerson, requireSeparatePeople } from '../identity/separate-people.ts'
import { say } from './messages/en.ts'
import { findLineOfKey, findLiveKey, findLivePerson, type Standing } from './store/payout-approvals.ts'

/** The approver of a payout. */
export interface Approver {
  /** Actor in the audit log. */
  actor: Actor
  detail: Readonly<Record<string, string>>
  /** Text in the transaction's history. */
  words: string
}

/**
 * The caller as approver, read without caches. Throws Problem `unknown_key`, or for a person `role_missing` or
 * `second_factor_required`.
 */
export async function approverOf(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  origin: string | null,
): Promise<Approver> {
  const { point, person } = caller
  const { engine } = deps.database
  if (!person) {
    const key = await findLiveKey(engine, point.pointId, caller.keyId)
    if (!key?.usable) throw new Problem('unknown_key', { message: say('approval.key_may_not') })
    return { actor: callerActor(caller, origin), detail: { key_name: key.name }, words: `key ${key.key_id}` }
  }
  const live = await findLivePerson(engine, point.merchantId, person.userId)
  const role = merchantRoles.find((each) => each === live?.role)
  if (!live || !role || !merchantMay(role, 'approve_payouts', point.environment)) throw new Problem('role_missing')
  if (point.environment === 'live' && !live.second_factor) throw new Problem('second_factor_required')
  return { actor: callerActor(caller, origin), detail: { role }, words: `person ${actorOf(caller)}` }
}

/** Keys and people behind a `created_by_key` value or a caller's key. */
export async function standingOf(
  deps: Pick<PlatformDeps, 'database'>,
  pointId: string,
  keyId: string,
): Promise<Standing> {
  const userId = userOfKeyId(keyId)
  if (userId !== undefined) return { keys: [], people: [userId] }
  return await findLineOfKey(deps.database.engine, pointId, keyId)
}

/**
 * Enforces dual approval: maker and approver must not share a key rotation line or a person, whether the person acts
 * directly or through a key. On live points two keys without a known owner are refused too. Throws Problem
 * `scope_missing` or `second_person_required`.
 */
export async function refuseOneselfAgain(
  deps: Pick<PlatformDeps, 'database'>,
  environment: Environment,
  { creator, approver }: { creator: Standing; approver: Standing },
): Promise<void> {
  if (approver.keys.some((key) => creator.keys.includes(key))) {
    throw new Problem('scope_missing', {
      message: say('approval.own_key'),
    })
  }
  if (isSamePerson(creator, approver)) throw new Problem('second_person_required')
  if (environment === 'live' && areUnknown(creator, approver)) {
    throw new Problem('second_person_required', { message: unknownActors })
  }
  await requireSeparatePeople(deps, environment, { makers: creator.people, deciders: approver.people })
}

/** Whether one person may be both maker and approver, by the rules of `refuseOneselfAgain`. */
export async function isOneWith(
  deps: Pick<PlatformDeps, 'database'>,
  environment: Environment,
  { creator, approver }: { creator: Standing; approver: Standing },
): Promise<boolean> {
  if (isSamePerson(creator, approver)) return true
  if (environment === 'live' && areUnknown(creator, approver)) return true
  return environment === 'live' && (await mayBeOnePerson(deps, creator.people, approver.people))
}

/** Keys created on the command line have no known owner: one person may hold two of them. */
function areUnknown(creator: Standing, approver: Standing): boolean {
  return creator.people.length === 0 && approver.people.length === 0
}

const unknownActors = say('approval.keys_of_machine')

function isSamePerson(creator: Standing, approver: Standing): boolean {
  return approver.people.some((person) => creator.people.includes(person))
}
