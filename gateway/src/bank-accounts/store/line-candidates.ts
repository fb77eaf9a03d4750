import type { Db } from '../../platform/database/database.ts'
import type { OrderClass } from '../rules/line-classes.ts'

/** A transaction that a waiting line may belong to. */
export interface LineCandidate {
  lineId: string
  transactionId: string
  class: OrderClass
  rule: string
  score: number
  /** Codes of `match-types.ts`, without values. */
  reasons: readonly string[]
}

export interface LineCandidateRow {
  bank_line_id: string
  transaction_id: string
  class: LineCandidate['class']
  rule: string
  score: number
  reasons: string[]
}

/**
 * Locks transactions as rows that refer to them do, in order of id: before lines, so that a round and an update of an order
 * do not block each other.
 */
export async function keepTransactions(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query({
    name: 'keep-transactions-of-bank-lines',
    text: 'select 1 from transactions where id = any ($1::uuid[]) order by id for key share',
    values: [[...new Set(ids)]],
  })
}

/** Replaces what is proposed for the lines. */
export async function replaceCandidates(
  tx: Db,
  lineIds: readonly string[],
  candidates: readonly LineCandidate[],
): Promise<void> {
  await tx.query({
    name: 'delete-bank-line-candidates',
    text: 'delete from bank_line_candidates where bank_line_id = any ($1::uuid[])',
    values: [lineIds],
  })
  if (candidates.length === 0) return
  await tx.query({
    name: 'insert-bank-line-candidates',
    text: `insert into bank_line_candidates (bank_line_id, transaction_id, class, rule, score, reasons)
      select line, transaction, class, rule, score, reasons
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::jsonb[])
        as c(line, transaction, class, rule, score, reasons)`,
    values: [
      candidates.map(({ lineId }) => lineId),
      candidates.map(({ transactionId }) => transactionId),
      candidates.map((each) => each.class),
      candidates.map(({ rule }) => rule),
      candidates.map(({ score }) => score),
      candidates.map(({ reasons }) => JSON.stringify(reasons)),
    ],
  })
}

/** The best first. */
export async function readCandidatesOf(db: Db, lineIds: readonly string[]): Promise<readonly LineCandidateRow[]> {
  const found = await db.query<LineCandidateRow>({
    name: 'read-bank-line-candidates',
    text: `select bank_line_id, transaction_id, class, rule, score, reasons from bank_line_candidates
      where bank_line_id = any ($1::uuid[]) order by score desc, transaction_id`,
    values: [lineIds],
  })
  return found.rows
}

/**
 * Locks a transaction and then a line, as an update of the transaction by the line does: who refuses their match comes
 * before it or after it.
 */
export async function lockCandidate(tx: Db, lineId: string, transactionId: string): Promise<void> {
  await keepTransactions(tx, [transactionId])
  await tx.query({
    name: 'lock-refused-bank-line',
    text: 'select 1 from bank_line_states where bank_line_id = $1 for update',
    values: [lineId],
  })
}

/** Says that a line is not a transaction's: it is not proposed again. Both are locked. Returns whether that is new. */
export async function refuseCandidate(tx: Db, lineId: string, transactionId: string): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-bank-line-refusal',
    text: 'insert into bank_line_refusals (bank_line_id, transaction_id) values ($1, $2) on conflict do nothing',
    values: [lineId, transactionId],
  })
  await tx.query({
    name: 'delete-refused-bank-line-candidate',
    text: 'delete from bank_line_candidates where bank_line_id = $1 and transaction_id = $2',
    values: [lineId, transactionId],
  })
  return inserted.rowCount === 1
}

/** The transactions that the lines are not, each as `line transaction`. */
export async function readRefusals(db: Db, lineIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await db.query<{ bank_line_id: string; transaction_id: string }>({
    name: 'read-bank-line-refusals',
    // The second person who declines a link says the same as one who refuses the candidate.
    text: `select bank_line_id, transaction_id from bank_line_refusals where bank_line_id = any ($1::uuid[])
      union select (input ->> 'line_id')::uuid, transaction_id from proposals where action = 'link_line'
        and state = 'refused' and transaction_id is not null and input ->> 'line_id' = any ($2::text[])`,
    values: [lineIds, lineIds],
  })
  return new Set(found.rows.map((row) => refusalKey(row.bank_line_id, row.transaction_id)))
}

export function refusalKey(lineId: string, transactionId: string): string {
  return `${lineId} ${transactionId}`
}
