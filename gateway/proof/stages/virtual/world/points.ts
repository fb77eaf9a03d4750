import type { CurrencyCode } from '../../../../src/core/values/currency.ts'
import type { Environment } from '../../../../src/core/values/environment.ts'
import type { PayType } from '../../../../src/core/values/status.ts'

/**
 * The points of every simulated deployment:
 * - `plain`: no fees, credits are available at once, funds for about three payouts;
 * - `fees`: fees both ways, credits wait for an hour, policies that are not the default ones, large payouts need a second key,
 *   refunds are told by callbacks;
 * - `strict`: live, a limit a payout and a day, a provider that promises nothing about late execution;
 * - `byhand`: live, people pay out and confirm deposits;
 * - `inboxed`: its callbacks are kept in the inbox, because it has no address.
 */
export const pointNames = ['plain', 'fees', 'strict', 'byhand', 'inboxed'] as const
export type PointName = (typeof pointNames)[number]

/**
 * Providers that simulated deployments know; `sim_plain` serves live points too, the others test points.
 * Names as connector accounts store them. `sim_tombstone`, `sim_deadline` and `sim_plain` are simulated providers;
 * `own-account` is the product's own connector.
 */
export const simulatedConnectorNames = ['sim_tombstone', 'sim_deadline', 'sim_plain'] as const
export type SimulatedConnectorName = (typeof simulatedConnectorNames)[number]
export type PointConnectorName = SimulatedConnectorName | 'own-account'

/** Payouts and pay-ins of the workload lie around this many minor units, whatever the currency. */
export const usualAmountMinor = 10_000n

/** A service that a point can be asked for. */
export interface PointService {
  serviceCode: string
  payType: PayType
  currency: CurrencyCode
}

/** Where the payers of `byhand` deposit: a published example. */
export const ownAccountNumber = '2850590940090418135201'

/** What the outside world knows of one point. JSON: amounts are whole minor units in decimal digits. */
export interface PointFacts {
  name: PointName
  pointId: string
  environment: Environment
  /**
   * Two keys of different makers. Both open pay-ins, payouts, refunds, reading and approving; what one of them asked for, the other
   * may approve.
   */
  apiKeys: readonly [string, string]
  /** Opens webhook, settings and reading. */
  settingsKey: string
  /** Stands in the body of callbacks, from which the merchant computes `auth_api_token`. */
  authApiToken: string
  /** Checks the signatures of callbacks (`whsec_…`). */
  webhookSecret: string
  /** Null: callbacks go to the inbox. */
  webhookUrl: string | null
  connector: PointConnectorName
  connectorAccountId: string
  services: readonly PointService[]
  /** Funds at the beginning of every currency that can be paid out; no overdraft. */
  funds: readonly { currency: CurrencyCode; availableMinor: string }[]
  /** Payouts above this need a second key, in one currency. Null: none does. */
  approvalAboveMinor: string | null
  /** What one payout may be over at most, in one currency. Null: any amount. */
  singleMinor: string | null
  /** What may be paid out in one day, in one currency. Null: as much as there is. */
  dailyMinor: string | null
  /** The currency of the three limits above; the others have none. */
  limitsCurrency: CurrencyCode | null
}

/** Everything that the outside world knows of a deployment at the beginning of a run. */
export interface TemplateFacts {
  points: readonly PointFacts[]
  /** 32 bytes in base64: what the deployment's master key file holds. */
  masterKey: string
  /** Two operators of the deployment, for what needs two people. */
  operators: readonly { userId: string; name: string }[]
}
