import { writeAudit } from '../audit/write-audit.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { isUuid, uuidV7 } from '../platform/ids.ts'
import { say } from '../texts/messages/say.ts'
import type { Actor } from '../values/actor.ts'
import { Problem } from '../values/problem.ts'
import { nameFaults, refuseFaults } from '../values/refuse-faults.ts'
import { type FoundMerchant, findMerchant, findMerchantsByName, insertMerchant } from './store/merchants.ts'

const nameLengthMax = 200

/** Makes a merchant. `actor` goes into the audit log. Throws Problem `validation_failed`. */
export async function createMerchant(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  input: { name: string; actor: string | Actor },
): Promise<{ merchantId: string }> {
  return await inTransaction(deps.database.engine, async (tx) => await addMerchant(tx, deps.clock.now(), input))
}

/**
 * Inside the caller's transaction: finds a merchant by id, else by name; a new name makes a merchant. Throws Problem
 * `not_found` for an unknown id and `validation_failed` for a name that two merchants have.
 */
export async function findOrAddMerchant(
  tx: Db,
  now: Date,
  input: { idOrName: string; actor: string | Actor },
): Promise<{ merchantId: string }> {
  const { idOrName, actor } = input
  if (isUuid(idOrName)) {
    return { merchantId: (await requireMerchant(tx, idOrName)).id }
  }
  const [merchant, another] = await findMerchantsByName(tx, idOrName)
  if (another) {
    refuseFaults([{ code: 'not_allowed', param: 'merchant', message: say('merchant.name_ambiguous') }])
  }
  if (merchant) return { merchantId: merchant.id }
  return await addMerchant(tx, now, { name: idOrName, actor })
}

/** Makes a merchant inside the caller's transaction. */
export async function addMerchant(
  tx: Db,
  now: Date,
  input: { name: string; actor: string | Actor },
): Promise<{ merchantId: string }> {
  refuseFaults(nameFaults(input.name, 'name', nameLengthMax))
  const id = uuidV7(now)
  await insertMerchant(tx, { id, name: input.name })
  const detail = { name: input.name }
  await writeAudit(tx, { actor: input.actor, action: 'merchant.create', pointId: null, objectId: id, detail }, now)
  return { merchantId: id }
}

/** A merchant by its id. Throws `not_found`. */
export async function requireMerchant(db: Db, id: string): Promise<FoundMerchant> {
  const merchant = isUuid(id) ? await findMerchant(db, id) : undefined
  if (!merchant) throw new Problem('not_found', { message: say('merchant.unknown_id', { id }) })
  return merchant
}
