import type { ReplicaHealth } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidFrom } from '../../core/platform/ids.ts'
import { countWaitingProposals } from '../approvals/read-proposals.ts'
import { countWaitingLines } from '../bank-accounts/show-account-figures.ts'
import { countForOperator, countOfToPay } from '../operator-desk/list-for-operator.ts'
import {
  type FailingEndpointRow,
  type MerchantVolumeRow,
  readBusiestMerchants,
  readFailingEndpoints,
  readOldestPending,
  readToday,
  readVerifyRuns,
  readVolumes,
  type VerifyRunRow,
  type VolumeRange,
  type VolumeRow,
  volumeRowsMax,
} from './store/reads/operator-overview.ts'

/** Most failing endpoints on a page. The count of alerts covers all. */
const failingMax = 20

/** Merchants of each environment that the overview names. */
const merchantsMax = 10

const hourMs = 3_600_000
const hoursOfDay = 24

export interface OperatorOverview {
  now: Date
  volumes: readonly VolumeRow[]
  /** There are more transactions than one request adds up. */
  volumesAtLeast: boolean
  merchants: readonly MerchantVolumeRow[]
  attention: number
  /** Payouts and refunds that people have to make at the bank. */
  toPay: number
  waitingLines: Awaited<ReturnType<typeof countWaitingLines>>
  openProposals: number
  failingEndpoints: readonly FailingEndpointRow[]
  verify: { full: VerifyRunRow | undefined; last: VerifyRunRow | undefined }
  oldestPending: { transaction_id: string; created_at: Date } | undefined
  /** Undefined if no replica is configured. */
  replica: ReplicaHealth | undefined
}

/** `day` = the start of the UTC day. */
export function volumeRange({ now, day }: { now: Date; day: Date }): VolumeRange {
  const dayBefore = (at: Date) => uuidFrom(new Date(at.getTime() - hoursOfDay * hourMs))
  return {
    ...{ yesterday: dayBefore(day), sameTime: dayBefore(now), today: uuidFrom(day) },
    firstHour: Math.floor(now.getTime() / hourMs) - hoursOfDay,
  }
}

/** Health of the whole gateway. Every figure is read with a limit. */
export async function readOperatorOverview(deps: Pick<PlatformDeps, 'database' | 'clock'>): Promise<OperatorOverview> {
  const { engine, lists } = deps.database
  const { now, day } = await readToday(engine)
  const range = volumeRange({ now, day })
  const [
    volumes,
    merchants,
    attention,
    toPay,
    waitingLines,
    openProposals,
    failingEndpoints,
    [last],
    [full],
    oldestPending,
  ] = await Promise.all([
    lists.asOperator(undefined, async (db) => await readVolumes(db, range)),
    lists.asOperator(
      undefined,
      async (db) => await readBusiestMerchants(db, { since: range.today, limit: merchantsMax }),
    ),
    countForOperator(deps),
    countOfToPay(deps),
    countWaitingLines(deps),
    countWaitingProposals(deps),
    readFailingEndpoints(engine, failingMax),
    readVerifyRuns(engine, { before: undefined, limit: 1, fullOnly: false }),
    readVerifyRuns(engine, { before: undefined, limit: 1, fullOnly: true }),
    readOldestPending(engine),
  ])
  return {
    now,
    volumes,
    volumesAtLeast: volumes.reduce((sum, { read }) => sum + read, 0) >= volumeRowsMax,
    merchants,
    attention,
    toPay,
    waitingLines,
    openProposals,
    failingEndpoints,
    verify: { full, last },
    oldestPending,
    replica: lists.replica(),
  }
}
