import type pg from 'pg'
import {
  asMerchant,
  type Database,
  type ReplicaHealth,
  type ReplicaState,
} from '../../core/platform/database/database.ts'
import { addressesOfHosts } from '../../core/platform/database/hosts.ts'
import { openPool } from '../../core/platform/database/open-pool.ts'
import type { Log } from '../../core/platform/log/log.ts'
import type { Metrics } from '../../core/platform/log/metrics.ts'
import { present } from '../../core/values/assert.ts'
import { type ReplicaWatch, watchReplica } from './watch-replica.ts'

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
 * The same database, which reads lists on the first replica that is usable. If a read fails there (a recovery conflict, a
 * broken connection, a missing table), the primary repeats it, so that readers do not notice.
 */
export async function withReplica(primary: Database, options: ReplicaOptions): Promise<Database> {
  const listReads = options.metrics.counter(
    'list_reads_total',
    'Lists that were read on the replica, or why on the primary.',
    ['server', 'why'],
  )
  const { replicas, health } = await openReplicas(primary, options)
  const read = async <T>(behind: Date | undefined, reads: Reads<T>): Promise<T> => {
    const reasons = replicas.map(({ watch }) => watch.whyNot(behind))
    const replica = replicas[reasons.indexOf(undefined)]
    if (!replica) {
      const why = reasons.includes('too_new') ? 'too_new' : health().state
      listReads.inc({ server: 'primary', why })
      return await reads.primary()
    }
    try {
      const found = await reads.replica(replica)
      listReads.inc({ server: 'replica', why: 'fit' })
      return found
    } catch (error) {
      replica.watch.recordFailure(error)
      listReads.inc({ server: 'primary', why: 'failed' })
      return await reads.primary()
    }
  }

  return {
    ...primary,
    lists: {
      asMerchant: async (who, work) =>
        await read(who.behind, {
          replica: async ({ reader }) => await asMerchant(reader, who, work),
          primary: async () => await primary.lists.asMerchant(who, work),
        }),
      asOperator: async (behind, work) =>
        await read(behind, {
          replica: async ({ operators }) => await work(operators),
          primary: async () => await primary.lists.asOperator(behind, work),
        }),
      replica: health,
    },
    close: async () => {
      for (const { watch } of replicas) watch.stop()
      await Promise.allSettled(replicas.flatMap(({ reader, operators }) => [reader.end(), operators.end()]))
      await primary.close()
    },
  }
}

interface Replica {
  reader: pg.Pool
  operators: pg.Pool
  watch: ReplicaWatch
}

/** Resolves when each of them was looked at. */
async function openReplicas(
  primary: Database,
  options: ReplicaOptions,
): Promise<{ replicas: readonly Replica[]; health(): ReplicaHealth }> {
  const { url, log, metrics, lagMaxMs } = options
  const used = metrics.gauge('read_replica_used', '1 while lists are read on the replica, 0 while not.', [])
  const lag = metrics.gauge('read_replica_lag_seconds', 'How far the read replica was behind.', [])
  const replicas: Replica[] = []
  const health = () => best(replicas.map(({ watch }) => watch.health()))
  let reported: ReplicaState | undefined
  const report = (error?: unknown) => {
    const { state, lagMs } = health()
    used.set(state === 'used' ? 1 : 0)
    if (lagMs !== null) lag.set(lagMs / 1_000)
    if (state === reported) return
    reported = state
    const facts = { state, lag_ms: lagMs, ...(error === undefined ? {} : { err: error }) }
    if (state === 'used') log.info(facts, 'lists are read on the replica')
    else log.warn(facts, 'lists are read on the primary: the replica cannot be used')
  }
  let failure: unknown
  // The first look tells only when all replicas were looked at.
  const checked = (error?: unknown) => {
    failure = error
    if (reported !== undefined) report(error)
  }
  for (const address of addressesOfHosts(url)) {
    const { reader, operators } = openPools(address, log)
    const watched = { primary: options.watched ?? primary.engine, replica: operators, log, lagMaxMs }
    replicas.push({ reader, operators, watch: await watchReplica({ ...watched, checked }) })
  }
  report(failure)
  return { replicas, health }
}

function openPools(url: string, log: Log): Pick<Replica, 'reader' | 'operators'> {
  const open = (role: 'pasarela_reader' | 'pasarela_engine', max: number) =>
    openPool(url, {
      ...{ server: 'standby' as const, role, max, statementTimeoutMs, answerTimeoutMs, connectTimeoutMs },
      pipeline: role === 'pasarela_reader',
      applicationName: `${role}_lists`,
      onError: (err) => log.debug({ err }, 'a connection to the read replica broke'),
    })
  return {
    reader: open('pasarela_reader', readerConnectionsMax),
    operators: open('pasarela_engine', operatorConnectionsMax),
  }
}

/** The replica that is read; without one the first, which says why. */
function best(all: readonly ReplicaHealth[]): ReplicaHealth {
  const used = all.find(({ state }) => state === 'used')
  return present(used ?? all.find(({ state }) => state === 'behind') ?? all[0], 'an address has a host')
}

interface Reads<T> {
  replica(replica: Replica): Promise<T>
  primary(): Promise<T>
}
