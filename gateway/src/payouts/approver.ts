import { merchantMay } from '../identity/rules/roles.ts'
import { mayBeOnePerson, requireSeparatePeople } from '../identity/separate-people.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { type Actor, callerActor } from '../values/actor.ts'
import { actorOf, type Caller } from '../values/caller.ts'
import type { Environment } from '../values/environment.ts'
import { userOfKeyId } from '../values/person.ts'
import { Problem } from '../values/problem.ts'
import { merchantRoles } from '../values/roles.ts'
import { findLineOfKey, findLiveKey, findLivePerson, type Standing } from './store/payout-approvals.ts'

/** Who decides about a payout. */
export interface Approver {
  /** As the audit log writes it. */
  actor: Actor
  detail: Readonly<Record<string, string>>
  /** As the transaction's history writes it. */
  words: string
}

/**
 * The caller as somebody who may approve, read afresh. Throws Problem `unknown_key`, or for a person `role_missing` or
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
    if (!key?.usable) throw new Problem('unknown_key', { message: 'This key may not approve payouts any more.' })
    return { actor: callerActor(caller, origin), detail: { key_name: key.name }, words: `key ${key.key_id}` }
  }
  const live = await findLivePerson(engine, point.merchantId, person.userId)
  const role = merchantRoles.find((each) => each === live?.role)
  if (!live || !role || !merchantMay(role, 'approve_payouts', point.environment)) throw new Problem('role_missing')
  if (point.environment === 'live' && !live.second_factor) throw new Problem('second_factor_required')
  return { actor: callerActor(caller, origin), detail: { role }, words: `person ${actorOf(caller)}` }
}

/** Who stands behind a name in `created_by_key`, or behind a caller's key. */
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
 * Dual approval: neither one line of keys on both sides, nor one person, whether they act themselves or by keys they made;
 * at live points nor two accounts behind which one person may stand. Throws Problem `scope_missing` or
 * `second_person_required`.
 */
export async function refuseOneselfAgain(
  deps: Pick<PlatformDeps, 'database'>,
  environment: Environment,
  { creator, approver }: { creator: Standing; approver: Standing },
): Promise<void> {
  if (approver.keys.some((key) => creator.keys.includes(key))) {
    throw new Problem('scope_missing', {
      message:
        'A payout is decided by another key than the one that created it, and than every key that is one with it by rotation.',
    })
  }
  if (isSamePerson(creator, approver)) throw new Problem('second_person_required')
  if (environment === 'live' && areUnknown(creator, approver)) {
    throw new Problem('second_person_required', { message: unknownActors })
  }
  await requireSeparatePeople(deps, environment, { makers: creator.people, deciders: approver.people })
}

/** Whether one person may stand behind both, as `refuseOneselfAgain` judges it. */
export async function isOneWith(
  deps: Pick<PlatformDeps, 'database'>,
  environment: Environment,
  { creator, approver }: { creator: Standing; approver: Standing },
): Promise<boolean> {
  if (isSamePerson(creator, approver)) return true
  if (environment === 'live' && areUnknown(creator, approver)) return true
  return environment === 'live' && (await mayBeOnePerson(deps, creator.people, approver.people))
}

/** Keys that were made on the machine belong to nobody who is known: two of them may be in one hand. */
function areUnknown(creator: Standing, approver: Standing): boolean {
  return creator.people.length === 0 && approver.people.length === 0
}

const unknownActors =
  'Both keys were made on the machine, so that nobody knows whose they are: a person decides in the dashboard, or a key that a person made there.'

function isSamePerson(creator: Standing, approver: Standing): boolean {
  return approver.people.some((person) => creator.people.includes(person))
}
