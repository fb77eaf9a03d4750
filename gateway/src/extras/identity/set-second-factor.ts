import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { present } from '../../core/values/assert.ts'
import { Problem } from '../../core/values/problem.ts'
import { sessionHash } from './authenticate-person.ts'
import { loginAttemptsOf } from './login-attempts.ts'
import { say } from './messages/en.ts'
import { newRecoveryCodes, readRecoveryCode } from './rules/recovery-codes.ts'
import { newTotpSecret, totpUri } from './rules/totp.ts'
import { matchingStep, type Prover, recoveryCodeHash } from './second-factor.ts'
import { newCookie, recordLock, type SignInDeps, takeLoginAttempt, userActor } from './sign-in.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  removeTotp,
  replaceRecoveryCodes,
  saveUnconfirmedTotp,
} from './store/second-factors.ts'
import { deleteSessionsOf, renewSession } from './store/sessions.ts'
import { findUser, lockUser, totpPlace, type UserRow } from './store/users.ts'

/** The session that stays. The person's other sessions end. */
export type OwnSession = Prover & { sessionId: string }

/** The purpose under which a stored secret is hashed into the id of its set-up. */
const setUpPurpose = 'second-factor-set-up'

export interface BegunSecondFactor {
  secret: string
  uri: string
  /** Identifies this secret. `confirmSecondFactor` accepts no code of another secret. */
  setUpId: string
}

/** Makes a secret for an authenticator app. It becomes active with its first right code. Throws `not_in_this_state`. */
export async function beginSecondFactor(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  userId: string,
): Promise<BegunSecondFactor> {
  const user = present(await findUser(deps.database.engine, userId), 'the signed-in user')
  const secret = newTotpSecret()
  const box = deps.secretBox.seal(secret, totpPlace(userId))
  if (!(await saveUnconfirmedTotp(deps.database.engine, userId, box))) throw alreadySetUp()
  return { secret, uri: totpUri(secret, user.email), setUpId: setUpIdOf(deps, box) }
}

/**
 * The first code of the app activates the second factor. The session continues with a new cookie; the person's others
 * end. Only the secret of `setUpId` is confirmed, because a set-up in another tab replaces the secret that this tab
 * shows. Throws `wrong_credentials`, `account_locked`, `not_in_this_state`.
 */
export async function confirmSecondFactor(
  deps: SignInDeps,
  session: OwnSession,
  { code, setUpId }: { code: string; setUpId: string },
): Promise<{ cookie: string; recoveryCodes: readonly string[] }> {
  const { engine } = deps.database
  const user = present(await findUser(engine, session.userId), 'the signed-in user')
  if (user.second_factor) throw alreadySetUp()
  const { totp_box: box } = user
  if (!box) throw new Problem('not_in_this_state', { message: say('second_factor.not_begun') })
  if (setUpIdOf(deps, box) !== setUpId) throw replaced()
  const actor = userActor(user, session.address)
  const action = 'second_factor.set_up'
  const attempts = loginAttemptsOf(deps, { user }, session)
  const taken = await takeLoginAttempt(attempts)
  const step = matchingStep(deps, user, code)
  if (step === undefined) {
    await recordLock(deps, taken, actor)
    throw new Problem('wrong_credentials')
  }
  return await inTransaction(engine, async (tx) => {
    if (!(await confirmTotp(tx, user.id, { box, step }))) throw replaced()
    await attempts.forget(tx)
    const recoveryCodes = await giveCodes(deps, tx, user.id)
    const cookie = await renew(deps, tx, session)
    await writeAudit(tx, auditOf(actor, action, { objectId: user.id }), deps.clock.now())
    return { cookie, recoveryCodes }
  })
}

/**
 * Makes ten new recovery codes and invalidates the previous ones. Throws `not_in_this_state` without a second factor.
 */
export async function renewRecoveryCodes(deps: SignInDeps, session: OwnSession): Promise<readonly string[]> {
  return await inTransaction(deps.database.engine, async (tx) => {
    const user = await withSecondFactor(tx, session.userId)
    const codes = await giveCodes(deps, tx, user.id)
    const entry = auditOf(userActor(user, session.address), 'recovery_codes.renew', { objectId: user.id })
    await writeAudit(tx, entry, deps.clock.now())
    return codes
  })
}

/** Removes the second factor and ends the other sessions. Throws `not_in_this_state` without a second factor. */
export async function removeSecondFactor(deps: SignInDeps, session: OwnSession): Promise<{ cookie: string }> {
  return await inTransaction(deps.database.engine, async (tx) => {
    const user = await withSecondFactor(tx, session.userId)
    await removeTotp(tx, user.id)
    const cookie = await renew(deps, tx, session)
    const entry = auditOf(userActor(user, session.address), 'second_factor.remove', { objectId: user.id })
    await writeAudit(tx, entry, deps.clock.now())
    return { cookie }
  })
}

/** The number of unused recovery codes. */
export async function recoveryCodesLeft(deps: Pick<PlatformDeps, 'database'>, userId: string): Promise<number> {
  return await countRecoveryCodes(deps.database.engine, userId)
}

/** Sets a new cookie for this session and ends the person's others, because their rights have changed. */
export async function renew(deps: Pick<PlatformDeps, 'secretBox'>, tx: Db, session: OwnSession): Promise<string> {
  const cookie = newCookie()
  const [oldHash, newHash] = [sessionHash(deps, session.cookie), sessionHash(deps, cookie)]
  if (!(await renewSession(tx, { oldHash, newHash, steppedUp: false }))) throw new Problem('not_signed_in')
  await deleteSessionsOf(tx, session.userId, session.sessionId)
  return cookie
}

async function withSecondFactor(tx: Db, userId: string): Promise<UserRow> {
  const user = present(await lockUser(tx, userId), 'the signed-in user')
  if (user.second_factor) return user
  throw new Problem('not_in_this_state', { message: say('second_factor.none') })
}

async function giveCodes(deps: Pick<PlatformDeps, 'secretBox'>, tx: Db, userId: string): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryCodeHash(deps, userId, present(readRecoveryCode(code), 'a code')))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

function setUpIdOf(deps: Pick<PlatformDeps, 'secretBox'>, box: Buffer): string {
  return deps.secretBox.keyedHash(setUpPurpose, box.toString('base64')).toString('hex')
}

function replaced(): Problem {
  return new Problem('not_in_this_state', {
    message: say('second_factor.begun_again'),
  })
}

function alreadySetUp(): Problem {
  return new Problem('not_in_this_state', { message: say('second_factor.set') })
}
