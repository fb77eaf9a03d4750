import type pg from 'pg'
import { asMerchant, type Database } from '../../core/platform/database/database.ts'
import { openPool } from '../../core/platform/database/open-pool.ts'
import type { Log } from '../../core/platform/log/log.ts'
import type { Metrics } from '../../core/platform/log/metrics.ts'
import { watchReplica } from './watch-replica.ts'

export interface ReplicaOptions {
  url: string
  log: Log
  metrics: Metrics
  /** The pool that reads the primary's position. Default: the primary's own engine pool. */
  watched?: pg.Pool
  /** For tests: the largest allowed lag. Default: 30 s. */
  lagMaxMs?: number
}

/** Connections for people and merchants who read lists. Operators are few. */
const readerConnectionsMax = 6
const operatorConnectionsMax = 2

/** Lists take milliseconds. After this time the replica has a problem, and the primary still has time to answer. */
const statementTimeoutMs = 5_000
const answerTimeoutMs = 6_000

/** Limit of a connection attempt. The primary is available, so no reader waits long for a silent replica. */
const connectTimeoutMs = 1_000

/**
 * The same database, which reads lists on the replica while it is usable. If a read fails there (a recovery conflict, a
 * broken connection, a missing table), the primary repeats it, so that readers do not notice.
 */
export async function withReplica(primary: Database, options: ReplicaOptions): Promise<Database> {
  const { url, log, metrics, lagMaxMs } = options
  const open = (role: 'pasarela_reader' | 'pasarela_engine', max: number) =>
    openPool(url, {
      ...{ server: 'standby' as const, role, max, statementTimeoutMs, answerTimeoutMs, connectTimeoutMs },
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

  const read = async <T>(behind: Date | undefined, reads: Reads<T>): Promise<T> => {
    const reason = watch.whyNot(behind)
    if (reason !== undefined) {
      metrics.listReads.inc({ server: 'primary', why: reason })
      return await reads.primary()
    }
    try {
      const found = await reads.replica()
      metrics.listReads.inc({ server: 'replica', why: 'fit' })
      return found
    } catch (error) {
      watch.recordFailure(error)
      metrics.listReads.inc({ server: 'primary', why: 'failed' })
      return await reads.primary()
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

interface Reads<T> {
  replica(): Promise<T>
  primary(): Promise<T>
}
