import { countWaitingProposals } from '../approvals/read-proposals.ts'
import type { ReplicaHealth } from '../platform/database/replica-health.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { countForOperator, deskCountMax } from '../review/list-for-operator.ts'
import type { Environment } from '../values/environment.ts'
import {
  type FailingEndpointRow,
  readFailingEndpoints,
  readOldestPending,
  readToday,
  readVerifyRuns,
  readVolumes,
  type VerifyRunRow,
  type VolumeRow,
} from './store/reads/operator-overview.ts'

/** How much a page shows and adds up. Where there is more, its answer says so. */
const usualLimits = { volumeRows: 200_000, failingEndpoints: 20 }

/** The desk's figures of one environment. The proof of the books and the replica are the whole gateway's. */
export interface OperatorOverview {
  environment: Environment
  now: Date
  volumes: readonly VolumeRow[]
  /** There are as many transactions today as one request adds up, or more. */
  volumesAtLeast: boolean
  /** This and the next are counted up to `deskCountMax`. */
  attention: number
  openProposals: number
  failingEndpoints: readonly FailingEndpointRow[]
  /** More points have failing callbacks than those. */
  failingEndpointsMore: boolean
  verify: { full: VerifyRunRow | undefined; last: VerifyRunRow | undefined }
  oldestPending: { transaction_id: string; created_at: Date } | undefined
  /** Undefined if no replica is configured. */
  replica: ReplicaHealth | undefined
}

/** Every figure is read with a limit. */
export async function readOperatorOverview(
  deps: Pick<PlatformDeps, 'database'>,
  environment: Environment,
  limits = usualLimits,
): Promise<OperatorOverview> {
  const { engine, lists } = deps.database
  const { now, day } = await readToday(engine)
  const volumesWish = { since: day, environment, rowsMax: limits.volumeRows }
  const [volumes, attention, openProposals, failing, [last], [full], oldestPending] = await Promise.all([
    lists.asOperator(undefined, async (db) => await readVolumes(db, volumesWish)),
    countForOperator(deps, environment),
    countWaitingProposals(deps, environment, deskCountMax),
    readFailingEndpoints(engine, { environment, limit: limits.failingEndpoints + 1 }),
    readVerifyRuns(engine, { before: undefined, limit: 1, fullOnly: false }),
    readVerifyRuns(engine, { before: undefined, limit: 1, fullOnly: true }),
    readOldestPending(engine, environment),
  ])
  const counted = volumes.reduce((sum, { transactions }) => sum + transactions, 0)
  return {
    environment,
    now,
    volumes,
    volumesAtLeast: counted >= limits.volumeRows,
    attention,
    openProposals,
    failingEndpoints: failing.slice(0, limits.failingEndpoints),
    failingEndpointsMore: failing.length > limits.failingEndpoints,
    verify: { full, last },
    oldestPending,
    replica: lists.replica(),
  }
}
