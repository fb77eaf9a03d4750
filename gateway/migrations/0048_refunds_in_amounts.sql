-- What went back of a pay-in, and what can still go back, as of an event of it or of one of its refunds: for the feed. Null in
-- events of payouts and in those from before.
alter table callback_events
  add column refunded_minor bigint check (refunded_minor >= 0),
  add column refundable_minor bigint check (refundable_minor >= 0);
