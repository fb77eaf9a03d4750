import type { Connector } from '../connectors/connector.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { SecretBox } from '../lib/secret-box.ts'
import type { Database } from '../store/database.ts'
import type { GroupWriter } from '../store/group-commit.ts'
import type { NewPayin, WrittenPayin } from '../store/payins.ts'

/** Everything an operation may use. Built once in main.ts. */
export interface Deps {
  database: Database
  clock: Clock
  secretBox: SecretBox
  log: Log
  metrics: Metrics
  /** By the name that connector accounts store. */
  connectors: ReadonlyMap<string, Connector>
  /** The gateway's own address as merchants and payers see it, without a trailing slash. */
  publicUrl: string
  /** This process's name in leases: unique per process and start. */
  processName: string
  payins: GroupWriter<NewPayin, WrittenPayin>
  /** Takes the next order number from this process's block. */
  nextSequence(): Promise<bigint>
  /** Tells this process's own loops that work was committed. Other processes find it by polling. */
  wake(loop: 'announce' | 'callbacks' | 'submit'): void
}
