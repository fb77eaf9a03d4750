import type { Db } from './database.ts'

/** Fewer rows are read fast by any plan. */
const rowsMin = 100

/** So many times what PostgreSQL last counted: by then its picture of the table has nothing to do with it. */
const growthMin = 4

/** Tables of one round. A look takes milliseconds, because it reads a sample. */
const tablesPerRound = 20

/**
 * Lets PostgreSQL look at tables of ours that it knows nothing about or that are many times as large as when it last
 * looked. By itself it looks once a minute; until then one index looks as good to it as another, and a group's
 * references were looked for among all transactions of their point. Waits for nobody: a table that is being looked at is
 * left out. Returns how many it looked at.
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
