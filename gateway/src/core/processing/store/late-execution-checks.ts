import type { Db } from '../../platform/database/database.ts'
import type { TransactionType } from '../../values/status.ts'
import { lateArrivalText } from '../rules/transition-parts.ts'
import type { InquiryShare } from './attempts.ts'

/** An attempt of a transaction that ended as not executed, under this process's lease. */
export interface LateExecutionCheck {
  attempt_id: string
  attempt_key: string
  transaction_id: string
  pay_type: TransactionType
  connector_account_id: string
  fence: number
  /** Answered inquiries so far. */
  checks: number
  /** Milliseconds of the gateway's clock since the transaction ended. */
  age_ms: number
  /** True while the transaction is still recorded as not executed. */
  stands: boolean
  /** True where the provider has accepted the order since, which is under review. */
  arrived: boolean
}

/** Schedules inquiries about all attempts of transactions that just ended as not executed. */
export async function insertLateExecutionChecks(
  tx: Db,
  transactionIds: readonly string[],
  { now, firstInMs }: { now: Date; firstInMs: number },
): Promise<void> {
  if (transactionIds.length === 0) return
  await tx.query({
    name: 'insert-late-execution-checks',
    text: `insert into late_execution_checks (attempt_id, created_at, next_check_at)
      select id, $2::timestamptz, $2::timestamptz + $3::int * interval '1 millisecond'
      from attempts where transaction_id = any($1::uuid[])
      on conflict (attempt_id) do update
        set created_at = excluded.created_at, next_check_at = excluded.next_check_at, checks = 0`,
    values: [transactionIds, now, firstInMs],
  })
}

/**
 * Claims due checks, the oldest of each account up to its share, or up to `limit` where it has none, so that many
 * checks of one provider do not delay another. SKIP LOCKED keeps processes from claiming the same check; a dead
 * process's lease expires. `total`: maximum over all accounts.
 */
export async function claimLateExecutionChecks(
  db: Db,
  options: { owner: string; leaseMs: number; limit: number; total: number; shares: readonly InquiryShare[] },
): Promise<readonly LateExecutionCheck[]> {
  const found = await db.query<LateExecutionCheck>({
    name: 'claim-late-execution-checks',
    text: `with ranked as materialized (
        select c.attempt_id, a.connector_account_id,
          row_number() over (partition by a.connector_account_id order by c.next_check_at) as rank
        from late_execution_checks c join attempts a on a.id = c.attempt_id
        where c.next_check_at <= gateway_now() and (c.lease_until is null or c.lease_until <= statement_timestamp())),
      chosen as materialized (
        select r.attempt_id from ranked r
        left join unnest($4::uuid[], $5::int[]) as share(account_id, n) on share.account_id = r.connector_account_id
        where r.rank <= coalesce(share.n, $1::int) order by r.rank limit $6),
      due as (
        select c.attempt_id from chosen join late_execution_checks c on c.attempt_id = chosen.attempt_id
        where c.next_check_at <= gateway_now() and (c.lease_until is null or c.lease_until <= statement_timestamp())
        for update of c skip locked),
      leased as (
        update late_execution_checks c set lease_owner = $2, fence = c.fence + 1,
          lease_until = statement_timestamp() + $3::int * interval '1 millisecond'
        from due where c.attempt_id = due.attempt_id
        returning c.attempt_id, c.fence, c.checks, c.created_at)
      select l.attempt_id, l.fence, l.checks, a.key as attempt_key, a.transaction_id, t.pay_type, a.connector_account_id,
        extract(epoch from gateway_now() - l.created_at)::float8 * 1000 as age_ms,
        t.status = 'ERROR' and t.reason = 'not_executed' as stands,
        coalesce(t.needs_operator = '${lateArrivalText}', false) as arrived
      from leased l join attempts a on a.id = l.attempt_id join transactions t on t.id = a.transaction_id`,
    values: [
      options.limit,
      options.owner,
      options.leaseMs,
      options.shares.map(({ accountId }) => accountId),
      options.shares.map(({ limit }) => limit),
      options.total,
    ],
  })
  return found.rows
}

/** Returns a check until its next date; `answered` counts it. No effect where the lease is lost. */
export async function postponeLateExecutionCheck(
  db: Db,
  check: Pick<LateExecutionCheck, 'attempt_id' | 'fence'>,
  { nextInMs, answered }: { nextInMs: number; answered: boolean },
): Promise<void> {
  await db.query({
    name: 'postpone-late-execution-check',
    text: `update late_execution_checks set checks = checks + $4::int, lease_owner = null, lease_until = null,
        next_check_at = gateway_now() + $3::bigint * interval '1 millisecond'
      where attempt_id = $1 and fence = $2`,
    values: [check.attempt_id, check.fence, Math.ceil(nextInMs), answered ? 1 : 0],
  })
}

/** Ends a check. */
export async function endLateExecutionCheck(
  db: Db,
  check: Pick<LateExecutionCheck, 'attempt_id' | 'fence'>,
): Promise<void> {
  await db.query({
    name: 'end-late-execution-check',
    text: 'delete from late_execution_checks where attempt_id = $1 and fence = $2',
    values: [check.attempt_id, check.fence],
  })
}
