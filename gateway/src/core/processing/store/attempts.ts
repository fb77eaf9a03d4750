import type { Db } from '../../platform/database/database.ts'
import type { TransactionType } from '../../values/status.ts'
import { type TransactionRow, transactionColumns } from '../rules/transaction.ts'

/** An attempt under this process's lease, with its transaction. */
export interface LeasedAttempt extends TransactionRow {
  attempt_id: string
  attempt_kind: 'submit' | 'announce'
  attempt_key: string
  /** Whether an earlier call may have reached the provider. */
  maybe_sent: boolean
  /** Why the outcome of the last call is unknown; null where it is not. */
  unknown_why: string | null
  fence: number
  calls: number
  /** Milliseconds of the gateway's clock since the attempt was created. */
  age_ms: number
  /** Milliseconds since a process last could send the order. */
  since_sent_ms: number
  /** The order's deadline; null where its provider honours none. */
  execute_before: Date | null
  /** Milliseconds since the deadline, negative before it. */
  past_deadline_ms: number | null
  /** True for a pay-in past its expiry. */
  is_overdue: boolean
}

export interface ClaimOptions {
  owner: string
  leaseMs: number
  limit: number
}

/**
 * A repeated registration is harmless, so one left by a dead process is sent again; a submit is only inquired about.
 */
const toSend = `(state = 'waiting' or (state = 'calling' and kind = 'announce'))`
const toInquire = `(state = 'open' or (state = 'calling' and kind = 'submit'))`

/** The provider reports orders that it called pending by itself; the outcome of all others is unknown. */
const pendingRank = `(case when outcome = 'pending' then 1 else 0 end)`

/** SQL of a claim's lease: $2 the owner, $3 its milliseconds. */
const leaseIt = `state = 'calling', lease_owner = $2, fence = a.fence + 1, calls = a.calls + 1,
          lease_until = statement_timestamp() + $3::int * interval '1 millisecond',
          next_action_at = gateway_now() + $3::int * interval '1 millisecond', updated_at = gateway_now()`

const leasedColumns = `a.id, a.transaction_id, a.kind, a.key, a.fence, a.calls, a.created_at, a.sent_at, due.maybe_sent,
          due.unknown_why, a.execute_before`

const selectLeased = `select l.id as attempt_id, l.kind as attempt_kind, l.key as attempt_key, l.fence, l.calls, l.maybe_sent, l.unknown_why,
        extract(epoch from gateway_now() - l.created_at)::float8 * 1000 as age_ms,
        extract(epoch from gateway_now() - coalesce(l.sent_at, l.created_at))::float8 * 1000 as since_sent_ms,
        l.execute_before, extract(epoch from gateway_now() - l.execute_before)::float8 * 1000 as past_deadline_ms,
        coalesce(t.expired_at <= gateway_now(), false) as is_overdue, ${transactionColumns}
      from leased l join transactions t on t.id = l.transaction_id order by t.id`

/**
 * Claims due attempts that have not reached their provider. SKIP LOCKED keeps processes from claiming the same
 * attempt; a dead process's lease expires, and its attempt may have been sent. From the claim on the order may be
 * sent. Leases use true time, because a moved clock must not end a call in flight; due dates use the gateway's clock.
 */
export async function claimToSend(db: Db, options: ClaimOptions): Promise<readonly LeasedAttempt[]> {
  const found = await db.query<LeasedAttempt>({
    name: 'claim-attempts-to-send',
    text: `with due as (
        select id, maybe_sent or state = 'calling' as maybe_sent, outcome_detail ->> 'why' as unknown_why from attempts
        where ${toSend} and next_action_at <= gateway_now()
          and (lease_until is null or lease_until <= statement_timestamp())
        order by next_action_at limit $1 for update skip locked),
      leased as (
        update attempts a set ${leaseIt}, sent_at = gateway_now(), maybe_sent = due.maybe_sent
        from due where a.id = due.id returning ${leasedColumns})
      ${selectLeased}`,
    values: [options.limit, options.owner, options.leaseMs],
  })
  return found.rows
}

/** Inquiries per account in one round. */
export interface InquiryShare {
  accountId: string
  limit: number
}

/**
 * Claims due attempts that may have reached their provider, the oldest of each account up to its share. `unknown`:
 * their outcome is unknown. `pending`: the provider called them pending.
 */
export async function claimInquiries(
  db: Db,
  options: { outcome: 'unknown' | 'pending'; owner: string; leaseMs: number; shares: readonly InquiryShare[] },
): Promise<readonly LeasedAttempt[]> {
  const rank = options.outcome === 'pending' ? 1 : 0
  const found = await db.query<LeasedAttempt>({
    name: `claim-${options.outcome}-inquiries`,
    text: `with due as (
        select d.* from unnest($1::uuid[], $4::int[]) as share(account_id, n) cross join lateral (
          select id, maybe_sent, outcome_detail ->> 'why' as unknown_why from attempts
          where connector_account_id = share.account_id and ${toInquire} and ${pendingRank} = ${rank}
            and next_action_at <= gateway_now() and (lease_until is null or lease_until <= statement_timestamp())
          order by next_action_at limit share.n for update skip locked) d),
      leased as (
        update attempts a set ${leaseIt}, maybe_sent = true
        from due where a.id = due.id returning ${leasedColumns})
      ${selectLeased}`,
    values: [
      options.shares.map(({ accountId }) => accountId),
      options.owner,
      options.leaseMs,
      options.shares.map(({ limit }) => limit),
    ],
  })
  return found.rows
}

