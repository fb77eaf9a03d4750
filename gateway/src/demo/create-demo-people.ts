import { auditOf } from '../audit/audit-of.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { type DemoName, demoPeople } from '../identity/rules/demo-people.ts'
import { findUserByEmail, insertUser, type NewUser, savePassword } from '../identity/store/users.ts'
import { hasOnlyTestMoney } from '../merchants/has-only-test-money.ts'
import { findPoint } from '../merchants/store/points.ts'
import type { PayoutsDeps } from '../payouts/deps.ts'
import { randomBase62 } from '../platform/base62.ts'
import { findFact } from '../platform/database/deployment-facts.ts'
import { uuidV7 } from '../platform/ids.ts'

const actor = 'first start'

/** 119 bits, and easy to paste. */
const passwordLength = 20

/** What each of them signs in with. Secret. */
export type DemoPeople = Readonly<Record<DemoName, { email: string; password: string }>>

type PeopleDeps = Pick<PayoutsDeps, 'database' | 'secretBox' | 'clock' | 'passwords'>

/**
 * Makes sure of the demo merchant's people and of two operators, once its point exists. On later starts the known
 * passwords are kept while they open; one that does not is replaced, so that what is printed always works. Undefined where
 * a point is live: there nobody gets in by a file.
 */
export async function ensureDemoPeople(
  deps: PeopleDeps,
  known: DemoPeople | undefined,
): Promise<DemoPeople | undefined> {
  const pointId = (await findFact(deps.database.engine, 'demo_point'))?.toString('utf8')
  const point = pointId === undefined ? undefined : await findPoint(deps.database.engine, pointId)
  if (!point || !(await hasOnlyTestMoney(deps))) return undefined
  const merchantId = point.merchant_id
  return {
    owner: await ensure(deps, { merchantId, name: 'owner', known }),
    operations: await ensure(deps, { merchantId, name: 'operations', known }),
    admin: await ensure(deps, { merchantId, name: 'admin', known }),
    operator: await ensure(deps, { merchantId, name: 'operator', known }),
  }
}

async function ensure(
  deps: PeopleDeps,
  { merchantId, name, known }: { merchantId: string; name: DemoName; known: DemoPeople | undefined },
): Promise<{ email: string; password: string }> {
  const wanted = demoPeople[name]
  const { email } = wanted
  const found = await findUserByEmail(deps.database.engine, email)
  const before = known?.[name].password
  if (found && before !== undefined && (await deps.passwords.verify(found.password_hash, before))) {
    return { email, password: before }
  }
  const password = randomBase62(passwordLength)
  const passwordHash = await deps.passwords.hash(password)
  if (found) {
    await savePassword(deps.database.engine, found.id, passwordHash)
    const entry = auditOf(actor, 'password.set', { objectId: found.id, merchantId: found.merchant_id })
    await writeAudit(deps.database.engine, entry, deps.clock.now())
    return { email, password }
  }
  const user: NewUser = {
    id: uuidV7(deps.clock.now()),
    merchantId: wanted.isMerchants ? merchantId : null,
    role: wanted.role,
    email,
    name: wanted.name,
    language: 'en',
    passwordHash,
  }
  await insertUser(deps.database.engine, user)
  const detail = { role: user.role, email }
  const entry = auditOf(actor, 'user.create', { objectId: user.id, merchantId: user.merchantId, detail })
  await writeAudit(deps.database.engine, entry, deps.clock.now())
  return { email, password }
}
