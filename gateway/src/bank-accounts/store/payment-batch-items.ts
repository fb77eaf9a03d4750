import type { Db } from '../../platform/database/database.ts'
import type { Reason, Status } from '../../values/status.ts'

export interface BatchItemRow {
  position: number
  transaction_id: string
  instruction_key: string
  amount_minor: bigint
  state: 'live' | 'rejected' | 'removed'
  code: string | null
  text: string | null
  status: Status
  reason: Reason
  reference: string
  service_code: string
  details: Record<string, string>
  point_name: string
}

/** The payments of a batch with their payouts, in the order of the file. */
export async function readItems(db: Db, batchId: string): Promise<readonly BatchItemRow[]> {
  const found = await db.query<BatchItemRow>({
    name: 'read-payment-batch-items',
    text: `select i.position, i.transaction_id, i.instruction_key, i.amount_minor, i.state, i.code, i.text, t.status, t.reason,
        t.reference, t.service_code, t.details, p.name as point_name
      from payment_batch_items i join transactions t on t.id = i.transaction_id join points p on p.id = t.point_id
      where i.payment_batch_id = $1 order by i.position`,
    values: [batchId],
  })
  return found.rows
}

/** Marks payouts as ordered from the bank by a file, or as free again. Their rows are locked. */
export async function saveOrdered(tx: Db, transactionIds: readonly string[], isOrdered: boolean): Promise<void> {
  await tx.query({
    name: `save-payouts-${isOrdered ? 'ordered' : 'free'}`,
    text: `update transactions set ordered_at = ${isOrdered ? 'gateway_now()' : 'null'}, updated_at = gateway_now()
      where id = any ($1::uuid[])`,
    values: [transactionIds],
  })
}

export async function removeItems(tx: Db, batchId: string): Promise<void> {
  await tx.query({
    name: 'remove-payment-batch-items',
    text: `update payment_batch_items set state = 'removed' where payment_batch_id = $1`,
    values: [batchId],
  })
}

/** What the bank said of a payment that it does not make. Returns false where the item is not live in that batch. */
export async function rejectItem(
  tx: Db,
  rejected: { batchId: string; transactionId: string; code: string | null; text: string },
): Promise<boolean> {
  const changed = await tx.query({
    name: 'reject-payment-batch-item',
    text: `update payment_batch_items set state = 'rejected', code = $3, text = $4
      where payment_batch_id = $1 and transaction_id = $2 and state = 'live'`,
    values: [rejected.batchId, rejected.transactionId, rejected.code, rejected.text],
  })
  return changed.rowCount === 1
}

/**
 * Debits of the account that no order has, explained by a rule, announced or neither, and that may be the payment of this
 * payout: it is their candidate, or they have one of the amounts (its own, and the sum of its file).
 */
export async function findLinesLikePayment(
  db: Db,
  wanted: { bankAccountId: string; transactionId: string; amounts: readonly bigint[]; from: Date },
): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'find-lines-like-payment',
    text: `select l.id from bank_line_states s join bank_lines l on l.id = s.bank_line_id
      where s.bank_account_id = $1 and l.sign = 'D'
        and (s.state in ('new', 'in_suspense', 'returning', 'expected') or s.line_rule_id is not null)
        and (exists (select from bank_line_candidates c where c.bank_line_id = l.id and c.transaction_id = $2)
          or (l.amount_minor = any ($3::bigint[]) and l.booking_day >= ($4::timestamptz - interval '1 day')::date))
      limit 10`,
    values: [wanted.bankAccountId, wanted.transactionId, wanted.amounts, wanted.from],
  })
  return found.rows.map(({ id }) => id)
}

/** Of payouts that no known file orders: those that a debit may have paid, as `findLinesLikePayment` says, ten at most. */
export async function findPayoutsLikeDebits(
  db: Db,
  wanted: { bankAccountId: string; payouts: readonly { id: string; amount_minor: bigint; created_at: Date }[] },
): Promise<readonly string[]> {
  const { bankAccountId, payouts } = wanted
  const found = await db.query<{ id: string }>({
    name: 'find-payouts-like-debits',
    text: `with debits as materialized (
        select l.id, l.amount_minor, l.booking_day from bank_line_states s join bank_lines l on l.id = s.bank_line_id
        where s.bank_account_id = $1 and l.sign = 'D'
          and (s.state in ('new', 'in_suspense', 'returning', 'expected') or s.line_rule_id is not null)),
      asked as materialized (select * from unnest($2::uuid[], $3::bigint[], $4::timestamptz[]) as a(id, minor, at))
      select a.id from asked a join debits d on d.amount_minor = a.minor
        where d.booking_day >= (a.at - interval '1 day')::date
      union select a.id from debits d join bank_line_candidates c on c.bank_line_id = d.id
        join asked a on a.id = c.transaction_id
      order by 1 limit 10`,
    values: [
      bankAccountId,
      payouts.map(({ id }) => id),
      payouts.map(({ amount_minor: minor }) => minor),
      payouts.map(({ created_at: at }) => at),
    ],
  })
  return found.rows.map(({ id }) => id)
}

export interface FileRow {
  name: string
  sha256: Buffer
  content: Buffer | null
}

export async function insertFile(
  tx: Db,
  file: { batchId: string; name: string; sha256: Buffer; content: Buffer; count: number; totalMinor: bigint },
): Promise<void> {
  await tx.query({
    name: 'insert-payment-batch-file',
    text: `insert into payment_batch_files (payment_batch_id, name, sha256, size_bytes, content, item_count, total_minor)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [file.batchId, file.name, file.sha256, file.content.length, file.content, file.count, file.totalMinor],
  })
}

export async function readFile(db: Db, batchId: string): Promise<FileRow | undefined> {
  const found = await db.query<FileRow>({
    name: 'read-payment-batch-file',
    text: 'select name, sha256, content from payment_batch_files where payment_batch_id = $1',
    values: [batchId],
  })
  return found.rows[0]
}
