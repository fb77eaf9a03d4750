import type { Db } from '../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { TransactionType } from '../../../core/values/status.ts'

/** The transaction that a callback tells about, at a glance. */
export interface ToldPayment {
  reference: string
  pay_type: TransactionType
  service_code: string
  amount_minor: bigint
  currency: CurrencyCode
}

/** What events of a point tell about, by their ids. A test callback tells about no transaction. */
export async function readToldPayments(
  db: Db,
  pointId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, ToldPayment>> {
  const found = await db.query<ToldPayment & { event_id: string }>({
    name: 'read-told-payments',
    text: `select e.id as event_id, t.reference, t.pay_type, t.service_code, t.amount_minor, t.currency
      from callback_events e join transactions t on t.id = e.transaction_id
      where e.point_id = $1 and e.id = any ($2::uuid[])`,
    values: [pointId, eventIds],
  })
  return new Map(found.rows.map((row) => [row.event_id, row]))
}
