import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { randomToken, uuidV7 } from '../../core/platform/ids.ts'
import { householdOf } from '../../core/platform/ip-network.ts'
import type { Actor } from '../../core/values/actor.ts'
import { nameOf } from '../../core/values/person.ts'
import { Problem } from '../../core/values/problem.ts'
import { sessionHash } from './authenticate-person.ts'
import type { IdentityDeps } from './deps.ts'
import { type LoginAttempts, loginAttemptsOf, mayBeKnown, newKnownBrowser } from './login-attempts.ts'
import { say } from './messages/en.ts'
import { isShutOut } from './shut-out-demo-people.ts'
import { deleteSession, insertSession } from './store/sessions.ts'
import { findUser, findUserByEmail, lockSeconds, lockUser, type Try, type UserRow } from './store/users.ts'

/** 32 random bytes. Only a keyed hash of the cookie's value is stored. */
const cookieBytes = 32

/** An attempt that may be compared. */
type CountedAttempt = Extract<Try, { counted: true }>

export type SignInDeps = Pick<IdentityDeps, 'database' | 'secretBox' | 'clock' | 'passwords'>

export interface Browser {
  address: string
  userAgent: string | null
  /** The request's session cookie. It may have been set by an attacker, so signing in invalidates it. */
  cookie: string | undefined
  /** The value that the browser stored at an earlier sign-in. */
  knownBrowser: string | undefined
}

/** The session's cookie and, after a complete sign-in, the value that makes the browser known. */
export interface SignedIn {
  cookie: string
  knownBrowser: string | undefined
}

/**
 * Signs a person in by address and password. The new session is fully signed in, or waits for the second factor. Throws
 * `wrong_credentials` for an unknown address, a wrong password and a disabled person alike, after the same work, and
 * `account_locked` after too many attempts, whether the address is known or not.
 */
export async function signIn(
  deps: SignInDeps,
  input: { email: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  const email = normalEmail(input.email)
  const { user, attempts, taken, right } = await comparePassword(deps, { email, password: input.password }, browser)
  const actor = userActor(user, browser.address)
  if (!user || !right || user.disabled) {
    await recordLock(deps, taken, actor)
    throw new Problem('wrong_credentials')
  }
  await refuseDemoPerson(deps, user, actor)
  const cookie = newCookie()
  await inTransaction(deps.database.engine, async (tx) => {
    // The comparison takes time. A changed password or a disabled account meanwhile ended all other sessions, so this
    // one must not start.
    const now = await lockUser(tx, user.id)
    if (!now || now.disabled || now.password_hash !== user.password_hash || now.second_factor !== user.second_factor) {
      throw new Problem('wrong_credentials')
    }
    if (browser.cookie !== undefined) await deleteSession(tx, sessionHash(deps, browser.cookie))
    await insertSession(tx, {
      idHash: sessionHash(deps, cookie),
      publicId: uuidV7(deps.clock.now()),
      userId: user.id,
      stage: user.second_factor ? 'second_factor' : 'signed_in',
      address: browser.address,
      userAgent: browser.userAgent,
    })
    if (user.second_factor) return await attempts.takeBack(tx)
    await attempts.forget(tx)
    await writeAudit(tx, auditOf(actor, 'session.sign_in', { objectId: user.id }), deps.clock.now())
  })
  return { cookie, knownBrowser: user.second_factor ? undefined : newKnownBrowser(deps, user) }
}

/**
 * Counts and compares in the caller's queue. An unauthenticated caller queues before the database is read, so that a
 * refused caller costs no statement.
 */
async function comparePassword(
  deps: SignInDeps,
  { email, password }: { email: string; password: string },
  { knownBrowser, address }: Browser,
) {
  const find = async () => {
    const user = await findUserByEmail(deps.database.engine, email)
    return { user, attempts: loginAttemptsOf(deps, user ? { user } : { user, email }, { knownBrowser }) }
  }
  const found = mayBeKnown(knownBrowser) ? await find() : undefined
  const queue = found?.attempts.queue ?? 'unauthenticated'
  const who = queue === 'known' ? email : householdOf(address)
  return await deps.passwords.inTurn({ queue, who }, async (compare) => {
    const { user, attempts } = found ?? (await find())
    const taken = await takeLoginAttempt(attempts)
    return { user, attempts, taken, right: await compare(user?.password_hash, password) }
  })
}

/** Reported only after the right password, so that the answer reveals nothing new. */
async function refuseDemoPerson(deps: SignInDeps, user: UserRow, actor: Actor): Promise<void> {
  if (!(await isShutOut(deps, user.email))) return
  const detail = { because: 'demonstration' }
  const entry = auditOf(actor, 'session.sign_in', { objectId: user.id, detail, result: 'refused' })
  await writeAudit(deps.database.engine, entry, deps.clock.now())
  throw new Problem('role_missing', {
    message: say('demo.closed'),
  })
}

/** Ends the session of a cookie, in any stage. */
export async function signOut(
  deps: SignInDeps,
  session: { userId: string; cookie: string },
  address: string,
): Promise<void> {
  const user = await findUser(deps.database.engine, session.userId)
  await inTransaction(deps.database.engine, async (tx) => {
    await deleteSession(tx, sessionHash(deps, session.cookie))
    const entry = auditOf(userActor(user, address), 'session.sign_out', { objectId: session.userId })
    await writeAudit(tx, entry, deps.clock.now())
  })
}

/** Addresses are compared without case and surrounding spaces. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** A new value for the session's cookie. */
export function newCookie(): string {
  return randomToken(cookieBytes)
}

/** The actor of an attempt. Unknown input is not stored: it may be a password in the wrong field. */
export function userActor(
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'merchant_id'> | undefined,
  address: string | null,
): Actor {
  if (!user) return { name: 'unknown person', merchantId: null, userId: null, origin: address }
  return { name: nameOf(user), merchantId: user.merchant_id, userId: user.id, origin: address }
}

/** Counts an attempt before the comparison. Throws `account_locked` if none is left. */
export async function takeLoginAttempt(attempts: LoginAttempts): Promise<CountedAttempt> {
  const taken = await attempts.take()
  if (taken.counted) return taken
  throw new Problem('account_locked', { retryAfterSeconds: taken.retryAfterSeconds })
}

/**
 * Writes an audit entry for a lock. Wrong passwords and codes are recorded in sums per address and round, because one
 * row for each would let an attacker fill the log.
 */
export async function recordLock(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  taken: CountedAttempt,
  actor: Actor,
): Promise<void> {
  if (!taken.last) return
  const detail = { seconds: lockSeconds }
  const entry = auditOf(actor, 'account.lock', { objectId: actor.userId, detail })
  await writeAudit(deps.database.engine, entry, deps.clock.now())
}
