/**
 * `bookedAmountMinor` (core/processing/rules/booked-amount.ts) of a COMPLETED transaction, as an SQL expression over
 * columns of `transactions`.
 */
export const bookedMinorSql = `(case when pay_type = 'payout' then coalesce(credited_minor, amount_minor) - reversed_minor
  when received_minor = 0 then coalesce(credited_minor, 0)
  else received_minor - sent_back_minor - least(reversed_minor, received_minor - sent_back_minor) - suspense_minor end)`
