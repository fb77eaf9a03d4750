import type { Client } from './boot/config.ts'
import type { Pushes } from './pushes.ts'
import type { Records } from './records/records.ts'

/** The provider as its parts see it. */
export interface Provider {
  records: Records
  pushes: Pushes
  clients: readonly Client[]
  now(): Date
  /** Does it after this many milliseconds, unless the process stops before. */
  later(ms: number, work: () => void): void
  payAfterMs: number | undefined
  returnAfterMs: number
}
