import type { Db } from '../../../core/platform/database/database.ts'
import type { PagePosition } from '../../../core/platform/page-cursor.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Environment } from '../../../core/values/environment.ts'
import type { TransactionType } from '../../../core/values/status.ts'
import type { BatchTemplate } from '../rules/batch-template.ts'

/** Items of one file. */
export const batchItemsMax = 1_000

/** A payout or refund that waits for a person and stands in no file. */
export interface WaitingRow {
  id: string
  pay_type: TransactionType
  service_code: string
  target_reference: string | null
  amount_minor: bigint
  currency: CurrencyCode
  details: Readonly<Record<string, string>>
}

const waits = `t.status = 'PENDING' and t.reason = 'waits_for_operator'
  and not exists (select from payment_batch_items i where i.transaction_id = t.id and i.released_at is null)`

/** Those of a connector account that wait since `upTo` or longer, the longest first. */
export async function readWaiting(
  db: Db,
  { connectorAccountId, upTo }: { connectorAccountId: string; upTo: Date },
): Promise<readonly WaitingRow[]> {
  const found = await db.query<WaitingRow>({
    name: 'read-waiting-for-batch',
    text: `select t.id, t.pay_type, t.service_code, t.target_reference, t.amount_minor, t.currency, t.details from transactions t
      where t.connector_account_id = $1 and t.updated_at <= $2 and ${waits} order by t.updated_at, t.id limit ${batchItemsMax}`,
    values: [connectorAccountId, upTo],
  })
  return found.rows
}

/** What waits on each own account that has something. */
export async function readReadyAccounts(
  db: Db,
): Promise<readonly { bank_account_id: string; items: number; total_minor: bigint }[]> {
  const found = await db.query<{ bank_account_id: string; items: number; total_minor: bigint }>({
    name: 'read-accounts-ready-for-batch',
    text: `select b.id as bank_account_id, count(*)::int as items, sum(t.amount_minor)::bigint as total_minor
      from transactions t join bank_accounts b on b.connector_account_id = t.connector_account_id
      where ${waits} group by b.id order by min(t.updated_at) limit 1000`,
  })
  return found.rows
}

/** Locks transactions in the order of their ids, as every writer of a status does. */
export async function lockTransactionsOf(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock-transactions-of-batch',
    text: 'select 1 from transactions where id = any ($1::uuid[]) order by id for no key update',
    values: [ids],
  })
}

export async function readTemplate(
  db: Db,
  bankAccountId: string,
): Promise<{ version: number; template: BatchTemplate } | undefined> {
  const found = await db.query<{ version: number; template: BatchTemplate }>({
    name: 'read-batch-template',
    text: `select version, template from payment_batch_templates where bank_account_id = $1 order by version desc limit 1`,
    values: [bankAccountId],
  })
  return found.rows[0]
}

/** Returns the version. The row of the account is locked, so that versions follow each other. */
export async function insertTemplate(
  tx: Db,
  { bankAccountId, template, setBy }: { bankAccountId: string; template: BatchTemplate; setBy: string },
): Promise<number> {
  const made = await tx.query<{ version: number }>({
    name: 'insert-batch-template',
    text: `insert into payment_batch_templates (bank_account_id, version, template, set_by)
      select $1, coalesce(max(version), 0) + 1, $2, $3 from payment_batch_templates where bank_account_id = $1 returning version`,
    values: [bankAccountId, JSON.stringify(template), setBy],
  })
  return made.rows[0]?.version ?? 0
}

export interface NewBatch {
  id: string
  bankAccountId: string
  executionDay: string
  sha256: Buffer
  contentBox: Buffer
  madeBy: string
  approvedBy: string | null
  items: readonly { transactionId: string; amountMinor: bigint; reference: string; beneficiary: object }[]
}

