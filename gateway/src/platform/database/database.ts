import type pg from 'pg'
import { assert } from '../../values/assert.ts'
import { isUuid } from '../ids.ts'
import { DatabaseSilentError } from './database-away.ts'
import { openPool, type PoolOptions } from './open-pool.ts'
import type { ReplicaHealth } from './replica-health.ts'

/** Anything that runs a statement: a pool, or the connection of an open transaction. */
export interface Db {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

export interface Database {
  /** The write path, jobs and reads by key, as role pasarela_engine. */
  engine: pg.Pool
  /** Details where people read, as role pasarela_reader, bound to one merchant. */
  reader: pg.Pool
  /** What may be read a little late: lists, searches, sums, exports. */
  lists: ListReads
  /** The login role that owns the schema: migrations, partitions and the end of what is kept. */
  owner: pg.Pool
  close(): Promise<void>
}

/** With grouping, 12 connections of the engine keep one process busy (measured); its readers get half as many. */
export const connectionsDefault = 20

/** Migrations, partitions, and what ends old rows. */
const ownerConnectionsMax = 2

export interface DatabaseLimits extends Pick<PoolOptions, 'stream' | 'serverLimits'> {
  /** Of all pools of this process together, at least 6. Default: 20. */
  connectionsMax?: number
  /** For tests: how long a statement, its answer and a new connection may take. Default: as `openPool`. */
  statementTimeoutMs?: number
  answerTimeoutMs?: number
  connectTimeoutMs?: number
}

/** The pools of one process on the primary. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { connectionsMax = connectionsDefault, ...others }: DatabaseLimits = {},
): Database {
  const readers = Math.floor((connectionsMax - ownerConnectionsMax) / 3)
  const writers = connectionsMax - ownerConnectionsMax - readers
  const engine = openPool(url, { role: 'pasarela_engine', max: writers, pipeline: true, onError, ...others })
  const reader = openPool(url, { role: 'pasarela_reader', max: readers, pipeline: true, onError, ...others })
  const owner = openPool(url, { role: undefined, max: ownerConnectionsMax, onError, ...others })
  return {
    ...{ engine, reader, owner },
    lists: listsOf({ engine, reader }),
    close: async () => {
      await Promise.allSettled([engine.end(), reader.end(), owner.end()])
    },
  }
}

/** Lists read where everything else is. */
export function listsOf({ engine, reader }: Pick<Database, 'engine' | 'reader'>): ListReads {
  return {
    asMerchant: async (who, work) => await asMerchant(reader, who, work),
    asOperator: async (_behind, work) => await work(engine),
    replica: () => undefined,
  }
}

/** Runs `work` in one transaction; anything it throws rolls back. Nothing but SQL and pure code belongs inside. */
export async function inTransaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const lent = lend(client)
  try {
    await client.query('begin')
    const result = await work(lent.tx)
    await commit(client, lent)
    return result
  } catch (error) {
    await rollBack(client, lent, error)
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
  const lent = lend(client)
  try {
    const [, locked] = await Promise.all([client.query('begin'), steps.lock(lent.tx)])
    const result = await steps.write(lent.tx, locked)
    await commit(client, lent)
    return result
  } catch (error) {
    await rollBack(client, lent, error)
    throw error
  }
}

/** A connection as the work of one transaction sees it: until the end of that, and not beyond. */
interface Lent {
  tx: Db
  takeBack(): void
}

/**
 * What is given side by side may have a next statement to send when another one has failed. Behind the rollback it would
 * be committed by itself, or belong to whoever has the connection by then.
 */
function lend(client: pg.PoolClient): Lent {
  let isOver = false
  return {
    tx: {
      query: async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
        assert(!isOver, 'a statement belongs to a transaction that goes on')
        return await client.query<Row>(statement)
      },
    },
    takeBack: () => {
      isOver = true
    },
  }
}

/** PostgreSQL answers the commit of a transaction in which something failed with ROLLBACK, and with no error. */
async function commit(client: pg.PoolClient, lent: Lent): Promise<void> {
  lent.takeBack()
  const { command } = await client.query('commit')
  assert(command === 'COMMIT', 'nothing in a transaction that is committed has failed')
  client.release()
}

/** Over a connection that stayed silent nothing more is sent: the server ends the transaction with the session. */
async function rollBack(client: pg.PoolClient, lent: Lent, error: unknown): Promise<void> {
  lent.takeBack()
  if (error instanceof DatabaseSilentError) {
    client.release(error)
    return
  }
  await client.query('rollback').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  )
}

export interface ListReader extends MerchantReader {
  /**
   * A page that goes on behind this instant. A replica that may not know everything up to it would leave out what lies
   * between: the page before may have been the primary's.
   */
  behind?: Date | undefined
}

/**
 * Where lists, searches, sums and exports are read: on the replica while it is fit, on the primary otherwise. What must be
 * fresh is never asked here (docs/adr/0014).
 */
export interface ListReads {
  /** As the reader who sees one merchant's rows only. `work` reads and does nothing else: it may be run twice. */
  asMerchant<T>(reader: ListReader, work: (tx: Db) => Promise<T>): Promise<T>
  /** For operators, who see everybody's. The same holds for `work`. */
  asOperator<T>(behind: Date | undefined, work: (db: Db) => Promise<T>): Promise<T>
  /** Undefined where there is none. */
  replica(): ReplicaHealth | undefined
}

/** How statements are planned, as statements themselves. */
const planSettings = {
  general: '; set local plan_cache_mode = force_generic_plan',
  'in order': '; set local enable_sort = off',
} as const
export type Plans = keyof typeof planSettings

/** Who reads. */
export interface MerchantReader {
  /** The empty text binds nobody, and nothing is seen. */
  merchantId: string
  /**
   * `general`: all statements of the work are planned without looking at their values, named ones once for each
   * connection. For statements whose best plan is always the same and takes longer to find than to follow.
   * `in order`: an index that has the order already is read as far as the page goes, wherever there is one. A planner that
   * takes single rows for dear reads and sorts all of a point instead.
   */
  plans?: Plans
}

/**
 * Runs `work` as the reader who sees one merchant's rows only (row-level security), in a read-only transaction. What begins
 * and binds is sent with its first statement (the reader's connections are pipelined), and the end behind the result: a
 * reader's commit can tell nothing more. Where the beginning fails nobody is bound, and nothing is seen.
 */
export async function asMerchant<T>(
  pool: pg.Pool,
  { merchantId, plans }: MerchantReader,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  assert(merchantId === '' || isUuid(merchantId), 'a merchant is bound by its UUID')
  const client = await pool.connect()
  const lent = lend(client)
  const end = (word: 'commit' | 'rollback') => {
    lent.takeBack()
    client.query(word).then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
  }
  try {
    // Several statements in one message take no parameters; a UUID holds nothing to escape.
    const begin = `begin read only; select set_config('pasarela.merchant_id', '${merchantId}', true)${plans ? planSettings[plans] : ''}`
    const [, result] = await Promise.all([client.query(begin), work(lent.tx)])
    end('commit')
    return result
  } catch (error) {
    if (error instanceof DatabaseSilentError) {
      lent.takeBack()
      client.release(error)
    } else end('rollback')
    throw error
  }
}
