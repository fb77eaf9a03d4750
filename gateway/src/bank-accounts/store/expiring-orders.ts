import type { Db } from '../../platform/database/database.ts'

export interface ExpiringOrderRow {
  id: string
  expired_at: Date
  /** `2030-06-14` in the time zone of the bank account. */
  expired_day: string
  bank_account_id: string
  country: string
  time_zone: string
  /** `17:00:00` */
  cutoff: string | null
  /** Lines of its statements are not judged yet. */
  has_new_lines: boolean
}

/** Of the pay-ins those of active own bank accounts whose point lets them wait for a statement. */
export async function readExpiringOrders(db: Db, ids: readonly string[]): Promise<readonly ExpiringOrderRow[]> {
  const found = await db.query<ExpiringOrderRow>({
    name: 'read-expiring-orders-of-bank-accounts',
    text: `select t.id, t.expired_at, (t.expired_at at time zone b.time_zone)::date::text as expired_day,
        b.id as bank_account_id, b.country, b.time_zone, b.cutoff::text,
        exists (select from bank_line_states s where s.bank_account_id = b.id and s.state = 'new') as has_new_lines
      from transactions t join points p on p.id = t.point_id
        join bank_accounts b on b.connector_account_id = t.connector_account_id
      where t.id = any ($1::uuid[]) and t.pay_type = 'payin' and p.expire_policy = 'after_statement' and b.active`,
    values: [ids],
  })
  return found.rows
}

export interface BookedOrderRow {
  id: string
  expired_day: string
  country: string
}

/** When pay-ins expire, in the time zone of the bank account whose line pays them. */
export async function readBookedOrders(
  db: Db,
  wanted: readonly { transactionId: string; bankAccountId: string }[],
): Promise<readonly BookedOrderRow[]> {
  const found = await db.query<BookedOrderRow>({
    name: 'read-expiry-days-of-bank-lines',
    text: `select t.id, (t.expired_at at time zone b.time_zone)::date::text as expired_day, b.country
      from unnest($1::uuid[], $2::uuid[]) as w(transaction_id, bank_account_id)
        join transactions t on t.id = w.transaction_id join bank_accounts b on b.id = w.bank_account_id
      where t.pay_type = 'payin' and t.expired_at is not null`,
    values: [wanted.map(({ transactionId }) => transactionId), wanted.map(({ bankAccountId }) => bankAccountId)],
  })
  return found.rows
}
