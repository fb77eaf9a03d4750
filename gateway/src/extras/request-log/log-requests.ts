import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { FailedAuthentications } from './record-failed-authentications.ts'
import { insertRequests, type LoggedRequest, markKeysUsed } from './store/request-log.ts'

/** Most entries in memory, some 4 MB: several seconds of the highest load. Further entries are dropped and counted. */
const waitingMax = 10_000

/** Most entries of one point, so that the refused requests of one do not push the others' out. */
const waitingOfPointMax = 2_500

/** Rows per statement: some 150 kB. */
const batchMax = 500

/** SQLSTATE classes 22 and 23: the data are at fault, so a retry of the batch would fail again. */
const dataAtFault = /^2[23]/

/** Keeps answered requests in memory until the next batch is written. */
export interface RequestLog {
  /** Never waits and never throws. */
  note(request: LoggedRequest): void
  /**
   * Writes a batch. Returns its size if more entries wait, else 0. If the database is unavailable, throws and keeps the
   * batch.
   */
  writeOnce(): Promise<number>
  /** Writes all waiting entries. */
  drain(): Promise<void>
}

/**
 * The request log of this process. No request waits for it. Entries beyond the memory limit are dropped and counted.
 */
export function requestLog(deps: Pick<PlatformDeps, 'database' | 'metrics'>): RequestLog {
  const dropped = deps.metrics.counter('request_log_dropped_total', 'Requests that are missing in the request log.', [])
  let waiting: LoggedRequest[] = []
  const waitingOf = new Map<string, number>()
  let writing: Promise<number> | undefined

  async function writeBatch(): Promise<number> {
    const batch = waiting.slice(0, batchMax)
    if (batch.length === 0) return 0
    try {
      await write(deps, batch)
    } catch (error) {
      if (!dataAtFault.test(String((error as { code?: unknown }).code))) throw error
      dropped.inc(batch.length)
    }
    waiting = waiting.slice(batch.length)
    for (const { pointId } of batch) {
      const left = (waitingOf.get(pointId) ?? 0) - 1
      if (left > 0) waitingOf.set(pointId, left)
      else waitingOf.delete(pointId)
    }
    return waiting.length > 0 ? batch.length : 0
  }

  async function writeOnce(): Promise<number> {
    writing ??= writeBatch().finally(() => {
      writing = undefined
    })
    return await writing
  }

  return {
    note: (request) => {
      const own = waitingOf.get(request.pointId) ?? 0
      if (waiting.length >= waitingMax || own >= waitingOfPointMax) return dropped.inc()
      waiting.push(request)
      waitingOf.set(request.pointId, own + 1)
    },
    writeOnce,
    drain: async () => {
      while ((await writeOnce()) > 0);
    },
  }
}

async function write({ database }: Pick<PlatformDeps, 'database'>, batch: readonly LoggedRequest[]): Promise<void> {
  await insertRequests(database.engine, batch)
  // The batch is in order of time, so the last entry of a key is its last use.
  const uses = new Map(batch.map(({ keyId, createdAt }) => [keyId, createdAt]))
  await markKeysUsed(
    database.engine,
    [...uses].map(([keyId, at]) => ({ keyId, at })),
  )
}

export interface RequestLogDeps extends PlatformDeps {
  /** Log of the answered requests of the merchant API. Merchants can read it. */
  requestLog: RequestLog
  /** Collects requests with refused credentials for the audit log. */
  failedAuthentications: FailedAuthentications
}
