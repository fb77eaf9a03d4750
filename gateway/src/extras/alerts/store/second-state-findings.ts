/**
 * Alert conditions about payments that change after a final status. A receiver that de-duplicates on the transaction id
 * alone, as the specification allows, drops the second callback, so the alert informs the merchant's people. Each
 * statement selects merchant_id, point_id, user_id, object, subject and facts, as in `alert-findings.ts`.
 */

/** Range of a round. A callback may be acknowledged days after it was made: 70 hours of attempts. */
const lookBack = "interval '4 days'"

/** Payments of one kind per round. Those with an alert are not counted. */
const foundMax = 500

/** Transaction ids in the digest of a day. The list of payments shows all. */
const namedMax = 5

const paymentFacts = `'point', p.name, 'environment', p.environment, 'transaction_id', t.id, 'pay_type', t.pay_type,
  'status', t.status`

const today = `date_trunc('day', gateway_now(), 'UTC')`

const wasLate = `exists (select from transaction_history h
  where h.transaction_id = e.transaction_id and h.status = 'COMPLETED' and h.reason = 'paid_late')`

/** The merchant's server acknowledged the callback of an earlier final status. A test point's inbox does not count. */
const wasAcknowledged = `exists (select from callback_deliveries d join callback_events f on f.id = d.event_id
  where d.transaction_id = e.transaction_id and d.seq < e.seq and d.state = 'delivered' and f.status <> 'PENDING'
    and not exists (select from callback_attempts a where a.delivery_id = d.id and a.url is null))`

/** Returned money has an alert of its own, whether the first callback was acknowledged or not. */
const cameBack = `e.status = 'ERROR' and exists (select from ledger_transfers x
  where x.transaction_id = e.transaction_id and x.kind in ('reversal', 'return'))`

export const secondStateFindings = {
  payment_reversed: `select p.merchant_id, p.id, null::uuid, 'back ' || x.id as object, 'back ' || x.id as subject,
      jsonb_build_object(${paymentFacts}, 'part',
        case when t.reversed_minor >= coalesce(nullif(t.received_minor - t.sent_back_minor, 0), t.amount_minor)
          then 'whole' else 'part' end) as facts
    from ledger_transfers x join transactions t on t.id = x.transaction_id join points p on p.id = t.point_id
    where x.kind in ('reversal', 'return') and x.created_at > gateway_now() - ${lookBack}
      and not exists (select from alerts k where k.subject = 'back ' || x.id)
    order by x.created_at limit ${foundMax}`,
  second_final_state: `select p.merchant_id, p.id, null::uuid, 'second ' || e.id as object, 'second ' || e.id as subject,
      jsonb_build_object(${paymentFacts}) as facts
    from callback_events e join transactions t on t.id = e.transaction_id join points p on p.id = t.point_id
    where e.seq >= 2 and e.created_at > gateway_now() - ${lookBack}
      and not exists (select from alerts k where k.subject = 'second ' || e.id)
      and not (e.status = 'COMPLETED' and ${wasLate}) and not (${cameBack}) and ${wasAcknowledged}
    order by e.created_at limit ${foundMax}`,
  paid_late: `select p.merchant_id, p.id, null::uuid, 'late ' || p.id || ' ' || late.day as object,
      'late ' || p.id || ' ' || late.day as subject,
      jsonb_build_object('point', p.name, 'environment', p.environment, 'day', late.day, 'payments', late.payments,
        'payment_ids', array_to_string(late.ids[1:${namedMax}], ', ')) as facts
    from (select e.point_id, (e.created_at at time zone 'UTC')::date::text as day, count(*) as payments,
        array_agg(e.transaction_id order by e.created_at, e.id) as ids
      from callback_events e where e.seq >= 2 and e.status = 'COMPLETED' and e.created_at < ${today}
        and e.created_at >= ${today} - interval '2 days' and ${wasLate}
        and not exists (select from alerts k
          where k.subject = 'late ' || e.point_id || ' ' || (e.created_at at time zone 'UTC')::date)
      group by 1, 2 limit ${foundMax}) late join points p on p.id = late.point_id`,
} as const
