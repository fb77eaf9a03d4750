import type { Db } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { randomToken } from '../platform/ids.ts'
import { sameSecret } from '../platform/same-secret.ts'
import type { HashCaller } from './rules/password.ts'
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

/** What tells a person's own browser from a stranger's. */
export interface OwnProof {
  /** Names a session that is fully signed in, which is proof by itself. */
  sessionId?: string | undefined
  /** What the browser keeps since the person signed in with it before. */
  knownBrowser?: string | undefined
}

/** The tries that one guesser has: counted before anything is compared. */
export interface LoginAttempts {
  /** In whose queue the comparing waits. */
  caller: HashCaller
  take(): Promise<Try>
  /** The password was right and a code must follow: this try does not count, those before still do. */
  takeBack(tx: Db): Promise<void>
  /** Somebody got in. */
  forget(tx: Db): Promise<void>
}

const unknownLoginPurpose = 'stranger-email'
const browserPurpose = 'known-browser'
const browserAttemptsPurpose = 'known-browser-tries'
const sessionAttemptsPurpose = 'session-tries'

/** So that two browsers of a person are two. */
const browserBytes = 16

/** What `newKnownBrowser` makes. */
const browserShape = /^([\w-]{22})\.([\w-]{43})$/

/**
 * Which tries count for whoever asks to be this user. A session, and a browser that the person signed in with before, have
 * tries of their own: strangers who lock the account by wrong passwords do not lock its person out. An address that nobody
 * has locks like one of a real person.
 */
export function loginAttemptsOf(
  deps: LoginAttemptsDeps,
  who: { user: UserRow } | { user: undefined; email: string },
  { sessionId, knownBrowser }: OwnProof,
): LoginAttempts {
  const { user } = who
  const hashed = deps.secretBox.keyedHash
  if (!user) return attemptsByHash(deps, 'stranger', hashed(unknownLoginPurpose, who.email))
  if (sessionId !== undefined) return attemptsByHash(deps, 'known', hashed(sessionAttemptsPurpose, sessionId))
  if (isKnownBrowser(deps, user, knownBrowser)) {
    return attemptsByHash(deps, 'known', hashed(browserAttemptsPurpose, knownBrowser))
  }
  return {
    caller: 'stranger',
    take: async () => await countLoginAttempt(deps.database.engine, user.id),
    takeBack: async (tx) => await takeLoginAttemptBack(tx, user.id),
    forget: async (tx) => await forgetLoginAttempts(tx, user.id),
  }
}

/** What a browser keeps from a whole sign-in on, until the password changes. It opens nothing. */
export function newKnownBrowser(deps: Pick<PlatformDeps, 'secretBox'>, user: UserRow): string {
  const name = randomToken(browserBytes)
  return `${name}.${proofOf(deps, user, name).toString('base64url')}`
}

/** Whether the value has the form of what a known browser keeps. Anybody can make one that has. */
export function mayBeKnown(knownBrowser: string | undefined): boolean {
  return browserShape.test(knownBrowser ?? '')
}

/** Whether the person of this address or id signed in with the browser before. Reads only for what could be true. */
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

function attemptsByHash(deps: Pick<PlatformDeps, 'database'>, caller: HashCaller, hash: Buffer): LoginAttempts {
  return {
    caller,
    take: async () => await countUnknownLoginAttempt(deps.database.engine, hash),
    takeBack: async (tx) => await takeUnknownLoginAttemptBack(tx, hash),
    forget: async (tx) => await forgetUnknownLoginAttempts(tx, hash),
  }
}
