import {
  type BookedMoneyColumn,
  bookedMoneyColumn,
  remainsExpression,
  toBookedMoney,
} from '../../../../core/ledger/rules/booked-money.ts'
import type { BookedMoney } from '../../../../core/ledger/rules/fee-and-net.ts'
import type { AccountKind, TransferKind } from '../../../../core/ledger/rules/ledger.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import {
  type RefundSums,
  type RefundSumsColumn,
  refundSumsColumn,
  toRefundSums,
} from '../../../../core/processing/rules/refund-sums.ts'
import { present } from '../../../../core/values/assert.ts'
import type { Reason, Status } from '../../../../core/values/status.ts'

/** Entries per section; a transaction has a handful. `cut` reports that there are more. */
export const timelineRowsMax = 100

export interface AttemptTimelineRow {
  number: number
  kind: 'submit' | 'announce'
  key: string
  connector_account_id: string
  state: 'waiting' | 'calling' | 'open' | 'closed'
  outcome: string | null
  outcome_detail: unknown
  calls: number
  maybe_sent: boolean
  created_at: Date
  sent_at: Date | null
  updated_at: Date
}

/** The attempts of a transaction, in order. */
export async function readAttempts(db: Db, pointId: string, id: string): Promise<readonly AttemptTimelineRow[]> {
  const found = await db.query<AttemptTimelineRow>({
    name: 'story-attempts',
    text: `select number, kind, key, connector_account_id, state, outcome, outcome_detail, calls, maybe_sent, created_at,
        sent_at, updated_at
      from attempts where point_id = $1 and transaction_id = $2 order by number limit ${timelineRowsMax}`,
    values: [pointId, id],
  })
  return found.rows
}

export interface TransferTimelineRow {
  id: bigint
  kind: TransferKind
  amount_minor: bigint
  /** The refund that it is about, on the page of the pay-in. */
  refund_id: string | null
  /** Null where the merchant may not see the account. */
  debit: AccountKind | null
  credit: AccountKind | null
  created_at: Date
}

/** The ledger transfers of a transaction, and of the refunds of a pay-in, in order. Read as merchant: only the merchant's own accounts are named. */
export async function readTransfers(db: Db, pointId: string, id: string): Promise<readonly TransferTimelineRow[]> {
  const found = await db.query<TransferTimelineRow>({
    name: 'story-transfers',
    text: `select t.id, t.kind, t.amount_minor, d.kind as debit, c.kind as credit, t.created_at,
        nullif(t.transaction_id, $2) as refund_id
      from ledger_transfers t left join ledger_accounts d on d.id = t.debit_account
        left join ledger_accounts c on c.id = t.credit_account
      where t.point_id = $1 and t.transaction_id in (
        select $2 union all select id from refunds where transaction_id = $2) order by t.id limit ${timelineRowsMax}`,
    values: [pointId, id],
  })
  return found.rows
}

/** What the ledger booked of a transaction, null before anything was booked. Of a pay-in also what refunds took and left. */
export async function readBookedMoney(
  db: Db,
  pointId: string,
  id: string,
): Promise<{ bookedMoney: BookedMoney; refundSums: RefundSums | null; remainsMinor: bigint | null }> {
  const found = await db.query<BookedMoneyColumn & RefundSumsColumn & { remains: bigint | null }>({
    name: 'story-booked-money',
    text: `select ${bookedMoneyColumn}, ${refundSumsColumn}, ${remainsExpression} as remains
      from transactions t where t.point_id = $1 and t.id = $2`,
    values: [pointId, id],
  })
  const row = present(found.rows[0], 'the transaction of a timeline')
  const refundSums = toRefundSums(row.refund_sums)
  return { bookedMoney: toBookedMoney(row.booked_money), refundSums, remainsMinor: refundSums && row.remains }
}

export interface RequestTimelineRow {
  request_id: string
  created_at: Date
  method: string
  route: string
  status: number
  problem_code: string | null
  key_id: string | null
  address: string | null
  duration_ms: number
}

