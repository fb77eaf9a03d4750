import type { Status } from '../../domain/status.ts'
import type { Db } from '../database.ts'

/** An order of a bank's book with what we say about it. */
export interface BookedOrder {
  key: string
  id: string
  pay_type: 'payin' | 'payout'
  status: Status
  reason: string
  received_minor: bigint
  needs_operator: string | null
  /** Nothing was heard about it for a while, and nobody is asking. */
  quiet: boolean
}

/** Our transactions behind the keys of a page of the book. */
export async function findBookedOrders(
  db: Db,
  connectorAccountId: string,
  keys: readonly string[],
): Promise<readonly BookedOrder[]> {
  const found = await db.query<BookedOrder>({
    name: 'verify-booked-orders',
    text: `select a.key, t.id, t.pay_type, t.status, t.reason, t.received_minor, t.needs_operator,
        greatest(t.updated_at, a.updated_at) < gateway_now() - interval '2 minutes' as quiet
      from attempts a join transactions t on t.id = a.transaction_id
      where a.connector_account_id = $1 and a.key = any ($2::text[])`,
    values: [connectorAccountId, keys],
  })
  return found.rows
}

/** Transactions that were completed through an account and are quiet, a page by id, with the keys their bank knows. */
export async function findCompletedKeys(
  db: Db,
  connectorAccountId: string,
  after: string,
): Promise<readonly { id: string; keys: string[] }[]> {
  const found = await db.query<{ id: string; keys: string[] }>({
    name: 'verify-completed-keys',
    text: `select t.id, array_remove(array_agg(a.key), null) as keys
      from (select id from transactions
        where connector_account_id = $1 and status = 'COMPLETED' and needs_operator is null and id > $2
          and updated_at < gateway_now() - interval '2 minutes'
        order by id limit 2000) t
      left join attempts a on a.transaction_id = t.id and a.connector_account_id = $1
      group by t.id order by t.id`,
    values: [connectorAccountId, after],
  })
  return found.rows
}

/** Connector accounts whose book can be read. */
export async function findTestAccounts(db: Db): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'verify-test-accounts',
    text: `select id from connector_accounts where environment = 'test' order by id`,
  })
  return found.rows.map(({ id }) => id)
}
