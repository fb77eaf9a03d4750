import type pg from 'pg'
import { assert } from '../../values/assert.ts'
import { isUuid } from '../ids.ts'
import { codeOf, DatabaseSilentError } from './database-away.ts'
import { readDatabaseAddress } from './hosts.ts'
import { openPool, type PoolOptions } from './open-pool.ts'
import { primaryFinder } from './primary-finder.ts'

/** Anything that runs a statement: a pool, or the connection of an open transaction. */
export interface Db {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

export interface Database {
  /** For the write path, jobs and reads by key, with role pasarela_engine. */
  engine: pg.Pool
  /** For details that people read, with role pasarela_reader, bound to one merchant. */
  reader: pg.Pool
  /** For reads that may be slightly out of date: lists, searches, sums, exports. */
  lists: ListReads
  /** The login role, which owns the schema: for migrations, partitions and deletion of old rows. */
  owner: pg.Pool
  close(): Promise<void>
}

/** Group commit keeps one process busy with 12 engine connections (measured). Its readers get half as many. */
export const connectionsDefault = 20

/** For migrations, partitions, and deletion of old rows. */
const ownerConnectionsMax = 2

export interface DatabaseLimits extends Pick<PoolOptions, 'stream' | 'serverLimits'> {
  /** Sum over all pools of this process, at least 6. Default: 20. */
  connectionsMax?: number
  /** For tests: limit of a statement, its answer and a new connection. Default: as in `openPool`. */
  statementTimeoutMs?: number
  answerTimeoutMs?: number
  connectTimeoutMs?: number
  /** Where the process remembers which timeline of a cluster it wrote to. Undefined: in memory only. */
  timelineFile?: string
}

/** Opens the pools of one process on the primary. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { connectionsMax = connectionsDefault, timelineFile, ...limits }: DatabaseLimits = {},
): Database {
  const address = readDatabaseAddress(url)
  const isCluster = address !== undefined && address.hosts.length > 1
  const others = { ...limits, finder: isCluster ? primaryFinder(address, timelineFile) : undefined }
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

/** List reads on the primary. */
export function listsOf({ engine, reader }: Pick<Database, 'engine' | 'reader'>): ListReads {
  return {
    asMerchant: async (who, work) => await asMerchant(reader, who, work),
    asOperator: async (_behind, work) => await work(engine),
    replica: () => undefined,
  }
}

/** Runs `work` in one transaction and rolls back if it throws. `work` may contain only SQL and pure code. */
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

/** A transaction of two steps. Each step needs one round trip if its statements do not depend on each other. */
export interface TwoSteps<Locked, T> {
  /** Only locks and reads: they are sent before the transaction is known to have begun. */
  lock(tx: Db): Promise<Locked>
  write(tx: Db, locked: Locked): Promise<T>
}

/**
 * Like `inTransaction`, for the write path. There, each round trip extends the time in which locks are held and the
 * group waits. Statements that are started together (`Promise.all`) are sent at once and run in that order, because the
 * engine's connections are pipelined.
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

/** A connection that is usable until its transaction ends. */
interface Lent {
  tx: Db
  takeBack(): void
}

/**
 * Concurrent work may send another statement after one has failed. After the rollback, that statement would be
 * committed on its own, or run in the next transaction of the connection.
 */
function lend(client: pg.PoolClient): Lent {
  let isOver = false
  return {
    tx: {
      query: async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
        assert(!isOver, 'a statement runs before its transaction ends')
        return await client.query<Row>(statement)
      },
    },
    takeBack: () => {
      isOver = true
    },
  }
}

/** SQLSTATE of a write on a standby, or where `default_transaction_read_only` is on. */
const readOnly = '25006'

/** PostgreSQL answers the commit of a failed transaction with ROLLBACK and without an error. */
async function commit(client: pg.PoolClient, lent: Lent): Promise<void> {
  lent.takeBack()
  const { command } = await client.query('commit')
  assert(command === 'COMMIT', 'no statement of a committed transaction has failed')
  client.release()
}

/**
 * Nothing is sent over a silent connection: the server ends the transaction with the session. One to a server that takes
 * no writes is not used again.
 */
async function rollBack(client: pg.PoolClient, lent: Lent, error: unknown): Promise<void> {
  lent.takeBack()
  if (error instanceof DatabaseSilentError || codeOf(error) === readOnly) {
    client.release(error as Error)
    return
  }
  await client.query('rollback').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  )
}

export interface ListReader extends MerchantReader {
  /**
   * The page starts after this instant. A replica that lags behind it would omit rows in between, because the previous
   * page may come from the primary.
   */
  behind?: Date | undefined
}

/**
 * Reads lists, searches, sums and exports: on the replica while it is usable, else on the primary. Do not use it for
 * reads that must be current (docs/adr/0014).
 */
export interface ListReads {
  /** Reads the rows of one merchant (row-level security). `work` may run twice, so it must only read. */
  asMerchant<T>(reader: ListReader, work: (tx: Db) => Promise<T>): Promise<T>
  /** For operators, who see the rows of all merchants. `work` may run twice. */
  asOperator<T>(behind: Date | undefined, work: (db: Db) => Promise<T>): Promise<T>
  /** Undefined without a replica. */
  replica(): ReplicaHealth | undefined
}

/** Planner settings, as SQL statements. */
const planSettings = {
  general: '; set local plan_cache_mode = force_generic_plan',
  'in order': '; set local enable_sort = off',
} as const
export type Plans = keyof typeof planSettings

/** The merchant whose rows are read. */
export interface MerchantReader {
  /** The empty text matches no merchant and shows no rows. */
  merchantId: string
  /**
   * `general`: all statements are planned without their values; named ones once per connection. For statements whose
   * best plan is always the same and takes longer to find than to run. `in order`: an index with the right order is
   * read up to the end of the page. The default planner overestimates the cost of reading single rows and sorts all
   * rows of a point instead.
   */
  plans?: Plans
}

/**
 * Runs `work` as the reader role with the rows of one merchant (row-level security), in a read-only transaction. The
 * begin and the binding are sent with the first statement, because the connections are pipelined. The commit is sent
 * after the result and not awaited: a read-only commit has no result. If the begin fails, no merchant is bound and no
 * row is visible.
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
    // A message with several statements has no parameters. A UUID needs no escaping.
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

/**
 * Whether lists are read on the replica, or why not. `behind`: the lag is too large. `not_a_replica`: the server at its
 * address is not in recovery, or belongs to another database.
 */
export type ReplicaState = 'used' | 'behind' | 'away' | 'not_a_replica'

export interface ReplicaHealth {
  state: ReplicaState
  /** Lag behind the primary at the last check, in milliseconds; null if never known. */
  lagMs: number | null
}
