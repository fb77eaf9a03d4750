import { type Database, type Db, inTransaction } from './database/database.ts'

/** Pauses before the locks are tried again, ms; they are held for a few. Together they are far below a client's patience. */
const retryPausesMs = [10, 20, 40, 80, 160, 240, 320] as const

/**
 * Runs one transaction that tries its advisory locks and returns `busy` where another session holds one. Repeats it for
 * about a second; `busy` after that. Between two tries it holds no connection.
 */
export async function inTurn<Result>(
  engine: Database['engine'],
  work: (tx: Db) => Promise<Result | 'busy'>,
): Promise<Result | 'busy'> {
  for (const pauseMs of retryPausesMs) {
    const result = await inTransaction(engine, work)
    if (result !== 'busy') return result
    // Requests that were turned away at the same moment must not come back at the same moment.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
  return await inTransaction(engine, work)
}

async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
