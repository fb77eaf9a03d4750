import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { PayType, Reason, Status } from '../../values/status.ts'

/** A transaction as a person compares it with a line. Amounts are minor units. */
export interface JudgedOrderRow {
  id: string
  reference: string
  environment: Environment
  pay_type: PayType
  service_code: string
  status: Status
  reason: Reason
  currency: CurrencyCode
  amount_minor: bigint
  received_minor: bigint
  reversed_minor: bigint
  connector: string
  connector_account_id: string
  /** Null: of no bank account that statements come for. */
  bank_account_id: string | null
  point_id: string
  point_name: string
  merchant_name: string
  target_reference: string | null
  payer_reference: string | null
  details: Record<string, string>
  created_at: Date
  expired_at: Date | null
}

const columns = `t.id, t.reference, t.environment, t.pay_type, t.service_code, t.status, t.reason, t.currency, t.amount_minor,
  t.received_minor, t.reversed_minor, c.connector, t.connector_account_id, b.id as bank_account_id, t.point_id,
  p.name as point_name, m.name as merchant_name, t.target_reference, t.payer_reference, t.details, t.created_at, t.expired_at`

const joins = `transactions t join connector_accounts c on c.id = t.connector_account_id
  left join bank_accounts b on b.connector_account_id = t.connector_account_id
  join points p on p.id = t.point_id join merchants m on m.id = p.merchant_id`

export async function readOrders(db: Db, ids: readonly string[]): Promise<readonly JudgedOrderRow[]> {
  const found = await db.query<JudgedOrderRow>({
    name: 'read-orders-of-bank-lines',
    text: `select ${columns} from ${joins} where t.id = any ($1::uuid[])`,
    values: [ids],
  })
  return found.rows
}

/**
 * Up to two orders of own bank accounts that have the text as their number for the payer, in one environment and currency.
 * `target`: without separators, in capitals.
 */
export async function findOrders(
  db: Db,
  wanted: { environment: Environment; currency: string; target: string; reference: string },
): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'find-orders-of-bank-line',
    text: `with own as materialized (select id from connector_accounts where connector = 'own-account' and environment = $1)
      select id from (
        select t.id, t.currency from own join transactions t on t.connector_account_id = own.id and t.target_reference = $3
        union select t.id, t.currency from points p cross join lateral (
          select * from transactions t where t.point_id = p.id and t.reference = $4 limit 2) t
          where p.environment = $1 and t.connector_account_id in (select id from own)) t
      where currency = $2 limit 2`,
    values: [wanted.environment, wanted.currency, wanted.target, wanted.reference],
  })
  return found.rows.map(({ id }) => id)
}

/** Arrivals of a transaction that no line proves, the oldest first. The transaction is locked. */
export async function readUnprovenMoney(
  tx: Db,
  transactionId: string,
): Promise<readonly { id: bigint; amount_minor: bigint }[]> {
  const found = await tx.query<{ id: bigint; amount_minor: bigint }>({
    name: 'read-unproven-money',
    text: `select x.id, x.amount_minor from ledger_transfers x
      where x.transaction_id = $1 and x.kind in ('payin', 'suspense', 'payout', 'late_payout')
        and (x.bank_line_id is null or exists (
          select from bank_line_states p where p.bank_line_id = x.bank_line_id and p.standing = 'announced'))
        and not exists (select from bank_line_states s where s.transfer_id = x.id)
      order by x.id`,
    values: [transactionId],
  })
  return found.rows
}
