import { pino } from 'pino'
import type { Log } from '../../src/core/platform/log/log.ts'

/** A log of which no error may be written: the test fails with what was logged. */
export function strictLog(): Log {
  const log = pino({ level: 'silent' })
  return Object.assign(log, {
    error: (facts: { err?: unknown }) => {
      throw facts.err instanceof Error ? facts.err : new Error(JSON.stringify(facts))
    },
  })
}
