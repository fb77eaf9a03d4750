import type pg from 'pg'

/** A column that holds money in minor units. */
export interface MoneyColumn {
  table: string
  column: string
}

/** Columns of whole numbers that hold no money, by their names: ids, order, time, sizes. */
const withoutMoney =
  /(^|_)(id|seq|sequence|number|account|upto)$|_ms$|_bytes$|_step$|^(debit_account|credit_account|api_key|transactions|held|drawn_in_week)$/

/** What a column of money is called. */
const moneyNames = /_minor$|amount|balance|price|fee(_|$)|(^|_)(credit|debit|sum|total|money)(ed|s)?$/

/**
 * Money columns of all tables, from the catalogue, and columns of whole numbers of which the name says neither that they
 * hold money nor that they do not: such a name must be added to one of the two patterns.
 */
export async function moneyColumns(db: pg.Pool): Promise<{ money: MoneyColumn[]; unclear: MoneyColumn[] }> {
  const found = await db.query<MoneyColumn>(
    `select c.relname as table, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.atttypid in ('int8'::regtype, 'numeric'::regtype) order by 1, 2`,
  )
  const money = found.rows.filter(({ column }) => moneyNames.test(column))
  const unclear = found.rows.filter(({ column }) => !moneyNames.test(column) && !withoutMoney.test(column))
  return { money, unclear }
}

/** Values of a column, with where their rows are. */
export async function valuesOf(
  db: pg.Pool,
  { table, column }: MoneyColumn,
): Promise<{ place: string; value: bigint | null }[]> {
  const found = await db.query<{ place: string; value: string | null }>(
    `select ctid::text as place, "${column}"::text as value from "${table}" order by ctid`,
  )
  return found.rows.map(({ place, value }) => ({ place, value: value === null ? null : BigInt(value) }))
}

/** Writes one value. Returns where the row is now; undefined where a constraint refuses it. */
export async function writeValue(
  db: pg.Pool,
  { table, column }: MoneyColumn,
  written: { place: string; value: bigint | null },
): Promise<string | undefined> {
  try {
    const updated = await db.query<{ place: string }>(
      `update "${table}" set "${column}" = $2 where ctid = $1::tid returning ctid::text as place`,
      [written.place, written.value],
    )
    return updated.rows[0]?.place
  } catch (error) {
    if ((error as { code?: unknown }).code === checkViolation) return undefined
    throw error
  }
}

/** SQLSTATE of a row that violates a CHECK. */
const checkViolation = '23514'
