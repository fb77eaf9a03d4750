import { bookedMoneyExpression, toBookedMoney } from '../../../ledger/rules/booked-money.ts'
import type { BookedMoney } from '../../../ledger/rules/fee-and-net.ts'
import { readAmounts } from '../../../processing/rules/amounts.ts'
import {
  type RefundSums,
  type RefundSumsText,
  refundSumsExpression,
  toRefundSums,
} from '../../../processing/rules/refund-sums.ts'
import type { Amounts } from '../../../processing/rules/state.ts'
import {
  type HistoryEntry,
  type ShownTransaction,
  shownColumns,
  type Transaction,
} from '../../../processing/rules/transaction.ts'
import type { Reason, Status } from '../../../values/status.ts'

// What replies show is read as one JSON array for each transaction: the driver reads it in less than half the time of
// thirty columns, and PostgreSQL writes an array in less time than an object (docs/performance.md).

/** A transaction with what the ledger booked of it. */
export interface BookedTransaction extends ShownTransaction {
  bookedMoney: BookedMoney
  /** What refunds took of a pay-in. */
  refundSums: RefundSums | null
}

/** One transaction of the point with its history. */
export interface TransactionDetail extends BookedTransaction, Pick<Transaction, 'details'> {
  endToEndId: string | null
  providerReference: string | null
  senderName: string | null
  senderDocument: string | null
  cardBin: string | null
  cardLast4: string | null
  /** In the order of time. */
  history: readonly HistoryEntry[]
}

/** The expression of a field over `transactions t`, and the field's value from JSON. */
interface JsonField {
  sql: string
  read(value: unknown): unknown
}

/** What is read: `amounts` follow from it. */
type FieldsOf<T extends ShownTransaction> = {
  readonly [Field in keyof (Omit<T, 'amounts'> & Omit<Amounts, 'feeMinor'>)]: JsonField
}

export interface JsonRow {
  json: readonly unknown[]
}

/** A select's column `json`, and the transaction from it. */
export interface JsonRows<T> {
  column: string
  read(row: JsonRow): T
}

function jsonRows<T extends ShownTransaction>(fields: FieldsOf<T>): JsonRows<T> {
  const all = Object.entries<JsonField>(fields)
  // A copy has its fields at once; an object that gets them one by one takes several times as long.
  const empty = Object.fromEntries([...all.map(([name]) => [name, null]), ['amounts', null]])
  return {
    column: `json_build_array(${all.map(([, { sql }]) => sql).join(', ')}) as json`,
    read: ({ json }) => {
      const found = { ...empty }
      for (const [place, [name, { read }]] of all.entries()) found[name] = read(json[place])
      found.amounts = readAmounts(found)
      return found
    },
  }
}

function plain(column: string): JsonField {
  return { sql: `t.${column}`, read: (value) => value }
}

/** Text in JSON, because money never passes a double. */
function money(column: string): JsonField {
  return { sql: `t.${column}::text`, read: (value) => (value === null ? null : BigInt(value as string)) }
}

function instant(column: string): JsonField {
  return { sql: `t.${column}`, read: (value) => (value === null ? null : new Date(value as string)) }
}

function fieldOf(column: string): JsonField {
  if (column.endsWith('_minor')) return money(column)
  return column.endsWith('_at') ? instant(column) : plain(column)
}

const shownFields = Object.fromEntries(
  Object.entries(shownColumns).map(([field, column]) => [field, fieldOf(column)]),
) as Record<keyof typeof shownColumns, JsonField>

const bookedFields: FieldsOf<BookedTransaction> = {
  ...shownFields,
  isWithdrawal: { sql: 't.withdrawal_account_id is not null', read: (value) => value },
  bookedMoney: { sql: bookedMoneyExpression, read: (value) => toBookedMoney(value as [string, string] | null) },
  refundSums: { sql: refundSumsExpression, read: (value) => toRefundSums(value as RefundSumsText) },
}

/** For lists. */
export const bookedRows = jsonRows<BookedTransaction>(bookedFields)

/** No transaction has more changes than this. */
export const historyRowsMax = 200

const history: JsonField = {
  sql: `(select json_agg(json_build_array(status, reason, source, detail, created_at) order by id) from (
      select id, status, reason, source, detail, created_at from transaction_history
      where point_id = t.point_id and transaction_id = t.id order by id limit ${historyRowsMax}) h)`,
  read: (value) => ((value ?? []) as ChangeInJson[]).map(toHistoryEntry),
}

type ChangeInJson = [status: Status, reason: Reason, source: string, detail: string | null, at: string]

function toHistoryEntry([status, reason, source, detail, at]: ChangeInJson): HistoryEntry {
  return { status, reason, at: new Date(at), source, detail }
}

/** For the page of one transaction, with its history in the same round trip. */
export const detailRows = jsonRows<TransactionDetail>({
  ...bookedFields,
  details: plain('details'),
  endToEndId: plain('end_to_end_id'),
  providerReference: plain('provider_reference'),
  senderName: plain('sender_name'),
  senderDocument: plain('sender_document'),
  cardBin: plain('card_bin'),
  cardLast4: plain('card_last4'),
  history,
})
