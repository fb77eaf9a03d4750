import type { Db } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import type { TransactionRow } from '../processing/rules/transaction-row.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import { compareSuspense, type SuspenseSum } from './rules/suspense-sums.ts'
import {
  countNeedingOperator,
  readAnyTransaction,
  readNeedingOperator,
  readSharedReferences,
  type SharedReferenceRow,
} from './store/reads/operator.ts'
import { readPurses, readSuspenseSums } from './store/reads/operator-ledger.ts'

/** More than a person handles in a day, and few enough for one print. */
const rowsMax = 500

/** Rows that the command counts at most. */
const countedByCommand = 1_000_000

/** The dashboard writes `1,000+` where a count reaches this. */
export const deskCountMax = 1_000

export interface ReviewQueuePage {
  /** Oldest first. */
  rows: readonly TransactionRow[]
  /** Number of all rows, counted up to `countedMax`. */
  total: number
  /** Cursor of the next page; undefined: this is the last one. */
  next: string | undefined
}

export interface ReviewQueueWish {
  /** The last transaction of the previous page. */
  after?: string | undefined
  /** Undefined: both. */
  environment?: Environment | undefined
  /** Rows of the page; at most, and by default, `rowsMax`. */
  limit?: number
  countedMax?: number
}

/**
 * The review queue of all points: contradictions, money in suspense, a day without an answer. Throws `validation_failed`.
 */
export async function listForOperator(
  deps: Pick<PlatformDeps, 'database'>,
  { after, environment, limit = rowsMax, countedMax = countedByCommand }: ReviewQueueWish = {},
): Promise<ReviewQueuePage> {
  if (after !== undefined && !isUuid(after)) {
    const message = 'This must be the transaction_id of the last line of the page before.'
    throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'after', message }] })
  }
  const { engine } = deps.database
  const size = Math.min(limit, rowsMax)
  const found = await readNeedingOperator(engine, { limit: size + 1, after, environment })
  const rows = found.slice(0, size)
  const next = found.length > size ? rows.at(-1)?.id : undefined
  return { rows, total: await countNeedingOperator(engine, environment, countedMax), next }
}

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

/** Number of transactions in the review queue of one environment, counted up to `deskCountMax`. */
export async function countForOperator(
  { database }: Pick<PlatformDeps, 'database'>,
  environment: Environment,
): Promise<number> {
  return await countNeedingOperator(database.engine, environment, deskCountMax)
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
  if (!row) throw new Problem('not_found', { message: `There is no transaction ${transactionId}.` })
  return row
}
