import type { Db } from '../../../core/platform/database/database.ts'
import { isOfNoExtension, tablesElsewhere } from './schema-checks.ts'
import type { ViolationRow } from './transaction-checks.ts'

/** A table that the reader may read. `column` names the owner of a row; undefined where none does. */
export interface ReadableTable {
  name: string
  column: string | undefined
}

/** Readable tables without merchant data: the clock's offset is the same for all. */
const sharedTables = ['gateway_clock']

/** Required policy text by owner column, without spaces, brackets and `points.`. */
const rules: Readonly<Record<string, string>> = {
  id: 'id=reading_merchant',
  merchant_id: 'merchant_id=reading_merchant',
  point_id: 'point_idinselectidfrompointswheremerchant_id=reading_merchant',
}

/** Body of the function that all policies use; `core/platform/database/database.ts` sets its parameter. */
const boundMerchant = "select nullif(current_setting('pasarela.merchant_id', true), '')::uuid"

/** Tables that the reader may read, from the catalogue. */
export async function readableTables(db: Db): Promise<readonly ReadableTable[]> {
  const found = await db.query<{ name: string; column: string | null }>({
    name: 'verify-readable-tables',
    text: `select c.relname as name, case when c.relname = 'merchants' then 'id' else (
        select min(a.attname) from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
          and a.attname in ('point_id', 'merchant_id')) end as column
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and has_any_column_privilege('pasarela_reader', c.oid, 'select') and c.relname <> all ($1::text[])
        and ${isOfNoExtension}
      order by 1`,
    values: [sharedTables],
  })
  return found.rows.map(({ name, column }) => ({ name, column: column ?? undefined }))
}

/** Gaps in tenant isolation by the catalogue: missing row security, other policies, ways to bypass them. */
export async function gapsInIsolation(db: Db, tables: readonly ReadableTable[]): Promise<readonly ViolationRow[]> {
  const found = await db.query<{ name: string; secured: boolean; policies: { cmd: string; rule: string }[] }>({
    name: 'verify-policies',
    text: `select c.relname as name, c.relrowsecurity as secured, coalesce((
        select json_agg(json_build_object('cmd', p.cmd, 'rule', regexp_replace(lower(p.qual), '[[:space:]()]|points\\.', '', 'g')))
        from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'PERMISSIVE'
          and (p.roles && array['pasarela_reader', 'public']::name[])), '[]') as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])`,
    values: [tables.map(({ name }) => name)],
  })
  const columns = new Map(tables.map(({ name, column }) => [name, column]))
  return [
    ...found.rows.flatMap(({ name, secured, policies }) => {
      const column = columns.get(name)
      if (column === undefined) return [{ id: name, what: 'may be read, and nothing says whose its rows are' }]
      if (!secured) return [{ id: name, what: 'has no row-level security' }]
      const [policy] = policies
      const right = policies.length === 1 && policy?.cmd === 'SELECT' && policy.rule === rules[column]
      return right ? [] : [{ id: name, what: 'has another policy for the reader than the one that belongs there' }]
    }),
    ...(await waysAround(db)),
    ...(await tablesElsewhere(db)),
  ]
}

async function waysAround(db: Db): Promise<readonly ViolationRow[]> {
  const found = await db.query<ViolationRow>({
    name: 'verify-ways-around-policies',
    text: `select 'pasarela_reader' as id, 'is not bound by row-level security' as what from pg_roles
        where rolname = 'pasarela_reader' and (rolsuper or rolbypassrls)
      union all
      select 'pasarela_reader', 'may become ' || r.rolname from pg_roles r
        where r.rolname <> 'pasarela_reader' and pg_has_role('pasarela_reader', r.oid, 'member')
          and (r.rolname = 'pasarela_engine' or r.rolsuper or r.rolbypassrls
            or r.oid = (select relowner from pg_class where oid = 'transactions'::regclass))
      union all
      select 'reading_merchant', 'says another merchant than the bound one' from pg_proc
        where pronamespace = 'public'::regnamespace and proname = 'reading_merchant' and btrim(prosrc, E' \\n;') <> $1`,
    values: [boundMerchant],
  })
  return found.rows
}

/** Two merchants for the row-level security check; fewer where fewer exist. */
export async function someMerchants(db: Db): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'verify-merchants',
    text: `select merchant_id as id from points group by merchant_id order by max(created_at) desc limit 2`,
  })
  return found.rows.map(({ id }) => id)
}

/** A sample row for the row-level security check: its ctid and its owner. */
export interface SampleRow {
  ctid: string
  owner: string
  merchant: string
}

/** Rows of one table that are searched for sample rows, one per owner. */
const sampleRowsMax = 200

/** Sample rows of a table, one per owner, as the engine role sees them. Names come from the catalogue only. */
export async function sampleRows(engine: Db, { name, column }: ReadableTable): Promise<readonly SampleRow[]> {
  if (column === undefined) return []
  const merchant = column === 'point_id' ? '(select merchant_id from points p where p.id = s.owner)' : 's.owner'
  const found = await engine.query<SampleRow>({
    text: `select distinct on (s.owner) s.ctid_of_row::text as ctid, s.owner, ${merchant} as merchant from (
        select ctid as ctid_of_row, ${column} as owner from ${quoted(name)} where ${column} is not null limit ${sampleRowsMax}) s
      order by s.owner`,
  })
  return found.rows
}

/**
 * Whether the bound reader sees one of these rows. Reads by ctid, which needs neither index nor scan, and by owner,
 * because the ctid may have been reused.
 */
export async function seesRows(reader: Db, table: ReadableTable, rows: readonly SampleRow[]): Promise<boolean> {
  if (rows.length === 0) return false
  const found = await reader.query<{ seen: boolean }>({
    text: `select exists (select from ${quoted(table.name)} where ctid = any ($1::tid[])
      and ${table.column} = any ($2::uuid[])) as seen`,
    values: [rows.map(({ ctid }) => ctid), rows.map(({ owner }) => owner)],
  })
  return found.rows[0]?.seen ?? false
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
