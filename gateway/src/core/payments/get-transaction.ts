import type { PlatformDeps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import type { HistoryEntry } from '../processing/rules/transaction.ts'
import { toTransaction } from '../processing/rules/transaction-row.ts'
import type { Caller } from '../values/caller.ts'
import { noSuchTransaction } from '../web/no-such-transaction.ts'
import type { BookedTransaction } from './list-transactions.ts'
import { bookedMoneyOf } from './store/reads/booked-money.ts'
import { readHistory, readTransactionWithHistory } from './store/reads/transactions.ts'

/** One transaction of the point with its history. */
export interface TransactionDetail extends BookedTransaction {
  history: readonly HistoryEntry[]
  endToEndId: string | null
  providerReference: string | null
  senderName: string | null
  senderDocument: string | null
  cardBin: string | null
  cardLast4: string | null
}

/** Throws `not_found` for an unknown id and for a transaction of another point. */
export async function getTransaction(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  id: string,
): Promise<TransactionDetail> {
  const { pointId } = caller.point
  const found = isUuid(id) ? await readTransactionWithHistory(deps.database.engine, pointId, id) : undefined
  if (!found) throw noSuchTransaction(id)
  const { row, history } = found
  return {
    ...toTransaction(row),
    bookedMoney: bookedMoneyOf(row),
    history: history.map(({ created_at, ...entry }) => ({ ...entry, at: created_at })),
    endToEndId: row.end_to_end_id,
    providerReference: row.provider_reference,
    senderName: row.sender_name,
    senderDocument: row.sender_document,
    cardBin: row.card_bin,
    cardLast4: row.card_last4,
  }
}

/** The changes of a transaction in the order of time. */
export async function historyOf(
  { database }: Pick<PlatformDeps, 'database'>,
  { pointId, id }: { pointId: string; id: string },
): Promise<readonly HistoryEntry[]> {
  const rows = await readHistory(database.engine, pointId, id)
  return rows.map(({ created_at, ...entry }) => ({ ...entry, at: created_at }))
}
