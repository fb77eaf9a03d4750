import type { Db } from './database.ts'

/** Tables with fewer rows are fast with any plan. */
const rowsMin = 100

/** Growth since the last analyze. By then the statistics are useless. */
const growthMin = 4

/** Tables per round. Analyzing one takes milliseconds, because it reads a sample. */
const tablesPerRound = 20

/**
 * Analyzes tables without statistics, and tables that have grown by a multiple since the last analyze. Autovacuum runs
 * only once a minute. Without statistics the planner may pick the wrong index, and search a reference among all
 * transactions of a point. Skips tables that another session is analyzing. Returns the number of analyzed tables.
 */
export async function refreshStatistics(owner: Db): Promise<number> {
  const found = await owner.query<{ name: string }>({
    name: 'find-young-tables',
    text: `select c.oid::regclass::text as name
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.schemaname = 'public' and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')
        and s.n_mod_since_analyze >= $1 and s.n_mod_since_analyze >= $2 * c.reltuples
      order by s.n_mod_since_analyze desc limit $3`,
    values: [rowsMin, growthMin, tablesPerRound],
  })
  for (const { name } of found.rows) await owner.query({ text: `analyze (skip_locked) ${name}` })
  return found.rows.length
}
