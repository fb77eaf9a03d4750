import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { type Language, languages } from '../../core/texts/messages/languages.ts'
import { present } from '../../core/values/assert.ts'
import { Problem } from '../../core/values/problem.ts'
import { nameFaults, refuseFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import { passwordFaults } from './rules/password.ts'
import { type OwnSession, renew } from './set-second-factor.ts'
import { type SignInDeps, userActor } from './sign-in.ts'
import { deleteSessionByName, findSessionsOf, type ListedSession } from './store/sessions.ts'
import { findUser, lockUser, savePassword, saveProfile } from './store/users.ts'

/** Length of the database column. */
export const personNameLengthMax = 100

/** Changes a person's name and language. Throws `validation_failed`. */
export async function changeProfile(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  session: OwnSession,
  change: { name?: string | undefined; language?: Language | undefined },
): Promise<void> {
  if (change.name !== undefined) refuseFaults(nameFaults(change.name, 'name', personNameLengthMax))
  if (change.language !== undefined && !languages.includes(change.language)) {
    const message = say('field.is_one_of', { field: 'language', allowed: languages.join(', ') })
    refuseFaults([{ code: 'not_allowed', param: 'language', message }])
  }
  await inTransaction(deps.database.engine, async (tx) => {
    const user = present(await lockUser(tx, session.userId), 'the signed-in user')
    const name = change.name?.trim() ?? user.name
    await saveProfile(tx, user.id, { name, language: change.language ?? user.language })
    const entry = auditOf(userActor(user, session.address), 'profile.change', { objectId: user.id, detail: change })
    await writeAudit(tx, entry, deps.clock.now())
  })
}

/** Sets a new password. This session continues with a new cookie; the others end. Throws `validation_failed`. */
export async function changePassword(
  deps: SignInDeps,
  session: OwnSession,
  password: string,
): Promise<{ cookie: string }> {
  const user = present(await findUser(deps.database.engine, session.userId), 'the signed-in user')
  refuseFaults(passwordFaults(password, user))
  const passwordHash = await deps.passwords.hash(user.email, password)
  return await inTransaction(deps.database.engine, async (tx) => {
    await savePassword(tx, user.id, passwordHash)
    const cookie = await renew(deps, tx, session)
    const entry = auditOf(userActor(user, session.address), 'password.change', { objectId: user.id })
    await writeAudit(tx, entry, deps.clock.now())
    return { cookie }
  })
}

/** A person's sessions, the latest first. */
export async function listOwnSessions(
  deps: Pick<PlatformDeps, 'database'>,
  userId: string,
): Promise<readonly ListedSession[]> {
  return await findSessionsOf(deps.database.engine, userId)
}

/** Ends one of the person's own sessions by its public id. Throws `not_found`. */
export async function endOwnSession(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  session: OwnSession,
  publicId: string,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    if (!isUuid(publicId) || !(await deleteSessionByName(tx, session.userId, publicId))) {
      throw new Problem('not_found', { message: say('session.unknown') })
    }
    const user = await findUser(tx, session.userId)
    const facts = { objectId: session.userId, detail: { session: publicId } }
    await writeAudit(tx, auditOf(userActor(user, session.address), 'session.end', facts), deps.clock.now())
  })
}
