import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Connector,
  ConnectorAccount,
  ProviderRecord,
  ProviderRecords,
  RecordPage,
} from '../../core/connectors/connector.ts'
import { stopwatch } from '../../core/platform/clock/clock.ts'
import { callTimeoutMs, notifyUrl } from '../../core/processing/call-connector.ts'
import { promptInquiries } from '../../core/processing/inquiries/prompt-inquiries.ts'
import type { VerifyDeps } from './invariant.ts'

/** How long the records of one account are read in a run: no other run goes on meanwhile. */
export const readMaxMs = 10 * 60_000
/** Orders of an account that a run asks about one by one. */
const askedMax = 100
/** How long a call waits for its turn. */
const turnMaxMs = 60_000
const turnPauseMs = 100

/** The records of one account, in one run. */
export interface RecordSource {
  accountId: string
  records: ProviderRecords
  /** By the database's clock. */
  startedAt: Date
  /** Keys of orders of which all was compared. */
  comparedWhole: Set<string>
  isOverdue(): boolean
  end(): Promise<number | undefined>
  read(after: number): Promise<RecordPage | undefined>
  /** Has the provider asked about payments for no order. Returns those that it is being asked about. */
  prompt(providerIds: readonly string[]): Promise<ReadonlySet<string>>
  /** All of one order; `not_asked` where the run has asked about enough, or the provider is not asked. */
  find(key: string): Promise<ProviderRecord | 'not_found' | 'not_asked' | undefined>
}

/** Calls about payments by receipt share the limit of the account's inquiries. */
export function openRecords(
  deps: VerifyDeps,
  given: { account: ConnectorAccount; connector: Connector; records: ProviderRecords; startedAt: Date },
): RecordSource {
  const { account, connector, records, startedAt } = given
  const { byReceipt } = records
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account), now: startedAt }
  const passedMs = stopwatch()
  const turn = async () => !byReceipt || (await takeTurn(deps, account.id, connector.manifest.inquiries.perSecond))
  let asked = 0
  return {
    ...{ accountId: account.id, records, startedAt, comparedWhole: new Set() },
    isOverdue: () => passedMs() > readMaxMs,
    end: async () => await records.end(context),
    read: async (after) => {
      if (!(await turn())) return undefined
      const page = await records.read(after, context)
      if (byReceipt) deps.inquiryBudget.spend(account.id, (page?.calls ?? 1) - 1)
      return page
    },
    prompt: async (providerIds) =>
      connector.inquireIncoming && providerIds.length > 0
        ? await promptInquiries(deps, { connectorAccountId: account.id, providerIds })
        : new Set(),
    find: async (key) => {
      if (!byReceipt || asked >= askedMax) return 'not_asked'
      asked += 1
      return (await turn()) ? await byReceipt.find(key, context) : undefined
    },
  }
}

async function takeTurn({ inquiryBudget }: VerifyDeps, accountId: string, perSecond: number): Promise<boolean> {
  const waitedMs = stopwatch()
  while (inquiryBudget.left(accountId, perSecond) < 1) {
    if (waitedMs() > turnMaxMs) return false
    await sleep(turnPauseMs)
  }
  inquiryBudget.spend(accountId, 1)
  return true
}
