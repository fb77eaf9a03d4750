import { commitFacts, type DualApproval, requireAgreement } from '../../core/audit/dual-approval.ts'
import { auditOf, type CommitFacts, writeAudit } from '../../core/audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../core/merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid, uuidV7 } from '../../core/platform/ids.ts'
import type { Actor } from '../../core/values/actor.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { merchantRoles, operatorRoles } from '../../core/values/roles.ts'
import { say } from './messages/en.ts'
import type { LinkKind } from './rules/person-link.ts'
import { decidesAboutMoney } from './rules/roles.ts'
import { findInvitationsOfTeam, type InvitationRow } from './store/invitations.ts'
import { endRecoveriesOf } from './store/password-recoveries.ts'
import { insertLink } from './store/person-links.ts'
import { removeTotp } from './store/second-factors.ts'
import { deleteSessionsOf } from './store/sessions.ts'
import { findEverybody, findTeam, lockHolders, saveDisabled, saveRole, type TeamRow } from './store/team.ts'
import { findNamedPerson, findUserByEmail, lockUser, type NamedPerson, type UserRow } from './store/users.ts'

type TeamDeps = Pick<PlatformDeps, 'database' | 'clock'>

/** A person of a team, and the person who acts on them. */
export interface Member extends CommitFacts {
  /** Null: the operator's team. */
  merchantId: string | null
  userId: string
  actor: string | Actor
}

/** The people of a team and its open invitations. */
export async function readTeam(
  deps: Pick<PlatformDeps, 'database'>,
  merchantId: string | null,
): Promise<{ people: readonly TeamRow[]; invitations: readonly InvitationRow[] }> {
  const { engine } = deps.database
  return { people: await findTeam(engine, merchantId), invitations: await findInvitationsOfTeam(engine, merchantId) }
}

/**
 * Changes a person's role and ends their sessions, so that no page continues with the old role. Throws `not_found`,
 * `validation_failed`, and `not_in_this_state` if a team would lose its last owner or admin.
 */
export async function changeRole(deps: TeamDeps, member: Member, role: string): Promise<void> {
  const known: readonly string[] = member.merchantId === null ? operatorRoles : merchantRoles
  if (!known.includes(role)) {
    refuseFaults([
      {
        code: 'not_allowed',
        param: 'role',
        message: say('field.is_one_of', { field: 'role', allowed: known.join(', ') }),
      },
    ])
  }
  await changeMember(deps, member, async (tx, user) => {
    if (user.role === role) return undefined
    await keepOneHolder(tx, user)
    await saveRole(tx, user.id, role)
    await linkGiven(deps, tx, { kind: 'role', member, role })
    await deleteSessionsOf(tx, user.id)
    return { action: 'team.change_role', detail: { from: user.role, to: role } }
  })
}

/** Disables a person and ends their sessions at once, or enables them again. Throws as `changeRole`. */
export async function setDisabled(deps: TeamDeps, member: Member, disabled: boolean): Promise<void> {
  await changeMember(deps, member, async (tx, user) => {
    if (user.disabled === disabled) return undefined
    if (disabled) await keepOneHolder(tx, user)
    await saveDisabled(tx, user.id, disabled)
    await endRecoveriesOf(tx, user.id)
    if (!disabled) await linkGiven(deps, tx, { kind: 'enabled', member, role: user.role })
    await deleteSessionsOf(tx, user.id)
    return { action: disabled ? 'team.disable' : 'team.enable', detail: {} }
  })
}

/**
 * Links the person who grants a right to decide with the person who gets it: the first may control both accounts.
 * Nothing is linked if they are the same account.
 */
async function linkGiven(
  deps: Pick<PlatformDeps, 'clock'>,
  tx: Db,
  { kind, member, role }: { kind: LinkKind; member: Member; role: string },
): Promise<void> {
  const { actor, userId, merchantId } = member
  const by = typeof actor === 'string' ? null : actor.userId
  if (by === userId || !decidesAboutMoney(role, merchantId === null ? 'operator' : 'merchant')) return
  await insertLink(tx, { id: uuidV7(deps.clock.now()), kind, by, userId })
}

