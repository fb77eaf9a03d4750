import type { PlatformDeps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import type { TransactionRow } from '../processing/rules/transaction-row.ts'
import { Problem } from '../values/problem.ts'
import { compareSuspense, type SuspenseSum } from './rules/suspense-sums.ts'
import {
  countNeedingOperator,
  readNeedingOperator,
  readSharedReferences,
  type SharedReferenceRow,
} from './store/reads/operator.ts'
import { readPurses, readSuspenseSums } from './store/reads/operator-ledger.ts'

/** More than a person works off in a day, and few enough to print at once. */
const rowsMax = 500

export interface ReviewQueuePage {
  /** Oldest first. */
  rows: readonly TransactionRow[]
  /** How many there are in all. */
  total: number
  /** Behind which the next page begins; undefined: this is the last one. */
  next: string | undefined
}

/**
 * Transactions of all points that need a person: contradictions, money in suspense, a day without an answer. `after` =
 * the last transaction of the page before. Throws `validation_failed`.
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

export type SharedReference = SharedReferenceRow

/** Open live pay-ins whose payer's reference stands on another one of their account: one receipt pays one order. */
export async function listSharedReferences(
  deps: Pick<PlatformDeps, 'database'>,
): Promise<readonly SharedReferenceRow[]> {
  return await readSharedReferences(deps.database.engine, { limit: rowsMax })
}

/** The same for one pay-in, whatever its status; undefined where its reference stands on no other. */
export async function findSharedReference(
  deps: Pick<PlatformDeps, 'database'>,
  transactionId: string,
): Promise<SharedReferenceRow | undefined> {
  const [found] = await readSharedReferences(deps.database.engine, { transactionId })
  return found
}

/** How many transactions need a person. */
export async function countForOperator({ database }: Pick<PlatformDeps, 'database'>): Promise<number> {
  return await countNeedingOperator(database.engine)
}

/** Money in suspense by environment and currency, as transactions and the ledger tell it. */
export async function suspenseSums({
  database: { engine },
}: Pick<PlatformDeps, 'database'>): Promise<readonly SuspenseSum[]> {
  const [rows, purses] = await Promise.all([readSuspenseSums(engine), readPurses(engine)])
  return compareSuspense(
    rows,
    purses.filter(({ kind }) => kind === 'suspense'),
  )
}
