import type { Db } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { randomToken, sameSecret } from '../../core/platform/ids.ts'
import type { HashQueue } from './rules/password.ts'
import {
  countLoginAttempt,
  countUnknownLoginAttempt,
  findUser,
  findUserByEmail,
  forgetLoginAttempts,
  forgetUnknownLoginAttempts,
  type Try,
  takeLoginAttemptBack,
  takeUnknownLoginAttemptBack,
  type UserRow,
} from './store/users.ts'

type LoginAttemptsDeps = Pick<PlatformDeps, 'database' | 'secretBox'>

/** Proof that a request comes from a browser of the person. */
export interface OwnProof {
  /** A fully signed-in session. It is sufficient proof. */
  sessionId?: string | undefined
  /** The value that the browser stored at an earlier sign-in. */
  knownBrowser?: string | undefined
}

/** The login attempts of one caller. Each attempt is counted before the password is compared. */
export interface LoginAttempts {
  /** The queue in which the comparison waits. */
  queue: HashQueue
  take(): Promise<Try>
  /** The password was right and a code must follow. This attempt does not count; earlier ones still do. */
  takeBack(tx: Db): Promise<void>
  /** Sign-in succeeded: deletes the counted attempts. */
  forget(tx: Db): Promise<void>
}

const unknownLoginPurpose = 'stranger-email'
const browserPurpose = 'known-browser'
const browserAttemptsPurpose = 'known-browser-tries'
const sessionAttemptsPurpose = 'session-tries'

/** Enough to distinguish the browsers of a person. */
const browserBytes = 16

/** The form of `newKnownBrowser`. */
const browserShape = /^([\w-]{22})\.([\w-]{43})$/

/**
 * Chooses the counter of login attempts for a user. A session and a known browser have counters of their own, so that
 * wrong passwords of others do not lock the person out. Unknown e-mail addresses lock like known ones, so that accounts
 * cannot be enumerated.
 */
export function loginAttemptsOf(
  deps: LoginAttemptsDeps,
  who: { user: UserRow } | { user: undefined; email: string },
  { sessionId, knownBrowser }: OwnProof,
): LoginAttempts {
  const { user } = who
  const hashed = deps.secretBox.keyedHash
  if (!user) return attemptsByHash(deps, 'unauthenticated', hashed(unknownLoginPurpose, who.email))
  if (sessionId !== undefined) return attemptsByHash(deps, 'known', hashed(sessionAttemptsPurpose, sessionId))
  if (isKnownBrowser(deps, user, knownBrowser)) {
    return attemptsByHash(deps, 'known', hashed(browserAttemptsPurpose, knownBrowser))
  }
  return {
    queue: 'unauthenticated',
    take: async () => await countLoginAttempt(deps.database.engine, user.id),
    takeBack: async (tx) => await takeLoginAttemptBack(tx, user.id),
    forget: async (tx) => await forgetLoginAttempts(tx, user.id),
  }
}

/** The value that a browser stores after a complete sign-in, valid until the password changes. It grants no access. */
export function newKnownBrowser(deps: Pick<PlatformDeps, 'secretBox'>, user: UserRow): string {
  const name = randomToken(browserBytes)
  return `${name}.${proofOf(deps, user, name).toString('base64url')}`
}

/** Whether the value has the form of a known browser's value. The form proves nothing. */
export function mayBeKnown(knownBrowser: string | undefined): boolean {
  return browserShape.test(knownBrowser ?? '')
}

/**
 * Whether the person with this address or id signed in with this browser before. Reads the database only for a value of
 * the right form.
 */
export async function isKnownTo(
  deps: LoginAttemptsDeps,
  who: { email: string } | { userId: string },
  knownBrowser: string | undefined,
): Promise<boolean> {
  if (!mayBeKnown(knownBrowser)) return false
  const { engine } = deps.database
  const user = 'email' in who ? await findUserByEmail(engine, who.email) : await findUser(engine, who.userId)
  return user !== undefined && isKnownBrowser(deps, user, knownBrowser)
}

function isKnownBrowser(
  deps: Pick<PlatformDeps, 'secretBox'>,
  user: UserRow,
  value: string | undefined,
): value is string {
  const [, name, proof] = browserShape.exec(value ?? '') ?? []
  if (name === undefined || proof === undefined) return false
  return sameSecret(proofOf(deps, user, name), Buffer.from(proof, 'base64url'))
}

function proofOf(deps: Pick<PlatformDeps, 'secretBox'>, user: UserRow, name: string): Buffer {
  return deps.secretBox.keyedHash(browserPurpose, [name, user.id, user.password_hash].join(' '))
}

function attemptsByHash(deps: Pick<PlatformDeps, 'database'>, queue: HashQueue, hash: Buffer): LoginAttempts {
  return {
    queue,
    take: async () => await countUnknownLoginAttempt(deps.database.engine, hash),
    takeBack: async (tx) => await takeUnknownLoginAttemptBack(tx, hash),
    forget: async (tx) => await forgetUnknownLoginAttempts(tx, hash),
  }
}
