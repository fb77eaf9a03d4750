import pg from 'pg'
import { assert } from '../lib/assert.ts'
import { isUuid } from '../lib/ids.ts'

/** Anything that runs a statement: a pool, or the connection of an open transaction. */
export interface Db {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

export interface Database {
  /** The write path, jobs and reads by key, as role pasarela_engine. */
  engine: pg.Pool
  /** Lists and details where people read, as role pasarela_reader, bound to one merchant. */
  reader: pg.Pool
  /** The login role that owns the schema: migrations, partitions and the end of what is kept. */
  owner: pg.Pool
  close(): Promise<void>
}

/** With grouping, 12 connections keep one process busy (measured); the sum of all pools stays below the server's 60. */
const engineConnectionsMax = 12
const readerConnectionsMax = 6
const ownerConnectionsMax = 2

/** A statement that runs longer than this is stuck; it ends with an error instead of holding its locks. */
const statementTimeoutMs = 15_000

/** How long a caller waits for a connection before it gets `unavailable`: the queue in front of the pool is bounded in time. */
const connectTimeoutMs = 5_000

export function openDatabase(url: string, onError: (error: Error) => void): Database {
  const engine = pool(url, 'pasarela_engine', { max: engineConnectionsMax, pipeline: true })
  const reader = pool(url, 'pasarela_reader', { max: readerConnectionsMax })
  const owner = pool(url, undefined, { max: ownerConnectionsMax })
  for (const each of [engine, reader, owner]) {
    each.on('error', onError)
    // A connection that breaks while it is lent out tells nobody else, and an error that nobody hears ends the process.
    each.on('connect', (client) => client.on('error', onError))
  }
  return {
    engine,
    reader,
    owner,
    close: async () => {
      await Promise.allSettled([engine.end(), reader.end(), owner.end()])
    },
  }
}

/** Runs `work` in one transaction; anything it throws rolls back. Nothing but SQL and pure code belongs inside. */
export async function inTransaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await rollBack(client)
    throw error
  }
}

/** A transaction of two steps, each of which goes to the database in one round trip where its statements do not wait for each other. */
export interface TwoSteps<Locked, T> {
  /** Only locks and reads: they are on their way before it is known that the transaction has begun. */
  lock(tx: Db): Promise<Locked>
  write(tx: Db, locked: Locked): Promise<T>
}

/**
 * As `inTransaction`, for the write path, where every round trip is a turn of the event loop during which locks are held
 * and the group waits. Statements that are given without waiting for one another (`Promise.all`) are sent at once and run
 * in the order in which they were given (the engine's connections are pipelined).
 */
export async function lockThenWrite<Locked, T>(pool: pg.Pool, steps: TwoSteps<Locked, T>): Promise<T> {
  const client = await pool.connect()
  try {
    const [, locked] = await Promise.all([client.query('begin'), steps.lock(client)])
    const result = await steps.write(client, locked)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await rollBack(client)
    throw error
  }
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  )
}

/** Who reads. */
export interface MerchantReader {
  /** The empty text binds nobody, and nothing is seen. */
  merchantId: string
  /**
   * `general`: all statements of the work are planned without looking at their values, named ones once for each
   * connection. For statements whose best plan is always the same and takes longer to find than to follow.
   */
  plans?: 'general'
}

/**
 * Runs `work` as the reader who sees one merchant's rows only (row-level security), in a read-only transaction. It begins
 * and binds in one round trip, and ends behind the result: a reader's commit can tell nothing more.
 */
export async function asMerchant<T>(
  pool: pg.Pool,
  { merchantId, plans }: MerchantReader,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  assert(merchantId === '' || isUuid(merchantId), 'a merchant is bound by its UUID')
  const client = await pool.connect()
  const end = (word: 'commit' | 'rollback') => {
    client.query(word).then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
  }
  try {
    // Several statements in one message take no parameters; a UUID holds nothing to escape.
    const planning = plans === 'general' ? '; set local plan_cache_mode = force_generic_plan' : ''
    await client.query(`begin read only; select set_config('pasarela.merchant_id', '${merchantId}', true)${planning}`)
    const result = await work(client)
    end('commit')
    return result
  } catch (error) {
    end('rollback')
    throw error
  }
}

/**
 * Every statement at run time has its index. While statistics are young (a fresh database, a burst after an outage) the
 * planner would rather read whole tables, and a plan once cached stays: a claim over 10 000 fresh rows took 15 s. Before
 * PostgreSQL 18 a table without a usable index then counts as so dear that the statement would be compiled first, which
 * takes longer than any of ours runs.
 */
const planning = '-c enable_seqscan=off -c jit=off'

interface PoolOptions {
  max: number
  /** Statements of one connection are sent without waiting for the answers to those before. */
  pipeline?: boolean
}

function pool(url: string, role: string | undefined, options: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, BigInt)
  return new pg.Pool({
    connectionString: url,
    ...options,
    types,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    application_name: role ?? 'pasarela_owner',
    ...(role ? { options: `-c role=${role} ${planning}` } : {}),
  })
}
