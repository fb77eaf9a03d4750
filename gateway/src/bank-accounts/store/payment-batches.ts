import type { Db } from '../../platform/database/database.ts'
import type { TransactionRow } from '../../processing/rules/transaction-row.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import type { StoredBatchState } from '../rules/batch-state.ts'

export interface PayoutAccountRow {
  id: string
  connector_account_id: string
  environment: Environment
  country: string
  currency: CurrencyCode
  time_zone: string
  cutoff: string | null
  active: boolean
  payout_format: 'csv' | null
  payout_settings: unknown
  batches_from: Date | null
  numbers: string[]
}

const accountColumns = `b.id, b.connector_account_id, b.environment, b.country, b.currency, b.time_zone, b.cutoff::text, b.active,
  b.payout_format, b.payout_settings, b.batches_from,
  array(select n.number from bank_account_numbers n where n.bank_account_id = b.id order by 1) as numbers`

/**
 * The settings of an account's payment files. `lock`: whoever numbers its batches waits for the others. Rows that refer to
 * the account do not wait for it.
 */
export async function readPayoutAccount(
  db: Db,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<PayoutAccountRow | undefined> {
  const found = await db.query<PayoutAccountRow>({
    name: lock ? 'lock-payout-account' : 'read-payout-account',
    text: `select ${accountColumns} from bank_accounts b where b.id = $1 ${lock ? 'for no key update' : ''}`,
    values: [id],
  })
  return found.rows[0]
}

export async function savePayoutSettings(tx: Db, id: string, settings: object): Promise<void> {
  await tx.query({
    name: 'save-payout-settings',
    text: `update bank_accounts set payout_format = 'csv', payout_settings = $2 where id = $1`,
    values: [id, JSON.stringify(settings)],
  })
}

/** A payout that may go into a file. */
export type PayableRow = Pick<
  TransactionRow,
  'id' | 'reference' | 'service_code' | 'amount_minor' | 'currency' | 'details' | 'created_at'
>

const payable = 't.id, t.reference, t.service_code, t.amount_minor, t.currency, t.details, t.created_at'
const isPayable = `t.pay_type = 'payout' and t.status = 'PENDING' and t.reason <> 'awaiting_approval' and t.booked
  and t.ordered_at is null and not exists (
    select from payment_batch_items i where i.transaction_id = t.id and i.state <> 'removed')`

/** Payouts of an account that stand in no live file, oldest first. */
export async function readPayable(
  tx: Db,
  wanted: { environment: Environment; connectorAccountId: string; from: Date | null; limit: number },
): Promise<readonly PayableRow[]> {
  const found = await tx.query<PayableRow>({
    name: 'read-payable-payouts',
    text: `select t.* from points p cross join lateral (
        select ${payable} from transactions t where t.point_id = p.id and t.connector_account_id = $2
          and t.created_at >= coalesce($3, '-infinity'::timestamptz) and ${isPayable}
        order by t.created_at, t.id limit $4) t
      where p.environment = $1 order by t.created_at, t.id limit $4`,
    values: [wanted.environment, wanted.connectorAccountId, wanted.from, wanted.limit],
  })
  return found.rows
}

/** `is_doubtful`: it is older than the restored database, so a payment file that the database does not know may order it. */
export type NamedPayoutRow = PayableRow & { is_doubtful: boolean }

/** The payouts named, oldest first, whatever file they stand in: the unique index judges that. */
export async function readNamedPayouts(
  tx: Db,
  wanted: { connectorAccountId: string; ids: readonly string[]; from: Date | null },
): Promise<readonly NamedPayoutRow[]> {
  const found = await tx.query<NamedPayoutRow>({
    name: 'read-named-payouts',
    text: `select ${payable}, t.created_at < coalesce($3, '-infinity'::timestamptz) as is_doubtful
      from transactions t where t.id = any ($2::uuid[]) and t.connector_account_id = $1
        and t.pay_type = 'payout' and t.status = 'PENDING' and t.reason <> 'awaiting_approval' and t.booked
      order by t.created_at, t.id`,
    values: [wanted.connectorAccountId, wanted.ids, wanted.from],
  })
  return found.rows
}

/** How many payouts of a batch are older than the restored database. */
export async function countDoubtfulPayouts(db: Db, batchId: string): Promise<number> {
  const found = await db.query<{ n: number }>({
    name: 'count-doubtful-payouts-of-batch',
    text: `select count(*)::int as n from payment_batches p join bank_accounts b on b.id = p.bank_account_id
        join payment_batch_items i on i.payment_batch_id = p.id join transactions t on t.id = i.transaction_id
      where p.id = $1 and t.created_at < b.batches_from`,
    values: [batchId],
  })
  return found.rows[0]?.n ?? 0
}

export interface NewBatch {
  id: string
  bankAccountId: string
  settings: object
  messageId: string
  executionDay: string
  cutoffAt: Date | null
  madeBy: string
  items: readonly { transactionId: string; instructionKey: string; amountMinor: bigint }[]
}

/** Numbers and writes a draft. Needs the account's lock. Throws the unique violation of a payout in another live file. */
export async function insertBatch(tx: Db, batch: NewBatch): Promise<number> {
  const { items } = batch
  const inserted = await tx.query<{ number: number }>({
    name: 'insert-payment-batch',
    text: `insert into payment_batches (id, bank_account_id, number, format, settings, message_id, item_count, total_minor,
        execution_day, cutoff_at, made_by)
      select $1, $2, coalesce(max(b.number), 0) + 1, 'csv', $3, $4, $5, $6, $7, $8, $9
      from payment_batches b where b.bank_account_id = $2 returning number`,
    values: [
      batch.id,
      batch.bankAccountId,
      JSON.stringify(batch.settings),
      batch.messageId,
      items.length,
      items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      batch.executionDay,
      batch.cutoffAt,
      batch.madeBy,
    ],
  })
  await tx.query({
    name: 'insert-payment-batch-items',
    text: `insert into payment_batch_items (payment_batch_id, position, transaction_id, instruction_key, amount_minor)
      select $1, place, transaction, key, minor from unnest($2::uuid[], $3::text[], $4::bigint[])
        with ordinality as i(transaction, key, minor, place)`,
    values: [
      batch.id,
      items.map(({ transactionId }) => transactionId),
      items.map(({ instructionKey }) => instructionKey),
      items.map(({ amountMinor }) => amountMinor),
    ],
  })
  return inserted.rows[0]?.number ?? 0
}

export interface BatchRow {
  id: string
  bank_account_id: string
  connector_account_id: string
  environment: Environment
  currency: CurrencyCode
  bank_name: string | null
  time_zone: string
  number: number
  settings: unknown
  message_id: string
  state: StoredBatchState
  item_count: number
  total_minor: bigint
  execution_day: string
  cutoff_at: Date | null
  made_by: string
  made_at: Date
  approved_by: string | null
  approved_at: Date | null
  handed_over_by: string | null
  handed_over_at: Date | null
  cancelled_by: string | null
  cancelled_at: Date | null
  file_name: string | null
  sha256: Buffer | null
  size_bytes: number | null
}

const batchColumns = `p.id, p.bank_account_id, b.connector_account_id, b.environment, b.currency, b.bank_name, b.time_zone,
  p.number, p.settings, p.message_id, p.state, p.item_count, p.total_minor, p.execution_day::text, p.cutoff_at, p.made_by,
  p.made_at, p.approved_by, p.approved_at, p.handed_over_by, p.handed_over_at, p.cancelled_by, p.cancelled_at,
  f.name as file_name, f.sha256, f.size_bytes`
const batchJoins = `payment_batches p join bank_accounts b on b.id = p.bank_account_id
  left join payment_batch_files f on f.payment_batch_id = p.id`

export async function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  const found = await db.query<BatchRow>({
    name: 'find-payment-batch',
    text: `select ${batchColumns} from ${batchJoins} where p.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** A batch with the number of its payouts whose outcome is not known, and of those that were not paid. */
export interface ListedBatchRow extends BatchRow {
  open_count: number
  open_minor: bigint
  unpaid_count: number
}

const counts = `(select count(*)::int from payment_batch_items i join transactions t on t.id = i.transaction_id
    where i.payment_batch_id = p.id and i.state = 'live' and t.status = 'PENDING') as open_count,
  (select coalesce(sum(i.amount_minor), 0)::bigint from payment_batch_items i join transactions t on t.id = i.transaction_id
    where i.payment_batch_id = p.id and i.state = 'live' and t.status = 'PENDING') as open_minor,
  (select count(*)::int from payment_batch_items i join transactions t on t.id = i.transaction_id
    where i.payment_batch_id = p.id and i.state <> 'removed' and t.status = 'ERROR') as unpaid_count`

/** Newest first. */
export async function listBatches(
  db: Db,
  wanted: {
    bankAccountId: string | null
    environment?: Environment | undefined
    before: string | null
    id?: string
    limit: number
  },
): Promise<readonly ListedBatchRow[]> {
  const found = await db.query<ListedBatchRow>({
    name: 'list-payment-batches',
    text: `select ${batchColumns}, ${counts} from ${batchJoins}
      where ($1::uuid is null or p.bank_account_id = $1) and ($2::uuid is null or p.id < $2)
        and ($3::uuid is null or p.id = $3) and ($5::text is null or b.environment = $5) order by p.id desc limit $4`,
    values: [wanted.bankAccountId, wanted.before, wanted.id ?? null, wanted.limit, wanted.environment ?? null],
  })
  return found.rows
}

/** Locks a batch after its transactions. Returns its state. */
export async function lockBatch(tx: Db, id: string): Promise<StoredBatchState | undefined> {
  const found = await tx.query<{ state: StoredBatchState }>({
    name: 'lock-payment-batch',
    text: 'select state from payment_batches where id = $1 for update',
    values: [id],
  })
  return found.rows[0]?.state
}

/** Takes a step: who, and the database's time. */
export async function saveBatchStep(
  tx: Db,
  id: string,
  { state, by }: { state: 'handed_over' | 'cancelled'; by: string },
): Promise<void> {
  await tx.query({
    name: `save-payment-batch-${state}`,
    text: `update payment_batches set state = '${state}', ${state}_by = left($2, 400), ${state}_at = gateway_now() where id = $1`,
    values: [id, by],
  })
}

/** `alone`: one person may approve what they made. Throws the check violation where its maker approves it otherwise. */
export async function saveBatchApproval(
  tx: Db,
  id: string,
  { by, alone }: { by: string; alone: boolean },
): Promise<void> {
  await tx.query({
    name: 'save-payment-batch-approved',
    text: `update payment_batches set state = 'approved', approved_by = left($2, 400), approved_at = gateway_now(),
      approved_alone = $3 where id = $1`,
    values: [id, by, alone],
  })
}

export interface PayingAccountRow {
  id: string
  bank_name: string | null
  holder: string
  currency: CurrencyCode
  payout_settings: unknown
  waiting_count: number
  waiting_minor: bigint
}

/** Accounts listed, and payouts counted for each. */
const payingAccountsMax = 200
const waitingCountMax = 2_001

/** Active accounts with the payouts that wait and stand in no live file. */
export async function listPayingAccounts(db: Db, environment: Environment): Promise<readonly PayingAccountRow[]> {
  const found = await db.query<PayingAccountRow>({
    name: 'list-paying-accounts',
    text: `select b.id, b.bank_name, b.holder, b.currency, b.payout_settings, w.waiting_count, w.waiting_minor
      from bank_accounts b cross join lateral (
        select count(*)::int as waiting_count, coalesce(sum(amount_minor), 0)::bigint as waiting_minor from (
          select t.amount_minor from points p join transactions t on t.point_id = p.id
          where p.environment = b.environment and t.connector_account_id = b.connector_account_id
            and t.created_at >= coalesce(b.batches_from, '-infinity'::timestamptz) and ${isPayable}
          limit ${waitingCountMax}) x) w
      where b.environment = $1 and b.active order by b.created_at, b.id limit ${payingAccountsMax}`,
    values: [environment],
  })
  return found.rows
}

export interface PayoutExecutionRow {
  country: string
  /** IANA name. */
  time_zone: string
  /** `HH:MM:SS`; null: not known. */
  cutoff: string | null
  /** Of the payment file in which the payout stands, `2030-06-14`; null: in none yet. */
  execution_day: string | null
}

/** What says when a payout is executed; undefined where its account is not paid from by payment files. */
export async function readPayoutExecution(
  db: Db,
  { connectorAccountId, transactionId }: { connectorAccountId: string; transactionId: string },
): Promise<PayoutExecutionRow | undefined> {
  const found = await db.query<PayoutExecutionRow>({
    name: 'read-payout-execution',
    text: `select b.country, b.time_zone, b.cutoff::text, p.execution_day::text
      from bank_accounts b left join payment_batch_items i on i.transaction_id = $2 and i.state <> 'removed'
        left join payment_batches p on p.id = i.payment_batch_id
      where b.connector_account_id = $1 and b.payout_settings is not null`,
    values: [connectorAccountId, transactionId],
  })
  return found.rows[0]
}