/** Ends all sessions of a person. Throws `not_found`. */
export async function endSessions(deps: TeamDeps, member: Member): Promise<void> {
  await changeMember(deps, member, async (tx, user) => {
    const ended = await deleteSessionsOf(tx, user.id)
    return { action: 'team.end_sessions', detail: { ended } }
  })
}

/**
 * Removes a lost second factor and ends the sessions. If a point is live, two operators confirm the person's identity;
 * either could have gained access, so both count as linked to the account. Throws `not_found`,
 * `second_person_required`, `not_in_this_state` if there is none.
 */
export async function resetSecondFactor(
  deps: TeamDeps,
  input: { email: string; userId?: string | undefined } & DualApproval,
): Promise<{ userId: string }> {
  requireAgreement((await hasOnlyTestMoney(deps)) ? 'test' : 'live', input)
  const { id, merchant_id: merchantId } = await requireUser(deps, input)
  const { proposal } = input
  await changeMember(
    deps,
    { merchantId, userId: id, actor: input.operator, ...commitFacts(input) },
    async (tx, user) => {
      if (!(await removeTotp(tx, user.id))) {
        throw new Problem('not_in_this_state', { message: say('second_factor.none_of_theirs') })
      }
      await deleteSessionsOf(tx, user.id)
      const helpers = proposal ? [proposal.proposer.userId, proposal.decidedBy] : [null]
      for (const by of new Set(helpers)) {
        await insertLink(tx, { id: uuidV7(deps.clock.now()), kind: 'second_factor', by, userId: user.id })
      }
      return { action: 'second_factor.reset', detail: input.second === undefined ? {} : { second: input.second } }
    },
  )
  return { userId: id }
}

/** All people who can sign in, for the CLI. */
export async function listEverybody(deps: Pick<PlatformDeps, 'database'>): Promise<readonly TeamRow[]> {
  return await findEverybody(deps.database.engine)
}

/**
 * A person by their address. Throws `not_found`, and `not_in_this_state` if the address belongs to somebody else than
 * `userId` by now.
 */
export async function requireUser(
  deps: Pick<PlatformDeps, 'database'>,
  { email, userId }: { email: string; userId?: string | undefined },
): Promise<UserRow> {
  const user = await findUserByEmail(deps.database.engine, email.trim().toLowerCase())
  if (!user) throw new Problem('not_found', { message: say('person.unknown_address', { email }) })
  if (userId === undefined || user.id === userId) return user
  throw new Problem('not_in_this_state', { message: say('person.another_owner') })
}

/** A person by their address, with the name of their merchant. Throws `not_found`. */
export async function requireNamedPerson(deps: Pick<PlatformDeps, 'database'>, email: string): Promise<NamedPerson> {
  const found = await findNamedPerson(deps.database.engine, email.trim().toLowerCase())
  if (found) return found
  throw new Problem('not_found', { message: say('person.unknown_address', { email }) })
}

/** `change` returns the audit entry to write; undefined: nothing changed. */
async function changeMember(
  deps: TeamDeps,
  member: Member,
  change: (tx: Db, user: UserRow) => Promise<{ action: string; detail: Record<string, unknown> } | undefined>,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    // Serialises changes in a team. Otherwise two concurrent changes could remove the last two owners.
    if (isUuid(member.userId)) await lockHolders(tx, member.merchantId, topRole(member.merchantId))
    const user = isUuid(member.userId) ? await lockUser(tx, member.userId) : undefined
    if (!user || user.merchant_id !== member.merchantId) {
      throw new Problem('not_found', { message: say('person.unknown') })
    }
    const done = await change(tx, user)
    if (!done) return
    const facts = { objectId: user.id, merchantId: user.merchant_id, detail: { email: user.email, ...done.detail } }
    await writeAudit(tx, { ...auditOf(member.actor, done.action, facts), ...commitFacts(member) }, deps.clock.now())
  })
}

async function keepOneHolder(tx: Db, user: UserRow): Promise<void> {
  const role = topRole(user.merchant_id)
  if (user.role !== role || user.disabled) return
  const holders = await lockHolders(tx, user.merchant_id, role)
  if (holders.some((id) => id !== user.id)) return
  throw new Problem('not_in_this_state', {
    message: say('person.last_of_role', { role }),
  })
}

function topRole(merchantId: string | null): string {
  return merchantId === null ? 'admin' : 'owner'
}
