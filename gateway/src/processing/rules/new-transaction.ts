import type { Environment } from '../../values/environment.ts'
import type { PayType, Reason, Status } from '../../values/status.ts'
import type { TransactionRow } from './transaction-row.ts'

/** A transaction about to be written, with the attempt that carries it to a connector (none where nothing is sent). */
export interface NewTransaction {
  id: string
  pointId: string
  environment: Environment
  payType: PayType
  serviceCode: string
  reference: string
  amountMinor: bigint
  currency: string
  status: Status
  reason: Reason
  connectorAccountId: string
  sequence: bigint
  targetReference: string | null
  instructions: object
  details: object
  partyDocument: string | null
  partyName: string | null
  contentHash: Buffer
  payToken: string | null
  redirectUrl: string | null
  cardBin: string | null
  cardLast4: string | null
  expiredAt: Date | null
  /** A payout's fee, reserved with its amount. */
  feeMinor: bigint
  /** The public id of the API key that asked for it; null for HTTP Basic with the point's own credentials. */
  createdByKey: string | null
  /** Until when a payout waits for a second key; null where it waits for nobody. */
  approvalUntil: Date | null
  attempt: NewAttempt | null
}

export interface NewAttempt {
  id: string
  kind: 'submit' | 'announce'
  key: string
  /** `calling`: already leased to this process, which calls right after the commit. */
  state: 'waiting' | 'calling'
  leaseOwner: string | null
  leaseMs: number | null
  /** The deadline that the order carries; null where its provider honours none. */
  executeBefore: Date | null
}

export type Creation = { kind: 'created'; createdAt: Date } | { kind: 'existing'; row: TransactionRow }

export function referenceKey(pointId: string, payType: PayType, reference: string): string {
  return `${pointId}/${payType}/${reference}`
}
