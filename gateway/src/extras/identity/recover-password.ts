import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { randomToken, uuidV7 } from '../../core/platform/ids.ts'
import { present } from '../../core/values/assert.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { recoveryLinkPlace } from '../mail/rules/outbox.ts'
import { say } from './messages/en.ts'
import { passwordFaults } from './rules/password.ts'
import { normalEmail, type SignInDeps, userActor } from './sign-in.ts'
import { findOpenRecovery, insertMailedRecovery, type OpenRecovery, takeRecovery } from './store/password-recoveries.ts'
import { insertLink } from './store/person-links.ts'
import { deleteSessionsOf } from './store/sessions.ts'
import { countUnknownLoginAttempt, lockUser, noteEmailProved, savePassword } from './store/users.ts'

/** 256 bits cannot be guessed. The link is stored as a keyed hash. */
const tokenBytes = 32
const tokenShape = /^[\w-]{43}$/
const recoveryPurpose = 'password-recovery'
const recoveryRequestPurpose = 'password-recovery-asked'

type AskDeps = Pick<PlatformDeps, 'database' | 'secretBox' | 'clock' | 'notify' | 'site'> & {
  mail?: object | undefined
}

/**
 * Mails a link for a new password if the address belongs to an account and is verified. Answer, statements and their
 * number do not depend on the address. `operator`: there is no mail server, and nothing was done.
 */
export async function askForRecovery(deps: AskDeps, { email: typed }: { email: string }): Promise<'mail' | 'operator'> {
  if (!deps.mail) return 'operator'
  const email = normalEmail(typed)
  const id = uuidV7(deps.clock.now())
  const { tokenHash, url } = newRecoveryLink(deps)
  const linkBox = deps.secretBox.seal(url, recoveryLinkPlace(id))
  const attempt = await countUnknownLoginAttempt(
    deps.database.engine,
    deps.secretBox.keyedHash(recoveryRequestPurpose, email),
  )
  if (!attempt.counted) return 'mail'
  await insertMailedRecovery(deps.database.engine, { id, email, tokenHash, linkBox })
  deps.notify('mails')
  return 'mail'
}

/**
 * A new link, and the hash to store. Browsers do not send the part after #, so no server, log or referrer header
 * contains the token.
 */
export function newRecoveryLink(deps: Pick<AskDeps, 'secretBox' | 'site'>): { url: string; tokenHash: Buffer } {
  const token = randomToken(tokenBytes)
  return { url: `${deps.site.url()}/dashboard/new-password#${token}`, tokenHash: tokenHashOf(deps, token) }
}

/** The person whose password a link sets. Throws `not_found` for a link that is used, expired or invalid. */
export async function readRecovery(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  token: string,
): Promise<OpenRecovery> {
  const found = tokenShape.test(token)
    ? await findOpenRecovery(deps.database.engine, tokenHashOf(deps, token))
    : undefined
  if (found) return found
  throw usedUp()
}

/**
 * Sets a new password by a link, once. All sessions end, and no browser is known any more. The person is not signed in;
 * the second factor stays required. Throws `validation_failed`, and `not_found` as above.
 */
export async function recoverPassword(
  deps: SignInDeps,
  token: string,
  { password, address }: { password: string; address: string },
): Promise<void> {
  const open = await readRecovery(deps, token)
  refuseFaults(passwordFaults(password, open))
  const passwordHash = await deps.passwords.hash(open.email, password)
  await inTransaction(deps.database.engine, async (tx) => {
    const taken = await takeRecovery(tx, tokenHashOf(deps, token))
    if (!taken) throw usedUp()
    const user = present(await lockUser(tx, taken.user_id), 'the user of a recovery')
    if (user.disabled) throw usedUp()
    await savePassword(tx, user.id, passwordHash)
    const ended = await deleteSessionsOf(tx, user.id)
    if (taken.by_mail) await noteEmailProved(tx, user.id)
    const { shown_to: by } = taken
    // The person who was shown the link may have used it.
    if (by !== null) await insertLink(tx, { id: uuidV7(deps.clock.now()), kind: 'link_shown', by, userId: user.id })
    const action = taken.by_mail ? 'password.recover' : 'user.recover_password'
    const facts = { objectId: user.id, merchantId: user.merchant_id, detail: { ended } }
    await writeAudit(tx, auditOf(userActor(user, address), action, facts), deps.clock.now())
  })
}

function usedUp(): Problem {
  return new Problem('not_found', { message: say('link.used') })
}

function tokenHashOf(deps: Pick<PlatformDeps, 'secretBox'>, token: string): Buffer {
  return deps.secretBox.keyedHash(recoveryPurpose, token)
}
