import type pg from 'pg'
import type { Database } from './database.ts'
import { healthOf } from './watch-connections.ts'

/** A pool that answered this recently works: one that is full, or waits for a lock, is not taken for a dead one. */
const freshMs = 5_000

/** Who asks for readiness asks often and waits little. */
const probeMaxMs = 2_000

/**
 * Whether the pools that serve requests and loops reach the database: by what they did last, and where that says too
 * little by a statement of its own. One probe of a pool at a time, whoever asks.
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
