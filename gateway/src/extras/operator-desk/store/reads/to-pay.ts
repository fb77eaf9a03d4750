import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { TransactionType } from '../../../../core/values/status.ts'

/** A payout or refund that a person makes at the bank. */
export interface ToPayRow {
  id: string
  pay_type: TransactionType
  service_code: string
  reference: string
  /** The short reference to be written on the transfer; null: it has none. */
  target_reference: string | null
  amount_minor: bigint
  currency: CurrencyCode
  details: Readonly<Record<string, string>>
  since: Date
  created_at: Date
  point_id: string
  point_name: string
  merchant_name: string
  /** The own account from which it is paid. */
  pay_from: string
  /** The bank's line that names the account of a refund, and its day. */
  line_id: string | null
  line_day: string | null
  /** Who gave the account of a refund. */
  set_by: string | null
  second: string | null
  /** Who approved it for the merchant. */
  approved_by: string | null
  proposal: { id: string; action: string; by: string } | null
  /** The payment batch in which it is. */
  batch: { id: string; number: number } | null
}

const columns = `t.id, t.pay_type, t.service_code, t.reference, t.target_reference, t.amount_minor, t.currency, t.details,
  t.updated_at as since, t.created_at, t.point_id, p.name as point_name, m.name as merchant_name,
  coalesce(concat_ws(' · ', b.bank_name, b.holder), a.name) as pay_from, l.id as line_id, l.booking_day::text as line_day,
  case when l.id is null then g.set_by end as set_by, case when l.id is null then g.second end as second,
  (select w.actor from audit_log w where w.object_id = t.id::text and w.action = 'payout.approve' and w.result = 'done'
    order by w.created_at desc limit 1) as approved_by,
  (select jsonb_build_object('id', r.id, 'action', r.action, 'by', u.name) from proposals r join users u on u.id = r.proposed_by
    where r.transaction_id = t.id and r.state = 'open' limit 1) as proposal,
  (select jsonb_build_object('id', i.batch_id, 'number', x.number) from payment_batch_items i
    join payment_batches x on x.id = i.batch_id where i.transaction_id = t.id and i.released_at is null) as batch`

const joins = `transactions t join points p on p.id = t.point_id join merchants m on m.id = p.merchant_id
  join connector_accounts a on a.id = t.connector_account_id
  left join bank_accounts b on b.connector_account_id = a.id
  left join refunds f on f.id = t.id left join bank_lines l on l.id = f.account_line_id
  left join refund_accounts g on g.transaction_id = f.transaction_id`

/** Whether `transactions t` waits: live payments only, as nobody pays for a test point. */
export const waitingToPay = `t.status = 'PENDING' and t.reason = 'waits_for_operator' and t.environment = 'live'`

/** The queue, those that wait the longest first; after the transaction `after`, or from the start. */
export async function readToPay(
  db: Db,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<readonly ToPayRow[]> {
  const found = await db.query<ToPayRow>({
    name: 'read-to-pay',
    text: `select ${columns} from ${joins} where ${waitingToPay}
        and ($2::uuid is null or (t.updated_at, t.id) > (select updated_at, id from transactions where id = $2))
      order by t.updated_at, t.id limit $1`,
    values: [limit, after ?? null],
  })
  return found.rows
}

export async function countToPay(db: Db): Promise<number> {
  const found = await db.query<{ n: bigint }>({
    name: 'count-to-pay',
    text: `select count(*) as n from transactions t where ${waitingToPay}`,
  })
  return Number(found.rows[0]?.n ?? 0n)
}

/** The payee of one payout or refund of an own account, whatever its status. */
export async function readPayee(db: Db, id: string): Promise<ToPayRow | undefined> {
  const found = await db.query<ToPayRow>({
    name: 'read-payee',
    text: `select ${columns} from ${joins} where t.id = $1 and t.pay_type <> 'payin' and a.connector = 'own-account'`,
    values: [id],
  })
  return found.rows[0]
}
