import type pg from 'pg'

/**
 * Time and chance of a simulated database: functions of a schema that every name is looked up in before the server's own
 * (`search_path = public, sim, pg_catalog`). Made before the migrations, so that column defaults depend on them too. The
 * sequences are unlogged: setting one takes no transaction id and is seen at once, also inside transactions.
 * `current_timestamp` and its like are words of the grammar and cannot be replaced; no statement uses them.
 */
const statements = [
  'create schema sim',
  'create unlogged sequence sim.ms',
  'create unlogged sequence sim.chance',
  ...['statement_timestamp', 'now', 'clock_timestamp', 'transaction_timestamp'].map(
    (name) => `create function sim.${name}() returns timestamptz language sql stable as
      $$ select to_timestamp((select last_value from sim.ms) / 1000.0) $$`,
  ),
  `create function sim.gen_random_uuid() returns uuid language sql volatile as
    $$ select lpad(to_hex(nextval('sim.chance')), 32, '0')::uuid $$`,
  `create function sim.random() returns float8 language sql volatile as
    $$ select ((nextval('sim.chance') * 7919) % 10007) / 10007.0::float8 $$`,
  'grant usage on schema sim to public',
  'grant usage, select on all sequences in schema sim to public',
]

/** In a fresh database, before anything else. */
export async function shadowTimeAndChance(client: pg.Client, database: string): Promise<void> {
  for (const statement of statements) await client.query(statement)
  await client.query(`alter database ${database} set search_path = public, sim, pg_catalog`)
}

/** From here on the database's functions say this instant. */
export async function setDatabaseTime(client: pg.Client, ms: number): Promise<void> {
  await client.query({ name: 'set-time', text: `select setval('sim.ms', $1)`, values: [Math.floor(ms)] })
}
