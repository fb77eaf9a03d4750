import { type Database, type Db, inTransaction } from './database/database.ts'

/**
 * Pauses before each retry, ms. The locks are held for a few ms. All pauses together are far below a client's timeout.
 */
const retryPausesMs = [10, 20, 40, 80, 160, 240, 320] as const

/**
 * Runs a transaction that tries its advisory locks and returns `busy` if another session holds one. Retries for about a
 * second, then returns `busy`. Between two attempts it holds no connection.
 */
export async function runSerially<Result>(
  engine: Database['engine'],
  work: (tx: Db) => Promise<Result | 'busy'>,
): Promise<Result | 'busy'> {
  for (const pauseMs of retryPausesMs) {
    const result = await inTransaction(engine, work)
    if (result !== 'busy') return result
    // The random factor prevents requests that failed together from retrying together.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
  return await inTransaction(engine, work)
}

async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
