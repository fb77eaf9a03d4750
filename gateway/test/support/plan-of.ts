import type pg from 'pg'
import type { Db, Plans } from '../../src/core/platform/database/database.ts'

/** A node of PostgreSQL's own account of how it ran a statement. */
interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  'Plan Rows': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** With the plan for these values, or the general one; for these values and in the order of an index (`asMerchant`). */
export type PlanChoice = 'for these values' | Plans

export interface PlanOf {
  /** Rows that were read from tables and indexes, whether they were kept or not. */
  rowsRead: number
  /** The conditions that led into indexes. */
  indexConditions: readonly string[]
  /** The most rows that the planner expects any part of the statement to write: from many it reads whole tables to join them. */
  writesGuessed: number
}

/**
 * How the statement that `run` sends is worked off, with the plan that was chosen; PostgreSQL takes the
 * general one for a named statement after five runs. Scans of whole tables are chosen only where nothing else is
 * possible, so that small tables tell what large ones do. Nothing that it writes stays.
 */
export async function planOf(client: pg.Client, run: (db: Db) => Promise<unknown>, plan: PlanChoice): Promise<PlanOf> {
  let sent: pg.QueryConfig | undefined
  await run({
    query: async (statement) => {
      sent = statement
      return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] }
    },
  })
  const values = (sent?.values ?? [])
    .map((value) => (value === null ? 'null' : client.escapeLiteral(literal(value))))
    .join(', ')
  await client.query('begin')
  try {
    await client.query(
      `set local plan_cache_mode = ${plan === 'general' ? 'force_generic_plan' : 'force_custom_plan'};
       set local enable_sort = ${plan === 'in order' ? 'off' : 'on'}; set local enable_seqscan = off; prepare looked_at as ${sent?.text}`,
    )
    const found = await client.query(`explain (analyze, format json) execute looked_at ${values && `(${values})`}`)
    const nodes = flat(found.rows[0]['QUERY PLAN'][0].Plan)
    const scans = nodes.filter((node) => /Scan/.test(node['Node Type']) && !/^(CTE|Subquery)/.test(node['Node Type']))
    return {
      rowsRead: Math.round(scans.reduce((sum, node) => sum + rowsOf(node), 0)),
      indexConditions: nodes.flatMap((node) => node['Index Cond'] ?? []),
      writesGuessed: Math.max(
        0,
        ...nodes.filter((node) => node['Node Type'] === 'ModifyTable').map((node) => node['Plan Rows']),
      ),
    }
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

function rowsOf(node: PlanNode): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * node['Actual Loops']
}

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}

function literal(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  // The backslash of a bytea is doubled within an array.
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  return Array.isArray(value) ? `{${value.map(literal).join(',')}}` : String(value)
}