/** Returns its number. The row of the account is locked, so that numbers have no gap. A payout in another file breaks an index. */
export async function insertBatch(tx: Db, batch: NewBatch): Promise<number> {
  const { id, bankAccountId, executionDay, sha256, contentBox, madeBy, approvedBy, items } = batch
  const totalMinor = items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const made = await tx.query<{ number: number }>({
    name: 'insert-payment-batch',
    text: `insert into payment_batches (id, bank_account_id, number, items, total_minor, execution_day, format, sha256, content_box,
        made_by, approved_by)
      select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, 'csv', $6, $7, $8, $9 from payment_batches where bank_account_id = $2
      returning number`,
    values: [id, bankAccountId, items.length, totalMinor, executionDay, sha256, contentBox, madeBy, approvedBy],
  })
  await tx.query({
    name: 'insert-payment-batch-items',
    text: `insert into payment_batch_items (batch_id, position, transaction_id, amount_minor, reference, beneficiary)
      select $1, n.position, n.transaction_id, n.amount_minor, n.reference, n.beneficiary
      from unnest($2::uuid[], $3::bigint[], $4::text[], $5::jsonb[]) with ordinality
        as n(transaction_id, amount_minor, reference, beneficiary, position)`,
    values: [
      id,
      items.map(({ transactionId }) => transactionId),
      items.map(({ amountMinor }) => amountMinor),
      items.map(({ reference }) => reference),
      items.map(({ beneficiary }) => JSON.stringify(beneficiary)),
    ],
  })
  return made.rows[0]?.number ?? 0
}

export interface BatchRow {
  id: string
  bank_account_id: string
  bank_name: string | null
  holder: string
  environment: Environment
  currency: CurrencyCode
  number: number
  state: 'draft' | 'handed_over' | 'done' | 'cancelled'
  items: number
  total_minor: bigint
  /** Items whose payment is not known yet. */
  live: number
  execution_day: string
  sha256: Buffer
  made_by: string
  approved_by: string | null
  created_at: Date
  handed_over_at: Date | null
  handed_over_by: string | null
  cancelled_at: Date | null
}

/** Whether an item `i` of a transaction `t` waits for its payment. */
const isLive = `i.released_at is null and t.status = 'PENDING'`

const batchColumns = `p.id, p.bank_account_id, b.bank_name, b.holder, b.environment, b.currency, p.number, p.items, p.total_minor,
  l.live, p.execution_day::text, p.sha256, p.made_by, p.approved_by, p.created_at, p.handed_over_at, p.handed_over_by,
  p.cancelled_at, case when p.cancelled_at is not null then 'cancelled' when l.live = 0 then 'done'
    when p.handed_over_at is null then 'draft' else 'handed_over' end as state`

const batchJoins = `payment_batches p join bank_accounts b on b.id = p.bank_account_id
  cross join lateral (select count(*)::int as live from payment_batch_items i join transactions t on t.id = i.transaction_id
    where i.batch_id = p.id and ${isLive}) l`

/** The newest first; before a position, or from the newest on. */
export async function listBatches(
  db: Db,
  { limit, before }: { limit: number; before: PagePosition | undefined },
): Promise<readonly BatchRow[]> {
  const found = await db.query<BatchRow>({
    name: 'list-payment-batches',
    text: `select ${batchColumns} from ${batchJoins}
      where $2::timestamptz is null or (p.created_at, p.id) < ($2, $3::uuid) order by p.created_at desc, p.id desc limit $1`,
    values: [limit, before?.createdAt ?? null, before?.id ?? null],
  })
  return found.rows
}

