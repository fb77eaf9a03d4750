import type { Environment } from '../../values/environment.ts'
import type { PayType, Reason, Status } from '../../values/status.ts'
import type { TransactionRow } from './transaction-row.ts'

/** A transaction to write, with its attempt (none where nothing is sent). */
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
  metadata: Readonly<Record<string, string>> | null
  partyDocument: string | null
  partyName: string | null
  contentHash: Buffer
  /** The hash as older releases stored it, for their `expired_at`. */
  oldContentHash?(expiredAt: string): Buffer
  payToken: string | null
  redirectUrl: string | null
  cardBin: string | null
  cardLast4: string | null
  expiredAt: Date | null
  /** A payout's fee, reserved with its amount. */
  feeMinor: bigint
  /** Public id of the creating API key; null for HTTP Basic with the point's own credentials. */
  createdByKey: string | null
  /** Expiry of the approval; null where no approval is needed. */
  approvalUntil: Date | null
  attempt: NewAttempt | null
}

export interface NewAttempt {
  id: string
  kind: 'submit' | 'announce'
  key: string
  /** `calling`: leased to this process, which calls right after the commit. */
  state: 'waiting' | 'calling'
  leaseOwner: string | null
  leaseMs: number | null
  /** The order's deadline; null where its provider honours none. */
  executeBefore: Date | null
}

export type Creation = { kind: 'created'; createdAt: Date } | { kind: 'existing'; row: TransactionRow }

export function referenceKey(pointId: string, payType: PayType, reference: string): string {
  return `${pointId}/${payType}/${reference}`
}