/** The creating request: the oldest one that names the transaction and is no read. */
export async function readCreatingRequest(
  db: Db,
  pointId: string,
  id: string,
): Promise<RequestTimelineRow | undefined> {
  const found = await db.query<RequestTimelineRow>({
    name: 'story-request',
    text: `select request_id, created_at, method, route, status, problem_code, key_id, address, duration_ms
      from request_log where point_id = $1 and transaction_id = $2 and method = 'POST'
        and (route like '%\\_hth' or route like '%/refunds')
      order by created_at limit 1`,
    values: [pointId, id],
  })
  return found.rows[0]
}

export interface NotificationTimelineRow {
  id: string
  connector_account_id: string
  event_id: string | null
  headers: Record<string, string>
  body: Buffer
  body_bytes: number
  state: 'received' | 'processed' | 'unmatched'
  received_at: Date
}

/** How a provider names the order of an attempt: the connector account and the key. */
export interface AttemptKey {
  connector_account_id: string
  key: string
}

/**
 * The notifications about these attempts, in order, with the first `bytesMax` bytes of each body. Notifications have no
 * point: the caller has read the attempts as the merchant's own. The body of a push of several events is left out, because
 * the others may be another merchant's.
 */
export async function readNotifications(
  db: Db,
  attempts: readonly AttemptKey[],
  bytesMax: number,
): Promise<readonly NotificationTimelineRow[]> {
  const found = await db.query<NotificationTimelineRow>({
    name: 'story-notifications',
    text: `select n.id, n.connector_account_id, n.event_id, n.headers,
        case when n.push_id is null then substr(n.body, 1, $3) else '' end as body,
        case when n.push_id is null then length(n.body) else 0 end as body_bytes, n.state, n.received_at
      from unnest($1::text[], $2::uuid[]) as a(key, account)
      join provider_notifications n on n.attempt_key = a.key and n.connector_account_id = a.account
      order by n.received_at, n.id limit ${timelineRowsMax}`,
    values: [attempts.map(({ key }) => key), attempts.map((each) => each.connector_account_id), bytesMax],
  })
  return found.rows
}

export interface AuditTimelineRow {
  actor: string
  action: string
  object_id: string | null
  result: 'done' | 'refused'
  detail: Record<string, unknown>
  created_at: Date
}

/** Actions of people and keys on the transaction, in order. */
export async function readAuditOf(db: Db, pointId: string, id: string): Promise<readonly AuditTimelineRow[]> {
  const found = await db.query<AuditTimelineRow>({
    name: 'story-audit',
    text: `select actor, action, object_id, result, detail, created_at from audit_log
      where object_id = $2 and point_id = $1 order by created_at, id limit ${timelineRowsMax}`,
    values: [pointId, id],
  })
  return found.rows
}

export interface RefundTimelineRow {
  id: string
  reference: string
  amount_minor: bigint
  status: Status
  reason: Reason
  created_at: Date
}

/** The refunds of a pay-in, in order. */
export async function readRefundsOf(db: Db, pointId: string, id: string): Promise<readonly RefundTimelineRow[]> {
  const found = await db.query<RefundTimelineRow>({
    name: 'story-refunds',
    text: `select r.id, r.reference, r.amount_minor, r.status, r.reason, r.created_at
      from refunds f join transactions r on r.id = f.id where f.point_id = $1 and f.transaction_id = $2
      order by r.created_at, r.id limit ${timelineRowsMax}`,
    values: [pointId, id],
  })
  return found.rows
}

/** The pay-in of a refund. */
export async function readRefundedPayment(
  db: Db,
  pointId: string,
  id: string,
): Promise<{ id: string; reference: string; amount_minor: bigint } | undefined> {
  const found = await db.query<{ id: string; reference: string; amount_minor: bigint }>({
    name: 'story-refunded-payment',
    text: `select t.id, t.reference, t.amount_minor from refunds f join transactions t on t.id = f.transaction_id
      where f.point_id = $1 and f.id = $2`,
    values: [pointId, id],
  })
  return found.rows[0]
}

/** Connector names by connector account id. */
export async function connectorNames(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ id: string; connector: string }>({
    name: 'story-connectors',
    text: 'select id, connector from connector_accounts where id = any ($1::uuid[])',
    values: [accountIds],
  })
  return new Map(found.rows.map(({ id, connector }) => [id, connector]))
}
