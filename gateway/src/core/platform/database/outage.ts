import type pg from 'pg'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'
import { isServerAway } from './database-away.ts'
import { healthOf } from './watch-connections.ts'

/** How often it is asked whether an outage is over. */
const checkEveryMs = 500

/**
 * Returns the same log, which writes one line when the database goes away and one when it is back. Everything that fails
 * between is counted (`database_away_total`) and not written. After `stop` everything is written.
 */
export function quietInOutages(
  log: Log,
  { metrics, pool }: { metrics: Metrics; pool: pg.Pool },
): { log: Log; stop(): void } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let outage: { sinceMs: number; lastMs: number; failures: number } | undefined
  const isCovered = (fields: unknown): boolean => {
    const error: unknown = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined
    if (isStopped || !isServerAway(error)) return false
    metrics.databaseAway.inc()
    if (!outage) {
      outage = { sinceMs: performance.now(), lastMs: 0, failures: 0 }
      timer = setInterval(look, checkEveryMs).unref()
      log.warn({ err: error }, 'the database is away: requests get 503 and jobs pause until it answers')
    }
    outage.failures += 1
    outage.lastMs = performance.now()
    return true
  }
  const look = () => {
    if (!outage || (healthOf(pool).answeredAtMs ?? 0) <= outage.lastMs) return
    const { sinceMs, failures } = outage
    outage = undefined
    clearInterval(timer)
    log.info({ seconds: Math.round((performance.now() - sinceMs) / 100) / 10, failures }, 'the database is back')
  }
  const stop = () => {
    isStopped = true
    clearInterval(timer)
  }
  return { log: filtered(log, isCovered), stop }
}

function filtered(log: Log, isCovered: (fields: unknown) => boolean): Log {
  const quiet = (level: 'warn' | 'error'): Log['warn'] => {
    const write: (...args: unknown[]) => void = log[level].bind(log)
    return (...args: unknown[]) => {
      if (!isCovered(args[0])) write(...args)
    }
  }
  return Object.assign(Object.create(log) as Log, { warn: quiet('warn'), error: quiet('error') })
}
