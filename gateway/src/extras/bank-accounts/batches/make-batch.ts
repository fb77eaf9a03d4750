import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../../core/audit/write-audit.ts'
import { type Db, inTransaction } from '../../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { isUuid, uuidV7 } from '../../../core/platform/ids.ts'
import { Problem } from '../../../core/values/problem.ts'
import { say } from '../messages/en.ts'
import type { BatchTemplate } from '../rules/batch-template.ts'
import { environmentOfAccount } from '../set-bank-profile.ts'
import { lockBankAccounts } from '../store/bank-statements.ts'
import {
  type BatchRow,
  findBatch,
  findLiveBatch,
  insertBatch,
  insertTemplate,
  lockTransactionsOf,
  markCancelled,
  markReleased,
} from '../store/batches.ts'
import { type AgreedBatch, type PlannedBatch, planBatch } from './plan-batch.ts'
import { boxPlace } from './take-file.ts'

type Deps = Pick<PlatformDeps, 'database' | 'clock' | 'secretBox'>

/** How long `made_by` and its like are at most. */
const nameLengthMax = 400

/** How the bank of an own account takes payment files from now on. Returns its version. Throws `not_found`, `second_person_required`. */
export async function setTemplate(
  deps: Deps,
  { bankAccountId, template }: { bankAccountId: string; template: BatchTemplate },
  by: SetBy,
): Promise<number> {
  requireSecondOperator(await environmentOfAccount(deps, bankAccountId), by)
  return await inTransaction(deps.database.engine, async (tx) => {
    await lockBankAccounts(tx, [bankAccountId])
    const version = await insertTemplate(tx, { bankAccountId, template, setBy: nameOf(by.actor) })
    await write(tx, deps, { by, action: 'payment_batch.template', objectId: bankAccountId, values: { version } })
    return version
  })
}

/**
 * Writes the file that was agreed to: its bytes, its items and its audit entry in one commit. Returns its id and number. Throws
 * `not_found`, `second_person_required`, and `not_in_this_state` where anything of it has changed since.
 */
export async function makeBatch(
  deps: Deps,
  agreed: AgreedBatch,
  by: SetBy,
): Promise<{ batchId: string; number: number }> {
  const { engine } = deps.database
  const first = await planBatch(engine, agreed, deps.clock.now())
  requireSecondOperator(first.account.environment, by)
  try {
    return await inTransaction(engine, async (tx) => {
      await lockTransactionsOf(
        tx,
        first.items.map(({ row }) => row.id),
      )
      await lockBankAccounts(tx, [agreed.bankAccountId])
      const plan = await planBatch(tx, agreed, deps.clock.now())
      return await store(tx, deps, { plan, by })
    })
  } catch (error) {
    const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'payment_batch_items_once'
    throw isTaken ? refused(say('batch.in_another')) : error
  }
}

async function store(tx: Db, deps: Deps, { plan, by }: { plan: PlannedBatch; by: SetBy }) {
  const { bytes, items, agreed, blocked } = plan
  if (blocked || !bytes) throw refused(blocked ?? say('batch.changed'))
  const batchId = uuidV7(deps.clock.now())
  const number = await insertBatch(tx, {
    id: batchId,
    bankAccountId: agreed.bankAccountId,
    executionDay: agreed.executionDay,
    sha256: Buffer.from(agreed.sha256, 'hex'),
    contentBox: deps.secretBox.seal(bytes.toString('base64'), boxPlace(batchId)),
    madeBy: nameOf(by.actor),
    approvedBy: by.second?.slice(0, nameLengthMax) ?? null,
    items: items.map(({ row, payee }) => ({
      ...{ transactionId: row.id, amountMinor: row.amount_minor, reference: payee.write },
      beneficiary: Object.fromEntries(shown.map((name) => [name, payee[name]]).filter(([, value]) => value !== null)),
    })),
  })
  const { items: count, total, sha256 } = agreed
  const values = { number, items: count, total, sha256 }
  await write(tx, deps, { by, action: 'payment_batch.make', objectId: batchId, values })
  return { batchId, number }
}

const shown = ['holder', 'document', 'bank', 'account', 'account_type'] as const

/** Cancels a file that nobody has downloaded: its payouts wait again. Throws `not_found`, `not_in_this_state`, `second_person_required`. */
export async function cancelBatch(deps: Deps, { batchId }: { batchId: string }, by: SetBy): Promise<void> {
  const { environment, number } = await requireBatch(deps, batchId)
  requireSecondOperator(environment, by)
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await markCancelled(tx, batchId, deps.clock.now()))) throw refused(say('batch.not_draft'))
    await write(tx, deps, { by, action: 'payment_batch.cancel', objectId: batchId, values: { number } })
  })
}

export type Batch = BatchRow

/** One item of a file. */
export interface ItemOfBatch {
  batchId: string
  transactionId: string
}

/**
 * Releases a payout from a file that the bank has, because people are certain that the bank does not execute it: it waits
 * again, and the file is not handed out any more. Throws `not_found`, `not_in_this_state`, `second_person_required`.
 */
export async function releaseItem(deps: Deps, { batchId, transactionId }: ItemOfBatch, by: SetBy): Promise<void> {
  const { environment, number } = await requireBatch(deps, batchId)
  requireSecondOperator(environment, by)
  await inTransaction(deps.database.engine, async (tx) => {
    await lockTransactionsOf(tx, [transactionId])
    if (!(await markReleased(tx, { batchId, transactionId, now: deps.clock.now() })))
      throw refused(say('batch.not_live'))
    const values = { number, batch_id: batchId }
    await write(tx, deps, { by, action: 'payment_batch.release', objectId: transactionId, values })
  })
}

/** Refuses to fail a payout that the bank may pay. In the commit of the failure, its transaction locked. */
export async function refuseWhileLive(db: Db, transactionId: string): Promise<void> {
  const live = await findLiveBatch(db, transactionId)
  if (live) throw refused(say('batch.bank_may_pay', { number: live.number }))
}

/** The batch in which a payout waits for its payment. */
export async function liveBatchOf(
  { database }: Pick<PlatformDeps, 'database'>,
  transactionId: string,
): Promise<{ batchId: string; number: number } | undefined> {
  const live = await findLiveBatch(database.engine, transactionId)
  return live && { batchId: live.batch_id, number: live.number }
}

/** Throws `not_found`. */
export async function requireBatch({ database }: Pick<PlatformDeps, 'database'>, id: string): Promise<Batch> {
  const batch = isUuid(id) ? await findBatch(database.engine, id) : undefined
  if (!batch) throw new Problem('not_found', { message: say('batch.unknown') })
  return batch
}

async function write(
  tx: Db,
  { clock }: Pick<PlatformDeps, 'clock'>,
  {
    by,
    action,
    objectId,
    values,
  }: { by: SetBy; action: string; objectId: string; values: Readonly<Record<string, unknown>> },
): Promise<void> {
  const facts = { objectId, merchantId: null, detail: detailOf(by, values) }
  await writeAudit(tx, { ...auditOf(by.actor, action, facts), ...commitFacts(by) }, clock.now())
}

function nameOf(actor: SetBy['actor']): string {
  return (typeof actor === 'string' ? actor : actor.name).slice(0, nameLengthMax)
}

function refused(message: ReturnType<typeof say>): Problem {
  return new Problem('not_in_this_state', { message })
}
