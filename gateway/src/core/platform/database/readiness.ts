import type pg from 'pg'
import type { Database } from './database.ts'
import { healthOf } from './watch-connections.ts'

/** A pool with an answer within this time works. A pool that is full, or waits for a lock, is not dead. */
const freshMs = 5_000

/** Limit of a probe. Readiness checks are frequent and have short timeouts. */
const probeMaxMs = 2_000

/**
 * Returns a function that checks whether the serving pools reach the database: by their last answers, else by a probe
 * statement. Concurrent checks share one probe per pool.
 */
export function readiness({ engine, reader }: Pick<Database, 'engine' | 'reader'>): () => Promise<true | string> {
  const probes = [prober(engine), prober(reader)]
  return async () => {
    const answers = await Promise.all(probes.map(async (works) => await works()))
    return answers.every(Boolean) || 'the database does not answer'
  }
}

function prober(pool: pg.Pool): () => Promise<boolean> {
  let probing: Promise<boolean> | undefined
  return async () => {
    if (workedJustNow(pool)) return true
    probing ??= probe(pool).finally(() => {
      probing = undefined
    })
    return await within(probing)
  }
}

function workedJustNow(pool: pg.Pool): boolean {
  const { answeredAtMs, failedAtMs } = healthOf(pool)
  if (answeredAtMs === undefined || performance.now() - answeredAtMs > freshMs) return false
  return failedAtMs === undefined || failedAtMs < answeredAtMs
}

async function probe(pool: pg.Pool): Promise<boolean> {
  return await pool.query('select 1').then(
    () => true,
    () => false,
  )
}

async function within(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), probeMaxMs)
  })
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
