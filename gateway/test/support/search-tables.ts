import type { SetUp } from './set-up.ts'

/** `table.column` of everything in the database that holds one of these texts, whatever its type; whole columns are read. */
export async function findTexts({ database }: Pick<SetUp, 'database'>, texts: readonly string[]): Promise<string[]> {
  const columns = await database.owner.query<{ table: string; column: string; type: string }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
  )
  const found: string[] = []
  for (const { table, column, type } of columns.rows) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const hits = await database.owner.query(
      `select from "${table}" where exists (select from unnest($1::text[]) as wanted(word) where position(word in ${text}) > 0) limit 1`,
      [texts],
    )
    if (hits.rowCount) found.push(`${table}.${column}`)
  }
  return found
}
