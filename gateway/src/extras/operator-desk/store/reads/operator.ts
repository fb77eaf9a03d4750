import type { Db } from '../../../../core/platform/database/database.ts'
import { type TransactionRow, transactionColumns } from '../../../../core/processing/rules/transaction.ts'
import type { Status } from '../../../../core/values/status.ts'
import { type PartyRow, partyColumns } from './transactions.ts'

/** Any transaction by its id, for operators only. Not reachable by an API key. */
export async function readAnyTransaction(db: Db, id: string): Promise<TransactionRow | undefined> {
  const found = await db.query<TransactionRow>({
    name: 'read-any-transaction',
    text: `select ${transactionColumns} from transactions t where t.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** The review queue, oldest first; after the transaction `after`, or from the start. */
export async function readNeedingOperator(
  db: Db,
  { limit, after }: { limit: number; after: string | null },
): Promise<readonly PartyRow[]> {
  const found = await db.query<PartyRow>({
    name: 'read-needing-operator',
    text: `select ${partyColumns} from transactions t where t.needs_operator is not null
        and ($2::uuid is null or (t.created_at, t.id) > (select created_at, id from transactions where id = $2))
      order by t.created_at, t.id limit $1`,
    values: [limit, after],
  })
  return found.rows
}

export async function countNeedingOperator(db: Db): Promise<number> {
  const found = await db.query<{ n: bigint }>({
    name: 'count-needing-operator',
    text: 'select count(*) as n from transactions where needs_operator is not null',
  })
  return Number(found.rows[0]?.n ?? 0n)
}

/** A pay-in whose payer reference is also on other pay-ins of the same connector account. */
export interface SharedReferenceRow {
  id: string
  status: Status
  payer_reference: string
  service_code: string
  /** The oldest of the others, at most five. */
  others: readonly string[]
}

/** The connector accounts to which a receipt of the order's account may belong: all own accounts share one list. */
const sameReceipts = `select o.id from connector_accounts a join connector_accounts o on o.id = a.id
    or (a.connector = 'own-account' and o.connector = a.connector and o.environment = a.environment)
  where a.id = t.connector_account_id`

/**
 * Open live pay-ins with the same payer reference as another one, oldest first; or one pay-in of any status. Ignores
 * case, separators and leading zeros.
 */
export async function readSharedReferences(
  db: Db,
  wanted: { transactionId: string } | { limit: number },
): Promise<readonly SharedReferenceRow[]> {
  const one = 'transactionId' in wanted
  const found = await db.query<SharedReferenceRow>({
    name: one ? 'read-shared-reference' : 'read-shared-references',
    text: `select t.id, t.status, t.payer_reference, t.service_code, o.ids as others
      from transactions t cross join lateral (
        select array_agg(id) as ids from (
          select id from transactions where id <> t.id and connector_account_id in (${sameReceipts})
            and payer_reference is not null and reference_key(payer_reference) = reference_key(t.payer_reference)
          order by created_at limit 5) as each) as o
      where t.payer_reference is not null and reference_key(t.payer_reference) <> '' and o.ids is not null
        and ${one ? 't.id = $1' : `t.status = 'PENDING' and t.environment = 'live'`}
      order by t.created_at limit ${one ? '1' : '$1'}`,
    values: [one ? wanted.transactionId : wanted.limit],
  })
  return found.rows
}

/** Whether a provider call for the transaction is in progress, or about to start. */
export async function readIsUnderWay(db: Db, transactionId: string): Promise<boolean> {
  const found = await db.query<{ under_way: boolean }>({
    name: 'read-is-under-way',
    text: `select exists (select from attempts where transaction_id = $1 and (state = 'waiting'
        or (state = 'calling' and lease_until > statement_timestamp()))) as under_way`,
    values: [transactionId],
  })
  return found.rows[0]?.under_way ?? false
}
