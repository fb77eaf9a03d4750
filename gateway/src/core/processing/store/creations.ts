import type { Db } from '../../platform/database/database.ts'
import { assert } from '../../values/assert.ts'
import { type Creation, type NewTransaction, referenceKey } from '../rules/new-transaction.ts'
import { type TransactionRow, transactionColumns } from '../rules/transaction-row.ts'

/**
 * Writes up to 32 transactions with their first history entry and attempt in one named statement, so in one round
 * trip and one flush: 60 to 80 thousand rows a second, against 6 to 12 thousand one by one (measured on two cores).
 * The statement's text does not depend on the number of items. An item with an existing reference returns no row and
 * is read.
 */
export async function insertTransactions(db: Db, items: readonly NewTransaction[]): Promise<readonly Creation[]> {
  const createdAt = await insertNewTransactions(db, items)
  const missing = items.filter((item) => !createdAt.has(item.id))
  const existing = missing.length > 0 ? await readExisting(db, missing) : new Map<string, TransactionRow>()
  return items.map((item) => {
    const at = createdAt.get(item.id)
    if (at) return { kind: 'created', createdAt: at }
    const row = existing.get(referenceKey(item.pointId, item.payType, item.reference))
    assert(row, 'a refused insert has an existing row')
    // The same id: the group was repeated after a lost connection, and the first try had been committed.
    return row.id === item.id ? { kind: 'created', createdAt: row.created_at } : { kind: 'existing', row }
  })
}

/** The same without reading existing rows: creation times by id. Items with an existing reference are missing. */
export async function insertNewTransactions(
  db: Db,
  items: readonly NewTransaction[],
): Promise<ReadonlyMap<string, Date>> {
  const created = await db.query<{ id: string; created_at: Date }>({
    name: 'insert-transactions',
    text: insertText,
    values: [...columns, ...attemptColumns].map((column) => items.map(column.of)),
  })
  return new Map(created.rows.map((row) => [row.id, row.created_at]))
}

/** The existing transactions with the references of items, by `referenceKey`. */
export async function readExisting(db: Db, items: readonly NewTransaction[]): Promise<Map<string, TransactionRow>> {
  const found = await db.query<TransactionRow>({
    name: 'read-existing-transactions',
    text: `select ${transactionColumns} from transactions t
      join unnest($1::uuid[], $2::text[], $3::text[]) as wanted(point_id, pay_type, reference)
      on t.point_id = wanted.point_id and t.pay_type = wanted.pay_type and t.reference = wanted.reference`,
    values: [items.map((i) => i.pointId), items.map((i) => i.payType), items.map((i) => i.reference)],
  })
  return new Map(found.rows.map((row) => [referenceKey(row.point_id, row.pay_type, row.reference), row]))
}

interface Column {
  name: string
  type: string
  of(item: NewTransaction): unknown
}

const columns: readonly Column[] = [
  { name: 'id', type: 'uuid', of: (i) => i.id },
  { name: 'point_id', type: 'uuid', of: (i) => i.pointId },
  { name: 'environment', type: 'text', of: (i) => i.environment },
  { name: 'pay_type', type: 'text', of: (i) => i.payType },
  { name: 'service_code', type: 'text', of: (i) => i.serviceCode },
  { name: 'reference', type: 'text', of: (i) => i.reference },
  { name: 'amount_minor', type: 'bigint', of: (i) => i.amountMinor },
  { name: 'currency', type: 'text', of: (i) => i.currency },
  { name: 'status', type: 'text', of: (i) => i.status },
  { name: 'reason', type: 'text', of: (i) => i.reason },
  { name: 'connector_account_id', type: 'uuid', of: (i) => i.connectorAccountId },
  { name: 'sequence', type: 'bigint', of: (i) => i.sequence },
  { name: 'target_reference', type: 'text', of: (i) => i.targetReference },
  { name: 'instructions', type: 'jsonb', of: (i) => JSON.stringify(i.instructions) },
  { name: 'details', type: 'jsonb', of: (i) => JSON.stringify(i.details) },
  { name: 'metadata', type: 'jsonb', of: (i) => i.metadata && JSON.stringify(i.metadata) },
  { name: 'party_document', type: 'text', of: (i) => i.partyDocument },
  { name: 'party_name', type: 'text', of: (i) => i.partyName },
  { name: 'content_hash', type: 'bytea', of: (i) => i.contentHash },
  { name: 'pay_token', type: 'text', of: (i) => i.payToken },
  { name: 'redirect_url', type: 'text', of: (i) => i.redirectUrl },
  { name: 'card_bin', type: 'text', of: (i) => i.cardBin },
  { name: 'card_last4', type: 'text', of: (i) => i.cardLast4 },
  { name: 'expired_at', type: 'timestamptz', of: (i) => i.expiredAt },
  { name: 'fee_minor', type: 'bigint', of: (i) => i.feeMinor },
  { name: 'created_by_key', type: 'text', of: (i) => i.createdByKey },
  { name: 'approval_until', type: 'timestamptz', of: (i) => i.approvalUntil },
]

const attemptColumns: readonly Column[] = [
  { name: 'attempt_id', type: 'uuid', of: (i) => i.attempt?.id ?? null },
  { name: 'attempt_kind', type: 'text', of: (i) => i.attempt?.kind ?? null },
  { name: 'attempt_key', type: 'text', of: (i) => i.attempt?.key ?? null },
  { name: 'attempt_state', type: 'text', of: (i) => i.attempt?.state ?? null },
  { name: 'lease_owner', type: 'text', of: (i) => i.attempt?.leaseOwner ?? null },
  { name: 'lease_ms', type: 'int', of: (i) => i.attempt?.leaseMs ?? null },
  { name: 'execute_before', type: 'timestamptz', of: (i) => i.attempt?.executeBefore ?? null },
]

const insertText = statementText()

function statementText(): string {
  const all = [...columns, ...attemptColumns]
  const arrays = all.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ')
  const own = columns.map((column) => column.name).join(', ')
  return `with input as (select * from unnest(${arrays}) as i(${all.map((column) => column.name).join(', ')})),
    created as (
      insert into transactions (${own}, created_at, updated_at)
      select ${own}, (select gateway_now()), (select gateway_now()) from input
      on conflict (point_id, pay_type, reference) do nothing
      returning id, created_at),
    told as (
      insert into transaction_history (transaction_id, point_id, status, reason, source, created_at)
      select i.id, i.point_id, i.status, i.reason, 'api', c.created_at from created c join input i using (id)),
    noted as (
      insert into transaction_metadata (transaction_id, point_id, key, value, created_at)
      select i.id, i.point_id, m.key, m.value, c.created_at
      from created c join input i using (id) cross join lateral jsonb_each_text(i.metadata) m),
    tried as (
      insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number, key, state,
        lease_owner, lease_until, fence, calls, next_action_at, sent_at, execute_before, created_at, updated_at)
      select i.attempt_id, i.id, i.point_id, i.environment, i.connector_account_id, i.attempt_kind, 1, i.attempt_key,
        i.attempt_state, i.lease_owner, statement_timestamp() + i.lease_ms * interval '1 millisecond', 1,
        case when i.attempt_state = 'calling' then 1 else 0 end,
        c.created_at + coalesce(i.lease_ms, 0) * interval '1 millisecond',
        case when i.attempt_state = 'calling' then c.created_at end, i.execute_before, c.created_at, c.created_at
      from created c join input i using (id) where i.attempt_id is not null)
    select id, created_at from created`
}
