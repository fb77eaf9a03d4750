import type { Db } from '../../../../core/platform/database/database.ts'
import type { ProposalFilters, ProposalRow } from '../../rules/proposal.ts'

const columns = `q.id, q.action, q.environment, q.point_id, p.name as point_name, m.name as merchant_name, q.transaction_id,
  t.reference, t.amount_minor, t.currency, q.input, q.evidence, q.alone, q.proposed_by, a.name as proposer_name,
  a.email as proposer_email, q.proposed_at, q.state, b.name as decider_name, b.email as decider_email, q.decided_at,
  q.decision_note, q.last_failure`

const joins = `join users a on a.id = q.proposed_by left join users b on b.id = q.decided_by
  left join points p on p.id = q.point_id left join merchants m on m.id = p.merchant_id
  left join transactions t on t.id = q.transaction_id`

export async function readProposal(db: Db, id: string): Promise<ProposalRow | undefined> {
  const found = await db.query<ProposalRow>({
    name: 'read-proposal',
    text: `select ${columns} from proposals q ${joins} where q.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** Newest first. */
export async function readProposals(db: Db, filters: ProposalFilters): Promise<readonly ProposalRow[]> {
  const values: unknown[] = []
  const conditions: string[] = []
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (filters.open !== undefined) conditions.push(`q.state ${filters.open ? '=' : '<>'} 'open'`)
  add((place) => `q.transaction_id = ${place}::uuid`, filters.transactionId)
  add((place) => `q.point_id = ${place}::uuid`, filters.pointId)
  add((place) => `q.id < ${place}::uuid`, filters.before)
  values.push(filters.limit)
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const found = await db.query<ProposalRow>({
    text: `select ${columns} from (select q.* from proposals q ${where} order by q.id desc limit $${values.length}) q ${joins}
      order by q.id desc`,
    values,
  })
  return found.rows
}

export async function countOpenProposals(db: Db): Promise<number> {
  const found = await db.query<{ n: bigint }>({
    name: 'count-all-open-proposals',
    text: `select count(*) as n from proposals where state = 'open'`,
  })
  return Number(found.rows[0]?.n ?? 0n)
}
