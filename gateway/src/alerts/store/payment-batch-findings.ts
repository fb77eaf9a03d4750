/** Minutes before the bank's cut-off. */
const aheadMinutes = 30
/** Business days after its day in which a payment file should be answered. */
const answerDays = 2
/** Older files need no alert of their own: their payouts are in the lists. */
const openDays = 60
const foundMax = 200

const account = `coalesce(b.bank_name, b.holder)`
const facts = `'payment_batch_id', p.id, 'number', p.number, 'account', ${account}, 'environment', b.environment`
const from = `payment_batches p join bank_accounts b on b.id = p.bank_account_id`

const isNotSent = `p.state in ('draft', 'approved') and p.cutoff_at < gateway_now() + interval '${aheadMinutes} minutes'
  and p.cutoff_at > gateway_now() - interval '1 day'`

const businessDays = `(select count(*) from generate_series(p.execution_day + 1,
    (gateway_now() at time zone b.time_zone)::date - 1, interval '1 day') as passed(day)
  where extract(isodow from passed.day) < 6
    and not exists (select from bank_holidays h where h.country = b.country and h.day = passed.day::date))`
const openItems = `(select count(*) from payment_batch_items i join transactions t on t.id = i.transaction_id
  where i.payment_batch_id = p.id and i.state = 'live' and t.status = 'PENDING')`
const isUnanswered = `p.state = 'handed_over' and p.handed_over_at > gateway_now() - interval '${openDays} days'
  and ${businessDays} >= ${answerDays} and ${openItems} > 0`

/** Payment files that a person should look at: `alert-findings.ts` says what the columns are. */
export const paymentBatchFindings = {
  batch_not_sent: {
    find: `select null::uuid, null::uuid, null::uuid, p.id::text as object, 'batch not sent ' || p.id as subject,
        jsonb_build_object(${facts}, 'cutoff', p.cutoff_at) as facts
      from ${from} where ${isNotSent} order by p.cutoff_at limit ${foundMax}`,
    gone: `not exists (select from ${from} where p.id = a.object::uuid and ${isNotSent})`,
  },
  batch_unanswered: {
    find: `select null::uuid, null::uuid, null::uuid, p.id::text as object, 'batch unanswered ' || p.id as subject,
        jsonb_build_object(${facts}, 'payouts', ${openItems}) as facts
      from ${from} where ${isUnanswered} order by p.handed_over_at limit ${foundMax}`,
    gone: `not exists (select from ${from} where p.id = a.object::uuid and ${isUnanswered})`,
  },
} as const
