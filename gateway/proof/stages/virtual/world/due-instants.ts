import type { Db } from '../../../../src/core/platform/database/database.ts'
import { alertAfterMs, holdMs, suspendAfterMs } from '../../../../src/extras/webhooks/rules/endpoint-alerts.ts'

export interface DueInstant {
  loop: string
  /** Gateway time in whole milliseconds since 1970, rounded up. */
  atMs: number
}

/**
 * For each loop that moves payments or their callbacks, the earliest instant at which a round would find work; loops that
 * would find none at any time are left out. What is due already may lie in the past. The earliest comes first.
 *
 * The conditions are those of the loops' own claims, written a second time: a claim that forgets rows is a fault that the
 * simulator should see. Not in the database, and so not known here: the budgets of a process (inquiries of an account,
 * callbacks of an address, the second between two looks for ended leases). A round that found nothing needs a rest.
 */
export async function dueInstants(db: Db): Promise<readonly DueInstant[]> {
  const found = await db.query<{ loop: string; at_ms: number }>({
    name: 'due-instants',
    text: `with clock as materialized (
        select gateway_now() as now, offset_ms * interval '1 millisecond' as moved from gateway_clock
      ), due (loop, at) as (
        ${sources.join('\n        union all ')}
      )
      select loop, ceil(extract(epoch from min(at)) * 1000)::float8 as at_ms from due where at is not null
      group by loop order by 2, 1`,
  })
  return found.rows.map(({ loop, at_ms }) => ({ loop, atMs: at_ms }))
}

/** When a row is due and nobody's lease stands before it. Leases are in true time; `greatest` passes over what is null. */
const leased = (at: string, row: string) =>
  `case when ${at} is not null then greatest(${at}, ${row}.lease_until + c.moved) end`

/**
 * An order that was asked about in vain is asked again after a tenth of the time that it is overdue, between 10 s and
 * a day: now - ended = (now - expired) / 10, solved for now. One millisecond more bears the rounding.
 */
const overdueAgain = `case when a.ending_at > t.expired_at then a.ending_at + interval '1 millisecond'
  + greatest(interval '10 seconds', least(interval '1 day', (a.ending_at - t.expired_at) / 9)) end`

const orders = [
  `select 'announce', min(${leased('a.next_action_at', 'a')}) from attempts a, clock c
    where a.state = 'waiting' or (a.state = 'calling' and a.kind = 'announce')`,
  `select 'inquire', min(${leased('a.next_action_at', 'a')}) from attempts a, clock c
    where a.state = 'open' or (a.state = 'calling' and a.kind = 'submit')`,
  `select 'lateExecutions', min(${leased('x.next_check_at', 'x')}) from late_execution_checks x, clock c`,
  `select 'expire', min(greatest(t.expired_at, a.lease_until + c.moved, ${overdueAgain}))
    from clock c, transactions t left join attempts a on a.transaction_id = t.id and a.state <> 'closed'
    where t.status = 'PENDING' and t.pay_type = 'payin' and t.suspense_minor < t.amount_minor
      and t.expired_at is not null`,
  `select 'approvals', min(approval_until) from transactions where status = 'PENDING' and reason = 'awaiting_approval'`,
  `select 'release', min(release_at) from ledger_releases where released_at is null`,
  // Lines of statements: new ones, and those in suspense that an import, or what a person confirmed since, says more about.
  `select 'bankLines', c.now from clock c where exists (select from bank_line_states where state = 'new')`,
  `select 'waitingLines', c.now from clock c where exists (select from bank_line_states where state = 'in_suspense' and judge_again)`,
  `select 'waitingLines', min(greatest(r.created_at, case when s.judged_at >= r.created_at then s.judged_at + interval '10.001 seconds' end))
    from bank_receipts r join bank_line_states s on s.state = 'in_suspense' and s.numbers @> array[reference_key(r.bank_reference)]
    where s.judged_at < r.created_at + interval '1 minute'`,
  `select 'notifications', min(next_try_at) from provider_notifications where state = 'received'`,
]

/** Whether an older callback of the same transaction is on its way. */
const behindAnother = `exists (select from callback_deliveries y
      where y.transaction_id = d.transaction_id and y.seq < d.seq and y.lease_until is not null)`

const callbacks = [
  // Whose lease has ended is given back.
  `select 'callbacks', min(d.lease_until + c.moved) from callback_deliveries d, clock c where d.state = 'sending'`,
  // Into the inbox of a test point, or to an address that is well and has room.
  `select 'callbacks', min(d.next_attempt_at) from callback_deliveries d
    join callback_endpoints e on e.point_id = d.point_id left join callback_health h on h.point_id = d.point_id
    where d.state = 'pending' and e.status = 'active' and not ${behindAnother}
      and case when e.url is null then e.environment = 'test'
        else coalesce(h.opens, 0) = 0 and not coalesce(h.recovering, false) and e.max_inflight > (
          select count(*) from callback_deliveries s where s.point_id = e.point_id and s.state = 'sending') end`,
  // The probe of an open breaker.
  `select 'callbacks', h.next_probe_at from callback_health h join callback_endpoints e on e.point_id = h.point_id
    where h.opens > 0 and e.status = 'active' and e.url is not null
      and exists (select from callback_deliveries p where p.point_id = h.point_id and p.state = 'pending')`,
]

const levels = Object.entries(alertAfterMs)
  .map(([level, ms]) => `('${level}', ${ms}::bigint, false)`)
  .concat(`('suspended', ${suspendAfterMs}::bigint, true)`)

const endpoints = [
  // Of an address that fails people are told by and by, and at last it is suspended.
  `select 'endpointCare', min(h.failing_since + v.ms * interval '1 millisecond')
    from callback_health h join callback_endpoints e on e.point_id = h.point_id
    cross join (values ${levels.join(', ')}) as v (level, ms, opened)
    where h.failing_since is not null and e.status = 'active' and e.url is not null and (h.opens > 0 or not v.opened)
      and not exists (select from callback_alerts a
        where a.point_id = h.point_id and a.failing_since = h.failing_since and a.level = v.level)`,
  // The backlog of an address that is back is spread.
  `select 'endpoints', c.now from callback_health h, clock c where h.recovering and h.opens = 0`,
  // What waits for a suspended address is held, for a while; what was held for one that is in service again waits as before.
  `select 'endpointCare', min(case when d.state = 'held' and e.status = 'suspended'
        then greatest(d.created_at, e.suspended_at) + ${holdMs}::bigint * interval '1 millisecond' else c.now end)
    from clock c, callback_deliveries d join callback_endpoints e on e.point_id = d.point_id
    where d.state = 'held' and e.status in ('active', 'suspended') or d.state = 'pending' and e.status = 'suspended'`,
]

const sources = [...orders, ...callbacks, ...endpoints]
