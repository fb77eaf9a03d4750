import pg from 'pg'
import { ensureMonthPartitions } from '../../src/core/platform/database/partitions.ts'
import type { SetUp } from '../../test/support/set-up.ts'
import { dropIndexes, makeIndexes, share } from './catalogue.ts'
import { lives } from './life.ts'
import { makeShops, type Shops } from './points.ts'
import { filledTables } from './tables.ts'

/** Connections that write and index at once: more than cores gives nothing. */
const writers = 3

/** Transactions of one statement: a few seconds of work. */
const livesPerStatement = 50_000

/** A year. */
const spanMs = 365 * 86_400_000

export interface Wish {
  /** Transactions. Each has three rows of history, a callback that was delivered and what else belongs to it. */
  rows: number
  points: number
  log: (line: string) => void
}

/** What a filled database holds. */
export interface Filled extends Shops {
  rows: number
}

/**
 * Fills a fresh database with a year of payments that ends now: server-side, several connections, with indexes, keys and
 * foreign keys dropped and made again from the catalogue. Balances are added up from the transfers at the end.
 */
export async function fill(world: SetUp, { rows, points, log }: Wish): Promise<Filled> {
  const started = performance.now()
  const since = () => `${Math.round((performance.now() - started) / 1_000)} s`
  const shops = await makeShops(world, points)
  const toMs = world.clock.now().getTime()
  await makePartitions(world.database.owner, toMs)
  const clients = await connect(world.url)
  const [first] = clients
  if (!first) throw new Error('Bug! no connection')
  try {
    const dropped = await dropIndexes(
      first,
      filledTables.map(({ name }) => name),
    )
    log(
      `${since()}: ${points} points made, ${dropped.indexes.length} indexes, ${dropped.keys.length} keys and ${dropped.references.length} foreign keys dropped`,
    )
    const source = lives(shops, { fromMs: toMs - spanMs, toMs, rows })
    await share(clients, filledTables, async ({ name, insert, sequence }, client) => {
      const from = performance.now()
      for (let at = 1; at <= rows; at += livesPerStatement) {
        await client.query(insert(source), [at, Math.min(at + livesPerStatement - 1, rows)])
      }
      if (sequence !== undefined) await client.query(sequence, [rows])
      log(`${since()}: ${name} written in ${Math.round((performance.now() - from) / 1_000)} s`)
    })
    await makeIndexes(clients, dropped, (what, seconds) => log(`${since()}: ${what} made in ${Math.round(seconds)} s`))
    await share(
      clients,
      filledTables,
      async ({ name }, client) => void (await client.query(`vacuum (analyze) ${name}`)),
    )
    await addUp(first)
    log(`${since()}: balances added up, all tables vacuumed`)
    return { ...shops, rows }
  } finally {
    for (const client of clients) await client.end()
  }
}

async function connect(url: string): Promise<pg.Client[]> {
  const clients = Array.from({ length: writers }, () => new pg.Client({ connectionString: url }))
  for (const client of clients) {
    await client.connect()
    await client.query(
      `set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'; set jit = off;
      set max_parallel_maintenance_workers = 0; set max_parallel_workers_per_gather = 0`,
    )
  }
  return clients
}

/** The months that the rows span, as the job made them when they came. */
async function makePartitions(owner: pg.Pool, toMs: number): Promise<void> {
  const monthMs = 28 * 86_400_000
  for (let at = toMs - spanMs; at <= toMs; at += monthMs) await ensureMonthPartitions(owner, new Date(at))
}

/** What decides about money is stored with the account; it is the sum of what was moved. */
async function addUp(client: pg.Client): Promise<void> {
  await client.query(
    `update ledger_accounts a set balance_minor = s.minor from (
      select account, sum(minor)::bigint as minor from (
        select credit_account as account, amount_minor as minor from ledger_transfers
        union all select debit_account, -amount_minor from ledger_transfers) x group by account) s
    where a.id = s.account and a.balance_minor is not null`,
  )
  await client.query('vacuum (analyze) ledger_accounts')
}

/** Each table with its indexes and its size in bytes, the largest first. */
export async function readSizes(owner: pg.Pool): Promise<readonly { name: string; bytes: number; rows: number }[]> {
  const found = await owner.query<{ name: string; bytes: string; rows: string }>(
    `select c.relname as name, pg_relation_size(c.oid)::text as bytes, greatest(c.reltuples, 0)::bigint::text as rows
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 1000000
      order by pg_relation_size(c.oid) desc`,
  )
  return found.rows.map(({ name, bytes, rows }) => ({ name, bytes: Number(bytes), rows: Number(rows) }))
}
