import type { Db } from '../../../core/platform/database/database.ts'
import type { ViolationRow } from './transaction-checks.ts'

/** Append-only tables by the invariant that they belong to: no run-time role may update or delete their rows. */
export const appendOnly = {
  I4: ['ledger_transfers', 'transaction_history', 'callback_events', 'callback_attempts'],
  I12: ['audit_log'],
  I14: ['bank_file_parts', 'bank_statements', 'bank_lines', 'bank_line_sightings'],
} as const

/** Rights of run-time roles to rewrite tables. */
export async function rightsToRewrite(db: Db, tables: readonly string[]): Promise<readonly ViolationRow[]> {
  const found = await db.query<ViolationRow>({
    name: 'verify-append-only',
    text: `select t.name as id, r.name || ' may ' || p.name as what
      from unnest($1::text[]) as t(name), unnest(array['pasarela_engine', 'pasarela_reader']) as r(name),
        unnest(array['update', 'delete', 'truncate']) as p(name)
      where has_table_privilege(r.name, t.name, p.name)`,
    values: [tables],
  })
  return found.rows
}

/** The unique index behind "one transaction per point, pay type and reference". */
export async function missingReferenceIndex(db: Db): Promise<readonly ViolationRow[]> {
  const found = await db.query<{ n: bigint }>({
    name: 'verify-reference-index',
    text: `select count(*) as n from pg_constraint where conrelid = 'transactions'::regclass and contype = 'u' and convalidated
      and pg_get_constraintdef(oid) = 'UNIQUE (point_id, pay_type, reference)'`,
  })
  return (found.rows[0]?.n ?? 0n) === 1n ? [] : [{ id: 'transactions', what: 'the unique constraint is gone' }]
}

/** Columns of money or ids with a rounding or too small type. */
export async function unsafeColumns(db: Db): Promise<{ checked: number; violations: readonly ViolationRow[] }> {
  const found = await db.query<{ id: string; type: string; bad: boolean }>({
    name: 'verify-columns',
    text: `select c.relname || '.' || a.attname as id, y.typname as type,
        y.typname in ('float4', 'float8', 'money')
        or (y.typname = 'numeric' and c.relname <> 'ledger_sums')
        or (a.attname ~ '_minor$' and y.typname not in ('int8', 'numeric'))
        or (a.attname ~ '(^|_)id$' and y.typname in ('int4', 'int2')) as bad
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type y on y.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and ${isOfNoExtension}`,
  })
  const violations = found.rows.filter((row) => row.bad).map(({ id, type }) => ({ id, what: `is ${type}` }))
  return { checked: found.rows.length, violations: [...violations, ...(await tablesElsewhere(db))] }
}

/** Relations of extensions, such as \`pg_stat_statements\`, hold nothing of the gateway. Of \`pg_class c\`. */
export const isOfNoExtension = `not exists (select from pg_depend d
  where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** The catalogue is searched in \`public\`: tables in another schema would go unchecked. */
export async function tablesElsewhere(db: Db): Promise<readonly ViolationRow[]> {
  const found = await db.query<ViolationRow>({
    name: 'verify-schema-of-tables',
    text: `select relname as id, 'stands in the schema ' || relnamespace::regnamespace
        || ', and only public is checked' as what
      from pg_class where oid = 'transactions'::regclass and relnamespace <> 'public'::regnamespace`,
  })
  return found.rows
}
