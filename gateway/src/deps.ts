import type { AttemptAnswer } from './callbacks/store/callback-results.ts'
import type { Connector } from './connectors/connector.ts'
import type { DemoPeople } from './demo/create-demo-people.ts'
import type { PasswordHasher } from './identity/rules/password.ts'
import type { KnownAccounts } from './ledger/store/ledger-accounts.ts'
import type { RequestLog } from './merchants/log-requests.ts'
import type { FailedAuthentications } from './merchants/record-failed-authentications.ts'
import type { PayoutCreation } from './payouts/reserve-payouts.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { GroupWriter } from './platform/database/group-commit.ts'
import type { Log } from './platform/log/log.ts'
import type { Metrics } from './platform/log/metrics.ts'
import type { NodeCount } from './platform/nodes/count-nodes.ts'
import type { SecretBox } from './platform/secret-box.ts'
import type { CallPlaces } from './processing/call-slots.ts'
import type { InquiryBudget } from './processing/inquiry-budget.ts'
import type { RouteFinder } from './processing/route-finder.ts'
import type { ApplyItem, ApplyResult } from './processing/status-update.ts'
import type { Creation, NewTransaction } from './processing/store/creations.ts'
import type { Environment } from './values/environment.ts'
import type { Language } from './values/language.ts'

export interface CallbackPost {
  environment: Environment
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** What operations ask of the mail server; alerts and invitations wait in the outbox instead. */
export interface Mail {
  /** Sends a mail at once, to see whether it can be done. A code where it failed, null where the server took it. */
  sendTest(to: { name: string; email: string; language: Language }): Promise<string | null>
}

/** Everything an operation may use. Built once in main.ts. */
export interface Deps {
  database: Database
  clock: Clock
  secretBox: SecretBox
  /** People's passwords; one queue per process. */
  passwords: PasswordHasher
  log: Log
  metrics: Metrics
  /** Of this process, for the loops that ask providers. */
  inquiryBudget: InquiryBudget
  /** By the name that connector accounts store. */
  connectors: ReadonlyMap<string, Connector>
  routes: RouteFinder
  /** The gateway's own address as merchants and payers see it, without a trailing slash. */
  publicUrl: string
  /** The same on this machine, for the simulated bank's notifications. */
  localUrl: string
  /** What newcomers sign in with, on a demonstration; known once it was made. */
  demoPeople: DemoPeople | undefined
  /** CIDR: where callbacks of test points may go besides public addresses. */
  callbackAllowCidrs: readonly string[]
  /** This process's name in leases: unique per process and start. */
  processName: string
  /** Bounds the calls that requests wait for. */
  callPlaces: CallPlaces
  /** Creates transactions, grouped. */
  creations: GroupWriter<NewTransaction, Creation>
  /** Creates payouts with the reservation of their funds, grouped. */
  payouts: GroupWriter<NewTransaction, PayoutCreation>
  /** How many processes share the requests and the loops of this deployment; limits of a point are divided by it. */
  nodes: NodeCount
  /** Ledger accounts that this process knows. */
  knownAccounts: KnownAccounts
  /** Applies news to transactions, grouped: the only writer of a status. */
  outcomes: GroupWriter<ApplyItem, ApplyResult>
  /** Takes the next order number from this process's block. */
  nextSequence(): Promise<bigint>
  /** What would stop every callback to an address, in words; undefined where nothing is known against it. */
  checkCallbackHost(url: string, environment: Environment): Promise<string | undefined>
  /** Posts a callback once, through the same guard as all of them. Never rejects: whatever happens is an answer. */
  postCallback(post: CallbackPost): Promise<AttemptAnswer>
  /** Remembers answered requests of the merchant API, for merchants to read. */
  requestLog: RequestLog
  /** Remembers requests whose credentials were refused, for the audit log. */
  failedAuthentications: FailedAuthentications
  /** Tells this process's own loops that work was committed. Other processes find it by polling. */
  wake(loop: 'alerts' | 'announce' | 'callbacks' | 'endpoints' | 'mails' | 'notifications'): void
  /** Undefined where no mail server is set. */
  mail: Mail | undefined
  /** Personal data of finished transactions goes after this many days; 0: it is kept for ever. */
  retentionDays: number
}
