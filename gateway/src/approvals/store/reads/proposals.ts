import type { Db } from '../../../platform/database/database.ts'
import type { CurrencyCode } from '../../../values/currency.ts'
import type { Environment } from '../../../values/environment.ts'

export const proposalStates = ['open', 'done', 'refused', 'withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]

/** A proposal with the names of what and whom it is about. */
export interface ProposalRow {
  id: string
  action: string
  environment: Environment
  point_id: string | null
  point_name: string | null
  merchant_name: string | null
  transaction_id: string | null
  reference: string | null
  amount_minor: bigint | null
  currency: CurrencyCode | null
  input: Record<string, unknown>
  evidence: string
  alone: boolean
  proposed_by: string
  proposer_name: string
  proposer_email: string
  proposer_role: string
  proposer_disabled: boolean
  proposed_at: Date
  state: ProposalState
  decider_name: string | null
  decider_email: string | null
  decided_at: Date | null
  decision_note: string | null
  last_failure: string | null
}

const columns = `q.id, q.action, q.environment, q.point_id, p.name as point_name, m.name as merchant_name, q.transaction_id,
  t.reference, t.amount_minor, t.currency, q.input, q.evidence, q.alone, q.proposed_by, a.name as proposer_name,
  a.email as proposer_email, a.role as proposer_role, a.disabled_at is not null as proposer_disabled, q.proposed_at, q.state, b.name as decider_name, b.email as decider_email, q.decided_at,
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

export interface ProposalFilters {
  /** Open ones, or those that are not; both where omitted. */
  open?: boolean
  transactionId?: string
  pointId?: string
  /** Keyset: made before this one. */
  before?: string
  limit: number
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
