import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../config/config-error.ts'
import type { Log } from '../log/log.ts'
import { codeOf, isRefusedForGood, isServerAway } from './database-away.ts'

/** How long a start waits: a cluster needs half of it to agree on a new primary. */
const waitMaxMs = 60_000

const askEveryMs = 500

/**
 * Waits until a primary answers, so that a start during a failover succeeds. After a minute it throws one sentence, or the
 * error if it has a code of its own.
 */
export async function waitForPrimary(owner: pg.Pool, log: Log): Promise<void> {
  let isSaid = false
  for (const startedMs = performance.now(); ; await sleep(askEveryMs)) {
    try {
      await owner.query('select 1')
      return
    } catch (error) {
      const code = codeOf(error)
      if (!isServerAway(error) || isRefusedForGood(code)) throw error
      if (performance.now() - startedMs >= waitMaxMs) {
        if (code !== '') throw error
        throw new ConfigError([`The PostgreSQL of DATABASE_URL did not answer for ${waitMaxMs / 1_000} seconds.`])
      }
      if (!isSaid) log.warn({ err: error }, 'waiting for the PostgreSQL of DATABASE_URL')
      isSaid = true
    }
  }
}
