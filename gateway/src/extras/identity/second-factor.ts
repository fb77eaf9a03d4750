import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import { sessionHash } from './authenticate-person.ts'
import { type LoginAttempts, loginAttemptsOf, newKnownBrowser, type OwnProof } from './login-attempts.ts'
import { readRecoveryCode, recoveryCodePurpose } from './rules/recovery-codes.ts'
import { matchingTotpStep } from './rules/totp.ts'
import { newCookie, recordLock, type SignedIn, type SignInDeps, takeLoginAttempt, userActor } from './sign-in.ts'
import { takeRecoveryCode, takeTotpStep } from './store/second-factors.ts'
import { renewSession } from './store/sessions.ts'
import { findUser, totpPlace, type UserRow } from './store/users.ts'

/** The person, session and address of a proof. */
export interface Prover extends OwnProof {
  userId: string
  cookie: string
  address: string
}

/**
 * The second step of signing in: a one-time code or a recovery code. The session continues with a new cookie. Throws
 * `wrong_credentials`, or `account_locked`: wrong codes count like wrong passwords.
 */
export async function enterSecondFactor(deps: SignInDeps, prover: Prover, code: string): Promise<SignedIn> {
  return await prove(deps, prover, { action: 'session.sign_in', code, steppedUp: false })
}

/**
 * Step-up: a person proves their presence by a code if the second factor is set up, else by the password. Valid for
 * five minutes, with a new cookie. Throws `validation_failed` if the wrong kind of proof was sent, and what signing in
 * throws.
 */
export async function stepUp(
  deps: SignInDeps,
  prover: Prover,
  proof: { code?: string | undefined; password?: string | undefined },
): Promise<SignedIn> {
  return await prove(deps, prover, { ...proof, action: 'session.step_up', steppedUp: true })
}

interface Proof {
  action: string
  code?: string | undefined
  password?: string | undefined
  steppedUp: boolean
}

async function prove(deps: SignInDeps, prover: Prover, proof: Proof): Promise<SignedIn> {
  const { engine } = deps.database
  const user = await findUser(engine, prover.userId)
  if (!user || user.disabled) throw new Problem('not_signed_in')
  const factor = user.second_factor ? 'code' : 'password'
  const given = proof[factor]
  if (given === undefined) throw missing(factor)
  const actor = userActor(user, prover.address)
  const attempts = loginAttemptsOf(deps, { user }, prover)
  const { taken, by } = await check(deps, attempts, { user, factor, given })
  if (by === undefined) {
    await recordLock(deps, taken, actor)
    throw new Problem('wrong_credentials')
  }
  const cookie = newCookie()
  await inTransaction(engine, async (tx) => {
    const [oldHash, newHash] = [sessionHash(deps, prover.cookie), sessionHash(deps, cookie)]
    if (!(await renewSession(tx, { oldHash, newHash, steppedUp: proof.steppedUp }))) throw new Problem('not_signed_in')
    await attempts.forget(tx)
    await writeAudit(tx, auditOf(actor, proof.action, { objectId: user.id, detail: { by } }), deps.clock.now())
  })
  return { cookie, knownBrowser: newKnownBrowser(deps, user) }
}

/** The kind of proof; undefined if the code is wrong or already used. */
export async function takeCode(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  user: UserRow,
  code: string,
): Promise<'code' | 'recovery_code' | undefined> {
  const recovery = readRecoveryCode(code)
  if (recovery !== undefined) {
    const hash = recoveryCodeHash(deps, user.id, recovery)
    return (await takeRecoveryCode(deps.database.engine, user.id, hash)) ? 'recovery_code' : undefined
  }
  const step = matchingStep(deps, user, code)
  if (step === undefined) return undefined
  return (await takeTotpStep(deps.database.engine, user.id, step)) ? 'code' : undefined
}

/** Counts an attempt, then compares the password or code. */
async function check(
  deps: SignInDeps,
  attempts: LoginAttempts,
  { user, factor, given }: { user: UserRow; factor: 'code' | 'password'; given: string },
) {
  if (factor === 'code') return { taken: await takeLoginAttempt(attempts), by: await takeCode(deps, user, given) }
  return await deps.passwords.inTurn({ queue: attempts.queue, who: user.email }, async (compare) => {
    const taken = await takeLoginAttempt(attempts)
    const right = await compare(user.password_hash, given)
    return { taken, by: right ? ('password' as const) : undefined }
  })
}

/** The time step that matches the code, by the secret that is set up or being set up. */
export function matchingStep(deps: Pick<PlatformDeps, 'secretBox'>, user: UserRow, code: string): number | undefined {
  if (!user.totp_box) return undefined
  const secret = deps.secretBox.open(user.totp_box, totpPlace(user.id))
  return matchingTotpStep(secret, code.replace(/\s/g, ''), user.now_seconds)
}

export function recoveryCodeHash(deps: Pick<PlatformDeps, 'secretBox'>, userId: string, code: string): Buffer {
  return deps.secretBox.keyedHash(recoveryCodePurpose, `${userId}:${code}`)
}

function missing(factor: 'code' | 'password'): Problem {
  const message = factor === 'code' ? 'enter the code of your second factor' : 'enter your password'
  return new Problem('validation_failed', { fields: [{ code: 'required', param: factor, message }] })
}