export async function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  const found = await db.query<BatchRow>({
    name: 'find-payment-batch',
    text: `select ${batchColumns} from ${batchJoins} where p.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

export interface BatchItemRow {
  position: number
  transaction_id: string
  /** The merchant's. */
  merchant_reference: string
  amount_minor: bigint
  reference: string
  beneficiary: Readonly<Record<string, string>>
  state: 'live' | 'paid' | 'returned' | 'failed' | 'released'
}

/** Items in the order of the file, after a position. */
export async function readBatchItems(
  db: Db,
  { batchId, after, limit }: { batchId: string; after: number; limit: number },
): Promise<readonly BatchItemRow[]> {
  const found = await db.query<BatchItemRow>({
    name: 'read-payment-batch-items',
    text: `select i.position, i.transaction_id, t.reference as merchant_reference, i.amount_minor, i.reference, i.beneficiary,
        case when i.released_at is not null then 'released' when t.status = 'PENDING' then 'live'
          when t.reason in ('returned', 'partially_returned') then 'returned' when t.status = 'COMPLETED' then 'paid'
          else 'failed' end as state
      from payment_batch_items i join transactions t on t.id = i.transaction_id
      where i.batch_id = $1 and i.position > $2 order by i.position limit $3`,
    values: [batchId, after, limit],
  })
  return found.rows
}

/** The file in which a payout is live; undefined: in none. */
export async function findLiveBatch(
  db: Db,
  transactionId: string,
): Promise<{ batch_id: string; number: number } | undefined> {
  const found = await db.query<{ batch_id: string; number: number }>({
    name: 'find-live-payment-batch',
    text: `select i.batch_id, p.number from payment_batch_items i join transactions t on t.id = i.transaction_id
        join payment_batches p on p.id = i.batch_id where i.transaction_id = $1 and ${isLive}`,
    values: [transactionId],
  })
  return found.rows[0]
}

/** Null: the bytes were removed. */
export async function readBatchBox(db: Db, id: string): Promise<Buffer | null> {
  const found = await db.query<{ content_box: Buffer | null }>({
    name: 'read-payment-batch-file',
    text: 'select content_box from payment_batches where id = $1',
    values: [id],
  })
  return found.rows[0]?.content_box ?? null
}

/** Locks the transactions of a file in the order of their ids, and counts those that do not wait for their payment any more. */
export async function lockEndedOf(tx: Db, batchId: string): Promise<number> {
  const locked = await tx.query<{ waits: boolean }>({
    name: 'lock-transactions-of-payment-batch',
    text: `select t.status = 'PENDING' as waits from transactions t
      where t.id in (select transaction_id from payment_batch_items where batch_id = $1) order by t.id for no key update`,
    values: [batchId],
  })
  return locked.rows.filter(({ waits }) => !waits).length
}

/** `first`: nobody had it before. Undefined: it is cancelled, or a payout was released from it. Locks the batch. */
export async function markHandedOver(
  tx: Db,
  { id, by, now }: { id: string; by: string; now: Date },
): Promise<'first' | 'again' | undefined> {
  const marked = await tx.query({
    name: 'mark-payment-batch-handed-over',
    text: `update payment_batches set handed_over_at = $2, handed_over_by = $3
      where id = $1 and handed_over_at is null and cancelled_at is null`,
    values: [id, now, by],
  })
  if (marked.rowCount === 1) return 'first'
  const found = await tx.query({
    name: 'find-handed-over-payment-batch',
    text: `select 1 from payment_batches p where id = $1 and handed_over_at is not null and not exists (
        select from payment_batch_items i where i.batch_id = p.id and i.released_at is not null)`,
    values: [id],
  })
  return found.rowCount === 1 ? 'again' : undefined
}

/** Cancels a draft and releases its items. False: it is none. */
export async function markCancelled(tx: Db, id: string, now: Date): Promise<boolean> {
  const marked = await tx.query({
    name: 'mark-payment-batch-cancelled',
    text: `update payment_batches set cancelled_at = $2 where id = $1 and handed_over_at is null and cancelled_at is null`,
    values: [id, now],
  })
  if (marked.rowCount !== 1) return false
  await tx.query({
    name: 'release-payment-batch-items',
    text: 'update payment_batch_items set released_at = $2 where batch_id = $1 and released_at is null',
    values: [id, now],
  })
  return true
}

/** Releases one item that is live, of a file that was handed over. False: it is not. Its transaction is locked. */
export async function markReleased(
  tx: Db,
  { batchId, transactionId, now }: { batchId: string; transactionId: string; now: Date },
): Promise<boolean> {
  const marked = await tx.query({
    name: 'release-payment-batch-item',
    text: `update payment_batch_items i set released_at = $3 from transactions t, payment_batches p
      where i.batch_id = $1 and i.transaction_id = $2 and t.id = i.transaction_id and ${isLive}
        and p.id = i.batch_id and p.handed_over_at is not null`,
    values: [batchId, transactionId, now],
  })
  return marked.rowCount === 1
}
