import pg from 'pg'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'
import type { ReplicaHealth, ReplicaState } from './replica-health.ts'

/** Why something is not read on the replica. `too_new`: the page begins where the replica may not have come to yet. */
export type Against = Exclude<ReplicaState, 'used'> | 'too_new'

export interface ReplicaWatch {
  /** Undefined: it may be read. */
  whyNot(behind: Date | undefined): Against | undefined
  /** A read failed there. */
  noteFailure(error: unknown): void
  health(): ReplicaHealth
  stop(): void
}

interface Watched {
  /** As a role that may ask where its log stands. */
  primary: pg.Pool
  replica: pg.Pool
  log: Log
  metrics: Metrics
  /** Default: 30 s. */
  lagMaxMs?: number | undefined
}

const lookEveryMs = 1_000

/**
 * Further behind, lists say too little of what just happened: a merchant who looks for a payment after the half minute
 * that a payer needs would think that it is missing.
 */
const lagMaxUsualMs = 30_000

/**
 * What was created before the instant up to which a replica knows everything, and committed after it: no statement takes
 * longer than this on its way to the commit.
 */
const commitMaxMs = 15_000

/** Everything that the primary had committed at `at` is on the replica, once its replay came to `lsn`. */
interface Known {
  at: Date
  /** Null where only the commit that was replayed last tells. */
  lsn: string | null
}

interface Seen {
  known: Known | null
  lagMs: number | null
  lookedAtMs: number
}

/**
 * Looks once a second how far the replica has come, by the primary's clock alone, and says when that changes. The first
 * look is over when it returns; a replica that is away keeps nobody from starting.
 */
export async function watchReplica(watched: Watched): Promise<ReplicaWatch> {
  const { log, metrics, lagMaxMs = lagMaxUsualMs } = watched
  let seen: Seen = { known: null, lagMs: null, lookedAtMs: performance.now() }
  let fault: 'away' | 'not_a_replica' | undefined = 'away'
  let told: ReplicaState | undefined
  let failureTold = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const state = (): ReplicaState => {
    if (fault) return fault
    const { lagMs, lookedAtMs } = seen
    return lagMs !== null && lagMs + performance.now() - lookedAtMs <= lagMaxMs ? 'used' : 'behind'
  }
  const tell = (error?: unknown) => {
    const now = state()
    metrics.replicaUsed.set(now === 'used' ? 1 : 0)
    if (seen.lagMs !== null) metrics.replicaLagSeconds.set(seen.lagMs / 1_000)
    if (now === told) return
    told = now
    failureTold = false
    logState(log, { state: now, lag_ms: seen.lagMs, ...(error === undefined ? {} : { err: error }) })
  }
  const look = async () => {
    const lookedAtMs = performance.now()
    // A primary that does not answer says nothing against the replica: what is known of it grows old, and no more.
    const primary = await readPrimary(watched.primary).catch(() => undefined)
    try {
      const found = primary && (await compare(watched.replica, primary, seen.known))
      if (found) fault = found === 'not_a_replica' ? found : undefined
      if (found && found !== 'not_a_replica') seen = { ...found, lookedAtMs }
      tell()
    } catch (error) {
      fault = 'away'
      tell(error)
    }
    if (!stopped) timer = setTimeout(() => void look(), lookEveryMs).unref()
  }
  await look()

  return {
    whyNot: (behind) => {
      const now = state()
      if (now !== 'used') return now
      const upTo = (seen.known?.at.getTime() ?? 0) - commitMaxMs
      return behind !== undefined && behind.getTime() > upTo ? 'too_new' : undefined
    },
    noteFailure: (error) => {
      if (!failureTold) log.warn({ err: error }, 'a list could not be read on the replica and was read on the primary')
      failureTold = true
      // No word of the server itself: it is gone, and the next look finds it again.
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') fault = 'away'
    },
    health: () => ({ state: state(), lagMs: seen.lagMs }),
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

function logState(log: Log, facts: { state: ReplicaState; lag_ms: number | null; err?: unknown }): void {
  if (facts.state === 'used') log.info(facts, 'lists are read on the replica')
  else log.warn(facts, 'lists are read on the primary: the replica cannot be used')
}

/** The identity of a database with all its physical copies. */
const identity = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

async function compare(
  replica: pg.Pool,
  { at, lsn, id }: PrimaryRow,
  known: Known | null,
): Promise<Omit<Seen, 'lookedAtMs'> | 'not_a_replica'> {
  const found = await readReplica(replica, { now: lsn, known: known?.lsn ?? null })
  if (!found.standby || found.id !== id) return 'not_a_replica'
  const next = nextKnown({ at, lsn }, found, known)
  return { known: next, lagMs: next && Math.max(0, at.getTime() - next.at.getTime()) }
}

/** While nothing is committed the last commit grows old without anything missing: what was known before stays known. */
function nextKnown(now: Known, found: ReplicaRow, known: Known | null): Known | null {
  if (found.has_all) return now
  const replayed = found.replayed_to && { at: found.replayed_to, lsn: null }
  const kept = found.has_known ? known : null
  if (kept && replayed) return kept.at > replayed.at ? kept : { ...replayed, lsn: kept.lsn }
  return kept ?? replayed
}

interface PrimaryRow {
  at: Date
  lsn: string
  id: string
}

/** The time first: whatever was committed by then lies before the place in the log. */
async function readPrimary(primary: pg.Pool): Promise<PrimaryRow> {
  const found = await primary.query<PrimaryRow>({
    name: 'replica-primary',
    text: `select statement_timestamp() as at, pg_current_wal_flush_lsn()::text as lsn, ${identity} as id`,
  })
  const [row] = found.rows
  if (!row) throw new Error('the primary said nothing')
  return row
}

interface ReplicaRow {
  standby: boolean
  id: string
  /** It has replayed everything up to the place that was asked for, or to the one that was known before. */
  has_all: boolean
  has_known: boolean
  replayed_to: Date | null
}

async function readReplica(replica: pg.Pool, lsn: { now: string; known: string | null }): Promise<ReplicaRow> {
  const found = await replica.query<ReplicaRow>({
    name: 'replica-standby',
    text: `select pg_is_in_recovery() as standby, ${identity} as id,
        coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has_all,
        coalesce(pg_last_wal_replay_lsn() >= $2::pg_lsn, false) as has_known,
        pg_last_xact_replay_timestamp() as replayed_to`,
    values: [lsn.now, lsn.known],
  })
  const [row] = found.rows
  if (!row) throw new Error('the replica said nothing')
  return row
}
