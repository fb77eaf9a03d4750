import type pg from 'pg'

/** A row to be written, by the names of a step's inputs. */
export type Row = Readonly<Record<string, unknown>>

/** What a column gets: the name of an input, or an expression of SQL. */
type Value = string | { sql: string }

/** One statement of a database transaction, in both forms. */
export interface Step {
  name: string
  /** One row, by scalar parameters. */
  one: { text: string; inputs: readonly string[] }
  /** Many rows, which it takes from the table expression `input`. */
  many: string
}

/** PostgreSQL's type of every input. */
export type InputTypes = Readonly<Record<string, string>>

let steps = 0

/** A name that no other statement has, as prepared statements demand. */
function nameOf(table: string): string {
  return `${table}-${++steps}`
}

/** An insert into `table`. */
export function insertStep(types: InputTypes, table: string, columns: Readonly<Record<string, Value>>): Step {
  const names = Object.keys(columns).join(', ')
  const own = inputsOf(Object.values(columns))
  const one = Object.values(columns).map((value) => expression(value, (name) => parameter(types, own, name)))
  const many = Object.values(columns).map((value) => expression(value, (name) => `i.${name}`))
  return {
    name: nameOf(table),
    one: { text: `insert into ${table} (${names}) values (${one.join(', ')})`, inputs: own },
    many: `insert into ${table} (${names}) select ${many.join(', ')} from input i`,
  }
}

/** An update of the row of `table` whose id is the input `key`. */
export function updateStep(
  types: InputTypes,
  [table, key]: readonly [table: string, key: string],
  columns: Readonly<Record<string, Value>>,
): Step {
  const own = inputsOf([...Object.values(columns), key])
  const set = (of: (name: string) => string) =>
    Object.entries(columns)
      .map(([name, value]) => `${name} = ${expression(value, of)}`)
      .join(', ')
  const asParameter = (name: string) => parameter(types, own, name)
  return {
    name: nameOf(table),
    one: { text: `update ${table} set ${set(asParameter)} where id = ${asParameter(key)}`, inputs: own },
    many: `update ${table} t set ${set((name) => `i.${name}`)} from input i where t.id = i.${key}`,
  }
}

/** A statement written by hand in both forms; `many` reads `input i`. */
export function ownStep(types: InputTypes, name: string, step: { one: string; many: string; inputs: string[] }): Step {
  const text = step.one.replaceAll(/:(\w+)\b(?!:)/g, (_, input: string) => parameter(types, step.inputs, input))
  return { name: nameOf(name), one: { text, inputs: step.inputs }, many: step.many }
}

/** The steps of one database transaction for one row: begin, each step as a named prepared statement, commit. */
export async function writeOne(pool: pg.Pool, steps: readonly Step[], row: Row): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const { name, one } of steps) {
      const values = one.inputs.map((input) => row[input])
      const { rowCount } = await client.query({ name: `one-${name}`, text: one.text, values })
      if (rowCount === 0) throw new Error(`${name} wrote nothing`)
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The same steps for many rows as one named statement: one round trip, one flush. */
export function manyWriter(types: InputTypes, name: string, steps: readonly Step[]) {
  const inputs = [...new Set(steps.flatMap(({ one }) => one.inputs))]
  const arrays = inputs.map((input, place) => `$${place + 1}::${types[input]}[]`).join(', ')
  const parts = steps.map(({ many }, place) => `s${place} as (${many} returning 1)`)
  const text = `with input as (select * from unnest(${arrays}) as i (${inputs.join(', ')})), ${parts.join(', ')}
    select count(*)::int as written from s0`
  return async (pool: pg.Pool, rows: readonly Row[]): Promise<void> => {
    const values = inputs.map((input) => rows.map((row) => row[input]))
    const found = await pool.query<{ written: number }>({ name: `many-${name}`, text, values })
    if (found.rows[0]?.written !== rows.length) throw new Error(`${name} wrote ${found.rows[0]?.written} rows`)
  }
}

function inputsOf(values: readonly Value[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}

function expression(value: Value, of: (input: string) => string): string {
  return typeof value === 'string' ? of(value) : value.sql
}

function parameter(types: InputTypes, inputs: readonly string[], name: string): string {
  return `$${inputs.indexOf(name) + 1}::${types[name]}`
}
