import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { randomBase62, uuidV7 } from '../../core/platform/ids.ts'
import type { MerchantRole, OperatorRole } from '../../core/values/roles.ts'
import type { IdentityDeps } from './deps.ts'
import { findUserByEmail, insertUser, savePassword } from './store/users.ts'

/** 119 bits, short enough to paste. */
const passwordLength = 20

export interface WantedPerson {
  /** Null: the operator's team. */
  merchantId: string | null
  role: MerchantRole | OperatorRole
  email: string
  name: string
}

/**
 * Makes sure that a person can sign in. Keeps the known password if it works, else sets a new one. Returns the sign-in
 * data: secret.
 */
export async function ensurePerson(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'passwords'>,
  { person, known, actor }: { person: WantedPerson; known: string | undefined; actor: string },
): Promise<{ email: string; password: string }> {
  const { engine } = deps.database
  const { email, role, merchantId } = person
  const found = await findUserByEmail(engine, email)
  if (found && known !== undefined && (await deps.passwords.verify(email, found.password_hash, known))) {
    return { email, password: known }
  }
  const password = randomBase62(passwordLength)
  const passwordHash = await deps.passwords.hash(email, password)
  if (found) {
    await savePassword(engine, found.id, passwordHash)
    const entry = auditOf(actor, 'password.set', { objectId: found.id, merchantId: found.merchant_id })
    await writeAudit(engine, entry, deps.clock.now())
    return { email, password }
  }
  const id = uuidV7(deps.clock.now())
  await insertUser(engine, { ...person, id, language: 'en', passwordHash })
  const entry = auditOf(actor, 'user.create', { objectId: id, merchantId, detail: { role, email } })
  await writeAudit(engine, entry, deps.clock.now())
  return { email, password }
}
