import pg from 'pg'
import type { ReplicaHealth, ReplicaState } from '../../core/platform/database/database.ts'
import type { Log } from '../../core/platform/log/log.ts'

/**
 * Why a list is read on the primary. `too_new`: the page starts after the position that the replica has surely
 * replayed.
 */
export type PrimaryReason = Exclude<ReplicaState, 'used'> | 'too_new'

export interface ReplicaWatch {
  /** Undefined: the replica may be used. */
  whyNot(behind: Date | undefined): PrimaryReason | undefined
  /** Records a failed read on the replica. */
  recordFailure(error: unknown): void
  health(): ReplicaHealth
  stop(): void
}

interface Watched {
  /** Connected with a role that may read the WAL position. */
  primary: pg.Pool
  replica: pg.Pool
  log: Log
  /** Default: 30 s. */
  lagMaxMs?: number | undefined
  /** After each check. */
  checked(error?: unknown): void
}

const checkEveryMs = 1_000

/**
 * Largest lag of a usable replica. A merchant looks for a payment about half a minute after the payer started, and
 * would otherwise think that it is missing.
 */
const lagMaxUsualMs = 30_000

/**
 * Longest time between the creation of a row and its commit. Rows created shortly before the replayed instant may be
 * missing on the replica.
 */
const commitMaxMs = 15_000

/** All commits of the primary up to `at` are on the replica once it has replayed `lsn`. */
interface Known {
  at: Date
  /** Null if only the time of the last replayed commit is known. */
  lsn: string | null
}

interface Seen {
  known: Known | null
  lagMs: number | null
  checkedAtMs: number
}

/**
 * Checks the replica's position once a second, by the primary's clock only. Resolves after the first check. An
 * unavailable replica does not stop the start.
 */
export async function watchReplica(watched: Watched): Promise<ReplicaWatch> {
  const { log, checked, lagMaxMs = lagMaxUsualMs } = watched
  let seen: Seen = { known: null, lagMs: null, checkedAtMs: performance.now() }
  let fault: 'away' | 'not_a_replica' | undefined = 'away'
  let failureLogged = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const state = (): ReplicaState => {
    if (fault) return fault
    const { lagMs, checkedAtMs } = seen
    return lagMs !== null && lagMs + performance.now() - checkedAtMs <= lagMaxMs ? 'used' : 'behind'
  }
  const check = async () => {
    const checkedAtMs = performance.now()
    // A silent primary is no fault of the replica. The last known position then ages.
    const primary = await readPrimary(watched.primary).catch(() => undefined)
    try {
      const found = primary && (await compare(watched.replica, primary, seen.known))
      if (found) fault = found === 'not_a_replica' ? found : undefined
      if (found && found !== 'not_a_replica') seen = { ...found, checkedAtMs }
      if (state() === 'used') failureLogged = false
      checked()
    } catch (error) {
      fault = 'away'
      checked(error)
    }
    if (!stopped) timer = setTimeout(() => void check(), checkEveryMs).unref()
  }
  await check()
  return {
    whyNot: (behind) => {
      const now = state()
      if (now !== 'used') return now
      const upTo = (seen.known?.at.getTime() ?? 0) - commitMaxMs
      return behind !== undefined && behind.getTime() > upTo ? 'too_new' : undefined
    },
    recordFailure: (error) => {
      if (!failureLogged)
        log.warn({ err: error }, 'a list could not be read on the replica and was read on the primary')
      failureLogged = true
      // Without an answer of the server itself, the replica is unreachable until the next check succeeds.
      if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') fault = 'away'
    },
    health: () => ({ state: state(), lagMs: seen.lagMs }),
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Identifies a database and all its physical copies. */
const identity = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

async function compare(
  replica: pg.Pool,
  { at, lsn, id }: PrimaryRow,
  known: Known | null,
): Promise<Omit<Seen, 'checkedAtMs'> | 'not_a_replica'> {
  const found = await readReplica(replica, { now: lsn, known: known?.lsn ?? null })
  if (!found.standby || found.id !== id) return 'not_a_replica'
  const next = nextKnown({ at, lsn }, found, known)
  return { known: next, lagMs: next && Math.max(0, at.getTime() - next.at.getTime()) }
}

/**
 * Without new commits the time of the last replayed commit ages although nothing is missing. The known position is then
 * kept.
 */
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

/** Reads the time before the position: every commit up to that time is before the position. */
async function readPrimary(primary: pg.Pool): Promise<PrimaryRow> {
  const found = await primary.query<PrimaryRow>({
    name: 'replica-primary',
    text: `select statement_timestamp() as at, pg_current_wal_flush_lsn()::text as lsn, ${identity} as id`,
  })
  const [row] = found.rows
  if (!row) throw new Error('the primary returned no row')
  return row
}

interface ReplicaRow {
  standby: boolean
  id: string
  /**
   * `has_all`: the replica has replayed the requested position. `has_known`: it has replayed the previously known one.
   */
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
  if (!row) throw new Error('the replica returned no row')
  return row
}
