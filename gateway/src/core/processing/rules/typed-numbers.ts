/** Numbers of transfers that a point may type in vain within an hour, beside one for each that was right lately. */
export const numbersInVainMax = 30

/** SQL, of `transactions`: pay-ins that are not paid, and whose number somebody typed within the last hour. */
export const typedInVain = `payer_reference is not null and status in ('PENDING', 'EXPIRED')
      and updated_at > gateway_now() - interval '1 hour'`

/** SQL: how many numbers the point `p` may type in vain. One that is right completes its pay-in and makes room for one more. */
export const numbersAllowed = `(${numbersInVainMax} + (select count(*)::int from (select payer_reference from transactions
      where point_id = p.id and pay_type = 'payin' and status = 'COMPLETED' and created_at > gateway_now() - interval '1 day'
      order by created_at desc limit 1000) paid where payer_reference is not null))`