/** An overdue pay-in with its open attempt, under this process's lease. */
export interface OverduePayin extends TransactionRow {
  attempt_id: string | null
  attempt_key: string | null
  fence: number | null
  /** True where no call ever reached the provider; the lease prevents further calls. */
  surely_unsent: boolean | null
  since_sent_ms: number | null
  past_deadline_ms: number | null
}

export interface OverdueOptions {
  owner: string
  leaseMs: number
  limit: number
  /** Only this pay-in, overdue or not (a merchant's cancel). */
  transactionId?: string
}

/**
 * Minimum delay before the provider is asked again about an overdue order that it did not cancel. The delay grows to
 * a tenth of the overdue time, up to a day, so that orders that only an operator can end do not use up the inquiry
 * budget.
 */
const overdueRetrySeconds = 10
const overdueRetryMaxSeconds = 86_400

/** Waits for a call, and no earlier call may have reached the provider. */
const surelyUnsent = `(a.state = 'waiting' and not a.maybe_sent)`

/** Two statements: the plan of a combined one walks every PENDING pay-in. */
const overdueWhich = {
  overdue: `t.expired_at <= gateway_now()
          and (a.id is null or a.ending_at is null or a.ending_at <= t.expired_at
            or a.ending_at <= gateway_now() - greatest(interval '${overdueRetrySeconds} seconds',
              least(interval '${overdueRetryMaxSeconds} seconds', (gateway_now() - t.expired_at) / 10)))`,
  one: 't.id = $4::uuid',
} as const

/**
 * Claims overdue PENDING pay-ins, oldest first. Skips attempts under a live lease: the clock never overtakes a call
 * in flight. Skips pay-ins that are paid in full and under review; the index leaves them out. An attempt that was
 * never sent keeps its state `waiting` under the lease, so that it is still known as unsent if the claimer dies. This
 * state is read from the locked row, because a sender may have claimed it a moment before.
 */
export async function claimOverduePayins(db: Db, options: OverdueOptions): Promise<readonly OverduePayin[]> {
  const which = options.transactionId === undefined ? 'overdue' : 'one'
  const found = await db.query<OverduePayin>({
    name: `claim-${which}-payins`,
    text: `with overdue as (
        select t.id, a.id as attempt_id
        from transactions t
        left join attempts a on a.transaction_id = t.id and a.state <> 'closed'
        where t.status = 'PENDING' and t.pay_type = 'payin' and t.suspense_minor < t.amount_minor
          and ${overdueWhich[which]}
          and (a.id is null or a.lease_until is null or a.lease_until <= statement_timestamp())
        order by t.expired_at limit $1 for update of t skip locked),
      leased as (
        update attempts a set lease_owner = $2, fence = a.fence + 1,
          calls = a.calls + case when ${surelyUnsent} then 0 else 1 end,
          state = case when ${surelyUnsent} then 'waiting' else 'calling' end,
          lease_until = statement_timestamp() + $3::int * interval '1 millisecond',
          next_action_at = gateway_now() + $3::int * interval '1 millisecond', updated_at = gateway_now(),
          ending_at = gateway_now()
        from overdue o where a.id = o.attempt_id
          and (a.lease_until is null or a.lease_until <= statement_timestamp())
        returning a.id, a.key, a.fence, a.sent_at, a.created_at, a.execute_before, a.state = 'waiting' as surely_unsent)
      select ${transactionColumns}, l.id as attempt_id, l.key as attempt_key, l.fence,
        l.surely_unsent, extract(epoch from gateway_now() - coalesce(l.sent_at, l.created_at))::float8 * 1000 as since_sent_ms,
        extract(epoch from gateway_now() - l.execute_before)::float8 * 1000 as past_deadline_ms
      from overdue o join transactions t on t.id = o.id left join leased l on l.id = o.attempt_id
      where o.attempt_id is null or l.id is not null order by t.id`,
    values: [
      options.limit,
      options.owner,
      options.leaseMs,
      ...(options.transactionId === undefined ? [] : [options.transactionId]),
    ],
  })
  return found.rows
}

/** The order of an attempt key. */
export interface KnownOrder {
  transaction_id: string
  pay_type: TransactionType
  amount_minor: bigint
}

/** The transaction of an attempt key at one connector account; undefined for an unknown key. */
export async function findTransactionByKey(
  db: Db,
  connectorAccountId: string,
  key: string,
): Promise<KnownOrder | undefined> {
  const found = await db.query<KnownOrder>({
    name: 'find-transaction-by-key',
    text: `select a.transaction_id, t.pay_type, t.amount_minor from attempts a join transactions t on t.id = a.transaction_id
      where a.connector_account_id = $1 and a.key = $2`,
    values: [connectorAccountId, key],
  })
  return found.rows[0]
}
