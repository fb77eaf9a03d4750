import type { Db } from '../database.ts'
import type { ViolationRow } from './page-checks.ts'

/** Tables whose rows no run-time role may change or delete. */
const appendOnly = ['ledger_transfers', 'transaction_history', 'callback_events', 'callback_attempts', 'audit_log']

/** Rights that would let a run-time role rewrite what happened. */
export async function rightsToRewrite(db: Db): Promise<readonly ViolationRow[]> {
  const found = await db.query<ViolationRow>({
    name: 'verify-append-only',
    text: `select t.name as id, r.name || ' may ' || p.name as what
      from unnest($1::text[]) as t(name), unnest(array['pasarela_engine', 'pasarela_reader']) as r(name),
        unnest(array['update', 'delete', 'truncate']) as p(name)
      where has_table_privilege(r.name, t.name, p.name)`,
    values: [appendOnly],
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

/** Money or ids in a type that rounds or ends too early. */
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
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  })
  const violations = found.rows.filter((row) => row.bad).map(({ id, type }) => ({ id, what: `is ${type}` }))
  return { checked: found.rows.length, violations }
}

/** Tables with merchant data that people may read, and whether row-level security stands on them. */
export async function readableTables(db: Db): Promise<readonly { name: string; column: string; secured: boolean }[]> {
  const found = await db.query<{ name: string; column: string; secured: boolean }>({
    name: 'verify-readable-tables',
    text: `select c.relname as name, a.attname as column, c.relrowsecurity as secured
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('point_id', 'merchant_id') and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_table_privilege('pasarela_reader', c.oid, 'select')`,
  })
  return found.rows
}

/** Two merchants to try the wall with; fewer where there are fewer. */
export async function someMerchants(db: Db): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'verify-merchants',
    text: `select merchant_id as id from points group by merchant_id order by max(created_at) desc limit 2`,
  })
  return found.rows.map(({ id }) => id)
}

/** Rows of other merchants that the bound reader sees in a table; any row where nobody is bound. Names from the catalogue only. */
export async function foreignRows(tx: Db, table: string, column: string, merchantId: string | null): Promise<number> {
  const name = `"${table.replaceAll('"', '""')}"`
  const other =
    column === 'merchant_id'
      ? 'merchant_id <> $1::uuid'
      : 'point_id not in (select id from points where merchant_id = $1::uuid)'
  const found = await tx.query<{ seen: boolean }>({
    text: `select exists (select from ${name} where $1::uuid is null or ${other}) as seen`,
    values: [merchantId],
  })
  return found.rows[0]?.seen ? 1 : 0
}
