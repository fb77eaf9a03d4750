import pg from 'pg'

/** A statement that makes a constraint or an index again, with the name of what it makes. */
interface Made {
  table: string
  name: string
  statement: string
}

/** What stood in the way of writing fast, in the order in which it has to come back. */
export interface Dropped {
  /** Primary keys and uniques: one after another for each table. */
  keys: readonly Made[]
  indexes: readonly Made[]
  /** Foreign keys of these tables, and to them. */
  references: readonly Made[]
}

/** Drops every index, key and foreign key of these tables, and those to them, as the catalogue has them. */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<Dropped> {
  const constraints = await client.query<Made & { kind: string }>(
    `select conrelid::regclass::text as table, conname as name, contype as kind,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
      from pg_constraint where conparentid = 0 and (conrelid = any ($1::regclass[]) and contype in ('f', 'u', 'p')
        or confrelid = any ($1::regclass[]) and contype = 'f') order by contype, conname`,
    [tables],
  )
  const references = constraints.rows.filter(({ kind }) => kind === 'f')
  const keys = constraints.rows.filter(({ kind }) => kind !== 'f')
  for (const { table, name } of [...references, ...keys]) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  const indexes = await client.query<Made>(
    `select i.indrelid::regclass::text as table, c.relname as name, pg_get_indexdef(c.oid) as statement
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = any ($1::regclass[]) order by 2`,
    [tables],
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  return { keys, indexes: indexes.rows.map(withoutOnly), references }
}

/** A partitioned table's index is described for it alone; it is made for the partitions as well. */
function withoutOnly(made: Made): Made {
  return { ...made, statement: made.statement.replace(' ON ONLY ', ' ON ') }
}

/** Makes it all again; `log` hears of each how long it took. */
export async function makeIndexes(
  clients: readonly pg.Client[],
  dropped: Dropped,
  log: (what: string, seconds: number) => void,
): Promise<void> {
  const inTurn = async (made: Made, client: pg.Client) => {
    const from = performance.now()
    await client.query(made.statement)
    log(made.name, (performance.now() - from) / 1_000)
  }
  const tables = [...new Set(dropped.keys.map(({ table }) => table))]
  await share(clients, tables, async (table, client) => {
    for (const made of dropped.keys.filter((each) => each.table === table)) await inTurn(made, client)
  })
  await share(clients, dropped.indexes, inTurn)
  await share(clients.slice(0, 1), dropped.references, inTurn)
}

/** Gives work to whichever client is free, in order. */
export async function share<Work>(
  clients: readonly pg.Client[],
  work: readonly Work[],
  run: (item: Work, client: pg.Client) => Promise<void>,
): Promise<void> {
  const left = [...work]
  await Promise.all(
    clients.map(async (client) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item, client)
    }),
  )
}
