import type { PlatformDeps } from '../platform/deps.ts'
import { insertRequests, type LoggedRequest, markKeysUsed } from './store/request-log.ts'

/** What may wait in memory, some 4 MB: several seconds of the highest load. What comes beyond is dropped and counted. */
const waitingMax = 10_000

/** Rows of one statement: some 150 kB. */
const batchMax = 500

/** PostgreSQL's classes of errors that are the data's fault (SQLSTATE 22 and 23): such a batch never goes in. */
const dataAtFault = /^2[23]/

/** Remembers answered requests until the next batch is written. */
export interface RequestLog {
  /** Never waits and never throws. */
  note(request: LoggedRequest): void
  /** Writes a batch. Returns its size when more waits, else 0; throws when the database is away, and keeps the batch. */
  writeOnce(): Promise<number>
  /** Writes everything that waits. */
  drain(): Promise<void>
}

/** The log of requests of this process: no request waits for it, and what a full memory drops is counted. */
export function requestLog(deps: Pick<PlatformDeps, 'database' | 'metrics'>): RequestLog {
  let waiting: LoggedRequest[] = []
  let writing: Promise<number> | undefined

  async function writeBatch(): Promise<number> {
    const batch = waiting.slice(0, batchMax)
    if (batch.length === 0) return 0
    try {
      await write(deps, batch)
    } catch (error) {
      if (!dataAtFault.test(String((error as { code?: unknown }).code))) throw error
      deps.metrics.requestLogDropped.inc(batch.length)
    }
    waiting = waiting.slice(batch.length)
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
      if (waiting.length >= waitingMax) deps.metrics.requestLogDropped.inc()
      else waiting.push(request)
    },
    writeOnce,
    drain: async () => {
      while ((await writeOnce()) > 0);
    },
  }
}

async function write({ database }: Pick<PlatformDeps, 'database'>, batch: readonly LoggedRequest[]): Promise<void> {
  await insertRequests(database.engine, batch)
  // In the order of time: the last use of a key is the last one in the batch.
  const uses = new Map(batch.map(({ keyId, createdAt }) => [keyId, createdAt]))
  await markKeysUsed(
    database.engine,
    [...uses].map(([keyId, at]) => ({ keyId, at })),
  )
}
