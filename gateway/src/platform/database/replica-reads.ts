import type pg from 'pg'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'
import { asMerchant, type Database } from './database.ts'
import { openPool } from './open-pool.ts'
import { watchReplica } from './watch-replica.ts'

export interface ReplicaOptions {
  url: string
  log: Log
  metrics: Metrics
  /** What tells how far the primary is; the primary's own engine where left out. */
  watched?: pg.Pool
  /** For tests: how far behind it may be. Default: 30 s. */
  lagMaxMs?: number
}

/** People and merchants who read lists at once; operators are few. */
const readerConnectionsMax = 6
const operatorConnectionsMax = 2

/** Lists take milliseconds. A replica that needs longer is in trouble, and the primary still has time to answer. */
const statementTimeoutMs = 5_000
const answerTimeoutMs = 6_000

/** The primary is at hand: nobody waits long for a replica that does not answer. */
const connectTimeoutMs = 1_000

/**
 * The same database with its lists read on the replica while that is fit. Whatever it fails at (a recovery that needed what
 * was being read, a connection that broke, a table that it has not got yet) the primary does once more: a reader never
 * sees that there are two.
 */
export async function withReplica(primary: Database, options: ReplicaOptions): Promise<Database> {
  const { url, log, metrics, lagMaxMs } = options
  const open = (role: 'pasarela_reader' | 'pasarela_engine', max: number) =>
    openPool(url, {
      ...{ role, max, statementTimeoutMs, answerTimeoutMs, connectTimeoutMs },
      pipeline: role === 'pasarela_reader',
      applicationName: `${role}_lists`,
      onError: (err) => log.debug({ err }, 'a connection to the read replica broke'),
    })
  const reader = open('pasarela_reader', readerConnectionsMax)
  const operators = open('pasarela_engine', operatorConnectionsMax)
  const watch = await watchReplica({
    primary: options.watched ?? primary.engine,
    replica: operators,
    log,
    metrics,
    lagMaxMs,
  })

  const read = async <T>(behind: Date | undefined, ways: Ways<T>): Promise<T> => {
    const against = watch.whyNot(behind)
    if (against !== undefined) {
      metrics.listReads.inc({ server: 'primary', why: against })
      return await ways.primary()
    }
    try {
      const found = await ways.replica()
      metrics.listReads.inc({ server: 'replica', why: 'fit' })
      return found
    } catch (error) {
      watch.noteFailure(error)
      metrics.listReads.inc({ server: 'primary', why: 'failed' })
      return await ways.primary()
    }
  }

  return {
    ...primary,
    lists: {
      asMerchant: async (who, work) =>
        await read(who.behind, {
          replica: async () => await asMerchant(reader, who, work),
          primary: async () => await primary.lists.asMerchant(who, work),
        }),
      asOperator: async (behind, work) =>
        await read(behind, {
          replica: async () => await work(operators),
          primary: async () => await primary.lists.asOperator(behind, work),
        }),
      replica: watch.health,
    },
    close: async () => {
      watch.stop()
      await Promise.allSettled([reader.end(), operators.end()])
      await primary.close()
    },
  }
}

interface Ways<T> {
  replica(): Promise<T>
  primary(): Promise<T>
}
