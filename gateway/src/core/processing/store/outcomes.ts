import type { Db } from '../../platform/database/database.ts'
import type { Reason, Status } from '../../values/status.ts'
import type { Amounts } from '../rules/state.ts'
import { type TransactionRow, transactionColumns } from '../rules/transaction.ts'
import { insertWords } from './name-words.ts'

export interface LockedTransaction extends TransactionRow {
  /** Database time of this group. */
  now: Date
}

/**
 * Locks and reads the transactions of a group, and the pay-ins of its refunds, whose reason they change. All groups lock in
 * order of id, so two groups cannot deadlock.
 */
export async function lockTransactions(tx: Db, ids: readonly string[]): Promise<readonly LockedTransaction[]> {
  const found = await tx.query<LockedTransaction>({
    name: 'lock-transactions',
    text: `select ${transactionColumns}, gateway_now()::timestamptz(3) as now
      from transactions t
      where t.id = any($1::uuid[] || array(select f.transaction_id from refunds f where f.id = any($1::uuid[])))
      order by t.id for update`,
    values: [ids],
  })
  return found.rows
}

export interface AttemptLock {
  id: string
  transaction_id: string
  fence: number
  state: 'waiting' | 'calling' | 'open' | 'closed'
  kind: 'submit' | 'announce'
  calls: number
  inquiries: number
  created_at: Date
  execute_before: Date | null
  /** True under a live lease. */
  leased: boolean
}

/** Locks the attempts of the group's transactions in order of id, after the transactions. */
export async function lockAttempts(tx: Db, transactionIds: readonly string[]): Promise<readonly AttemptLock[]> {
  const found = await tx.query<AttemptLock>({
    name: 'lock-attempts',
    text: `select id, transaction_id, fence, state, kind, calls, inquiries, created_at, execute_before,
        coalesce(lease_until > statement_timestamp(), false) as leased
      from attempts where transaction_id = any($1::uuid[]) order by id for update`,
    values: [transactionIds],
  })
  return found.rows
}

/** The change of one transaction. Null facts keep the stored value. */
export interface TransactionChange extends Amounts {
  id: string
  pointId: string
  status: Status
  reason: Reason
  providerPageUrl: string | null
  endToEndId: string | null
  providerReference: string | null
  senderName: string | null
  senderDocument: string | null
  /** Review reason; replaces the stored one. */
  needsOperator: string | null
  source: string
  detail: string | null
  /** False where only facts were added, which need no history entry. */
  inHistory: boolean
}

export async function saveChanges(tx: Db, changes: readonly TransactionChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  const told = changes.filter((change) => change.inHistory)
  const senders = changes.map(({ id, senderName }) => ({ id, names: [senderName] }))
  await Promise.all([updateTransactions(tx, changes, now), insertHistory(tx, told, now), insertWords(tx, senders)])
}

async function updateTransactions(tx: Db, changes: readonly TransactionChange[], now: Date): Promise<void> {
  await tx.query({
    name: 'save-transaction-changes',
    text: `update transactions t set status = c.status, reason = c.reason, credited_minor = c.credited_minor,
        received_minor = c.received_minor, suspense_minor = c.suspense_minor, reversed_minor = c.reversed_minor,
        sent_back_minor = c.sent_back_minor, fee_minor = c.fee_minor, needs_operator = c.needs_operator,
        provider_page_url = coalesce(c.provider_page_url, t.provider_page_url),
        end_to_end_id = coalesce(c.end_to_end_id, t.end_to_end_id),
        provider_reference = coalesce(c.provider_reference, t.provider_reference),
        sender_name = coalesce(c.sender_name, t.sender_name),
        sender_document = coalesce(c.sender_document, t.sender_document),
        updated_at = $16
      from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
        $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bigint[]) as c(id,
        status, reason, credited_minor, received_minor, suspense_minor, reversed_minor, fee_minor, needs_operator,
        provider_page_url, end_to_end_id, provider_reference, sender_name, sender_document, sent_back_minor)
      where t.id = c.id`,
    values: [
      changes.map((c) => c.id),
      changes.map((c) => c.status),
      changes.map((c) => c.reason),
      changes.map((c) => c.creditedMinor),
      changes.map((c) => c.receivedMinor),
      changes.map((c) => c.suspenseMinor),
      changes.map((c) => c.reversedMinor),
      changes.map((c) => c.feeMinor),
      changes.map((c) => c.needsOperator),
      changes.map((c) => c.providerPageUrl),
      changes.map((c) => c.endToEndId),
      changes.map((c) => c.providerReference),
      changes.map((c) => c.senderName),
      changes.map((c) => c.senderDocument),
      changes.map((c) => c.sentBackMinor),
      now,
    ],
  })
}

async function insertHistory(tx: Db, changes: readonly TransactionChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  await tx.query({
    name: 'insert-history',
    text: `insert into transaction_history (transaction_id, point_id, status, reason, source, detail, created_at)
      select h.transaction_id, h.point_id, h.status, h.reason, h.source, h.detail, $7
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
        with ordinality as h(transaction_id, point_id, status, reason, source, detail, place) order by h.place`,
    values: [
      changes.map((c) => c.id),
      changes.map((c) => c.pointId),
      changes.map((c) => c.status),
      changes.map((c) => c.reason),
      changes.map((c) => c.source),
      changes.map((c) => c.detail),
      now,
    ],
  })
}

/** The change of one attempt. Its lease ends; `nextActionInMs` null = no further action by itself. */
export interface AttemptChange {
  id: string
  state: 'waiting' | 'open' | 'closed'
  outcome: string
  detail: object
  /** Inquiries since the order was last sent. */
  inquiries: number
  nextActionInMs: number | null
}

/** A later answer without a page for the payer keeps the page of an earlier answer. */
const detailWithPage = `case when a.outcome_detail ? 'next' and not c.detail ? 'next'
          then c.detail || jsonb_build_object('next', a.outcome_detail -> 'next') else c.detail end`

export async function saveAttemptChanges(tx: Db, changes: readonly AttemptChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  await tx.query({
    name: 'save-attempt-changes',
    text: `update attempts a set state = c.state, outcome = c.outcome, outcome_detail = ${detailWithPage}, inquiries = c.inquiries,
        maybe_sent = a.maybe_sent or c.outcome = 'unknown', lease_owner = null, lease_until = null, next_action_at = $6::timestamptz + c.next_ms * interval '1 millisecond', updated_at = $6
      from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::bigint[], $7::int[])
        as c(id, state, outcome, detail, next_ms, inquiries)
      where a.id = c.id`,
    values: [
      changes.map((c) => c.id),
      changes.map((c) => c.state),
      changes.map((c) => c.outcome),
      changes.map((c) => JSON.stringify(c.detail)),
      changes.map((c) => c.nextActionInMs),
      now,
      changes.map((c) => c.inquiries),
    ],
  })
}
