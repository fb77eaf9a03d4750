import type { Db } from '../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Status, TransactionType } from '../../../core/values/status.ts'

/** The transaction of a provider's record. Amounts in minor units. */
export interface RecordedOrder {
  key: string
  id: string
  pay_type: TransactionType
  status: Status
  reason: string
  currency: CurrencyCode
  amount_minor: bigint
  received_minor: bigint
  /** Of what was received: what lines of a bank desk brought. The provider's record of the order does not have it. */
  line_minor: bigint
  reversed_minor: bigint
  /** Credited to the merchant, or paid out. */
  credited_minor: bigint
  needs_operator: string | null
  /** True where it did not change for two minutes and no inquiry is open. */
  quiet: boolean
  now: Date
}

const lineMinor = `(select coalesce(sum(x.amount_minor), 0)::bigint from ledger_transfers x
          where x.transaction_id = t.id and x.bank_line_id is not null and x.kind in ('payin', 'suspense'))`

/** The transactions of a page of record keys. */
export async function findRecordedOrders(
  db: Db,
  connectorAccountId: string,
  keys: readonly string[],
): Promise<readonly RecordedOrder[]> {
  const found = await db.query<RecordedOrder>({
    name: 'verify-recorded-orders',
    text: `select a.key, t.id, t.pay_type, t.status, t.reason, t.currency, t.amount_minor, t.received_minor,
        t.reversed_minor, coalesce(t.credited_minor, 0) as credited_minor, t.needs_operator,
        ${lineMinor} as line_minor, greatest(t.updated_at, a.updated_at) < gateway_now() - interval '2 minutes' as quiet,
        gateway_now()::timestamptz(3) as now
      from attempts a join transactions t on t.id = a.transaction_id
      where a.connector_account_id = $1 and a.key = any ($2::text[])`,
    values: [connectorAccountId, keys],
  })
  return found.rows
}

/** A transaction with moved money, with its attempt keys. */
export interface MovedOrder
  extends Pick<
    RecordedOrder,
    'id' | 'pay_type' | 'status' | 'currency' | 'received_minor' | 'credited_minor' | 'needs_operator'
  > {
  keys: string[]
  /** Of a refund: its pay-in's. */
  payin_created_at: Date
}

/** Transactions of an account with moved money that were quiet at an instant: a page by id. */
export async function findMovedOrders(
  db: Db,
  { connectorAccountId, quietAt, after }: { connectorAccountId: string; quietAt: Date; after: string },
): Promise<readonly MovedOrder[]> {
  const found = await db.query<MovedOrder>({
    name: 'verify-moved-orders',
    text: `select t.id, t.pay_type, t.status, t.currency, t.received_minor, coalesce(t.credited_minor, 0) as credited_minor,
        t.needs_operator, array(select a.key from attempts a
          where a.transaction_id = t.id and a.connector_account_id = $1 order by a.number) as keys,
        coalesce((select p.created_at from refunds f join transactions p on p.id = f.transaction_id where f.id = t.id),
          t.created_at) as payin_created_at
      from transactions t
      where t.connector_account_id = $1 and t.id > $2 and t.updated_at < $3::timestamptz - interval '2 minutes'
        and (t.status = 'COMPLETED' or t.received_minor > 0 or t.credited_minor > 0 or t.reversed_minor > 0)
        and (t.received_minor = 0 or t.received_minor <> ${lineMinor})
      order by t.id limit 2000`,
    values: [connectorAccountId, after, quietAt],
  })
  return found.rows
}

/** Of a provider's payments those that came for no order, by the provider's ids. */
export async function findIncomingMoney(
  db: Db,
  connectorAccountId: string,
  providerIds: readonly string[],
): Promise<ReadonlyMap<string, { amount_minor: bigint; currency: string }>> {
  const found = await db.query<{ provider_id: string; amount_minor: bigint; currency: string }>({
    name: 'verify-incoming-money',
    text: `select provider_id, amount_minor, currency from incoming_money
      where connector_account_id = $1 and provider_id = any ($2::text[])`,
    values: [connectorAccountId, providerIds],
  })
  return new Map(found.rows.map((row) => [row.provider_id, row]))
}

/** Transactions under review by reason; one may count several times. Counts up to 100 000 each. */
export interface UnderReviewCounts {
  /** All, each counted once. */
  transactions: number
  needsOperator: number
  suspense: number
  proposals: number
}

export async function countUnderReview(db: Db): Promise<UnderReviewCounts> {
  const found = await db.query<UnderReviewCounts>({
    name: 'verify-under-review',
    text: `with asked as materialized (select id from transactions where needs_operator is not null limit 100000),
      waiting as materialized (select id from transactions where suspense_minor > 0 limit 100000),
      proposed as materialized (select transaction_id as id from proposals
        where state = 'open' and transaction_id is not null limit 100000)
      select (select count(*)::int from asked) as "needsOperator", (select count(*)::int from waiting) as suspense,
        (select count(*)::int from proposed) as proposals,
        (select count(*)::int from (select * from asked union select * from waiting union select * from proposed) x)
          as transactions`,
  })
  return found.rows[0] ?? { transactions: 0, needsOperator: 0, suspense: 0, proposals: 0 }
}

/** A connector account whose provider may have records. */
export interface AccountToReconcile {
  id: string
  connector: string
  created_at: Date
}

export async function findAccounts(db: Db): Promise<readonly AccountToReconcile[]> {
  const found = await db.query<AccountToReconcile>({
    name: 'verify-accounts',
    text: 'select id, connector, created_at from connector_accounts order by id',
  })
  return found.rows
}
