import type { Db } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { compareSuspense, type SuspenseSum } from './rules/suspense-sums.ts'
import { readPurses, readSuspenseSums } from './store/reads/ledger.ts'
import {
  countNeedingOperator,
  readAnyTransaction,
  readNeedingOperator,
  readSharedReferences,
  type SharedReferenceRow,
} from './store/reads/operator.ts'
import { countToPay, readToPay, type ToPayRow } from './store/reads/to-pay.ts'
import type { PartyRow } from './store/reads/transactions.ts'

/** More than a person handles in a day, and few enough for one print. */
const rowsMax = 500

export interface ReviewQueuePage {
  /** Oldest first. */
  rows: readonly PartyRow[]
  /** Number of all rows. */
  total: number
  /** Cursor of the next page; undefined: this is the last one. */
  next: string | undefined
}

/**
 * The review queue of all points: contradictions, money in suspense, a day without an answer. `after` = the last
 * transaction of the previous page. Throws `validation_failed`.
 */
export async function listForOperator(deps: Pick<PlatformDeps, 'database'>, after?: string): Promise<ReviewQueuePage> {
  if (after !== undefined && !isUuid(after)) {
    const message = 'This must be the transaction_id of the last line of the page before.'
    throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'after', message }] })
  }
  const { engine } = deps.database
  const found = await readNeedingOperator(engine, { limit: rowsMax + 1, after: after ?? null })
  const rows = found.slice(0, rowsMax)
  const next = found.length > rowsMax ? rows.at(-1)?.id : undefined
  return { rows, total: await countNeedingOperator(engine), next }
}

export async function countOfToPay({ database }: Pick<PlatformDeps, 'database'>): Promise<number> {
  return await countToPay(database.engine)
}

/** What people have to pay at the bank, those that wait the longest first. */
export async function listToPay(
  { database: { engine } }: Pick<PlatformDeps, 'database'>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ rows: readonly ToPayRow[]; total: number; next: string | undefined }> {
  const found = await readToPay(engine, { limit: limit + 1, after })
  const rows = found.slice(0, limit)
  return { rows, total: await countToPay(engine), next: found.length > limit ? rows.at(-1)?.id : undefined }
}

export type { ToPayRow }

export type SharedReference = SharedReferenceRow

/**
 * Open live pay-ins whose payer reference is also on another pay-in of the same account. One receipt pays one order.
 */
export async function listSharedReferences(
  deps: Pick<PlatformDeps, 'database'>,
): Promise<readonly SharedReferenceRow[]> {
  return await readSharedReferences(deps.database.engine, { limit: rowsMax })
}

/** The same for one pay-in of any status; undefined if no other pay-in has its reference. */
export async function findSharedReference(
  deps: Pick<PlatformDeps, 'database'>,
  transactionId: string,
): Promise<SharedReferenceRow | undefined> {
  const [found] = await readSharedReferences(deps.database.engine, { transactionId })
  return found
}

/** Number of transactions in the review queue. */
export async function countForOperator({ database }: Pick<PlatformDeps, 'database'>): Promise<number> {
  return await countNeedingOperator(database.engine)
}

/** Money in suspense by environment and currency, according to the transactions and to the ledger. */
export async function suspenseSums({
  database: { engine },
}: Pick<PlatformDeps, 'database'>): Promise<readonly SuspenseSum[]> {
  const [rows, purses] = await Promise.all([readSuspenseSums(engine), readPurses(engine)])
  return compareSuspense(
    rows,
    purses.filter(({ kind }) => kind === 'suspense'),
  )
}

/** A transaction of any point, for an operator. Throws `not_found`. */
export async function requireRow(db: Db, transactionId: string): Promise<TransactionRow> {
  const row = isUuid(transactionId) ? await readAnyTransaction(db, transactionId) : undefined
  if (!row)
    throw new Problem('not_found', { message: say('operator.unknown_transaction', { transaction_id: transactionId }) })
  return row
}
