import type { ReplicaHealth } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidFrom } from '../../core/platform/ids.ts'
import { countWaitingProposals } from '../approvals/read-proposals.ts'
import { countForOperator } from '../operator-desk/list-for-operator.ts'
import {
  type FailingEndpointRow,
  readFailingEndpoints,
  readOldestPending,
  readToday,
  readVerifyRuns,
  readVolumes,
  type VerifyRunRow,
  type VolumeRow,
  volumeRowsMax,
} from './store/reads/operator-overview.ts'

/** Most failing endpoints on a page. The count of alerts covers all. */
const failingMax = 20

export interface OperatorOverview {
  now: Date
  volumes: readonly VolumeRow[]
  /** There are more transactions today than one request adds up. */
  volumesAtLeast: boolean
  attention: number
  openProposals: number
  failingEndpoints: readonly FailingEndpointRow[]
  verify: { full: VerifyRunRow | undefined; last: VerifyRunRow | undefined }
  oldestPending: { transaction_id: string; created_at: Date } | undefined
  /** Undefined if no replica is configured. */
  replica: ReplicaHealth | undefined
}

/** Health of the whole gateway. Every figure is read with a limit. */
export async function readOperatorOverview(deps: Pick<PlatformDeps, 'database' | 'clock'>): Promise<OperatorOverview> {
  const { engine, lists } = deps.database
  const { now, day } = await readToday(engine)
  const [volumes, attention, openProposals, failingEndpoints, [last], [full], oldestPending] = await Promise.all([
    lists.asOperator(undefined, async (db) => await readVolumes(db, uuidFrom(day))),
    countForOperator(deps),
    countWaitingProposals(deps),
    readFailingEndpoints(engine, failingMax),
    readVerifyRuns(engine, { before: undefined, limit: 1, fullOnly: false }),
    readVerifyRuns(engine, { before: undefined, limit: 1, fullOnly: true }),
    readOldestPending(engine),
  ])
  const counted = volumes.reduce((sum, { transactions }) => sum + transactions, 0)
  return {
    now,
    volumes,
    volumesAtLeast: counted >= volumeRowsMax,
    attention,
    openProposals,
    failingEndpoints,
    verify: { full, last },
    oldestPending,
    replica: lists.replica(),
  }
}
