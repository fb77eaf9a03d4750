import type { Db } from '../../platform/database/database.ts'
import type { LineClass } from './line-states.ts'

/** A transaction that a waiting line may belong to. */
export interface LineCandidate {
  lineId: string
  transactionId: string
  class: LineClass
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
