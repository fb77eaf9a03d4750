-- Settings of a point whose usual value changes.

-- The outer word of the reply to a payout that surely failed. error: `"status":"error"` with the reason; success: the form
-- of before, in which the outer word says that the request was accepted. Points that exist get the new form too: a client
-- that reads only the outer word believes today that a failed payout was paid. Whoever needs the form of before sets it.
alter table points
  add column failed_payout_reply text not null default 'error' check (failed_payout_reply in ('error', 'success'));

-- A pay-in that is taken back whole ends as ERROR by default. Points that never chose keep what they have: their merchants'
-- systems do not expect a second callback for a completed payment.
update points set reversal_policy = 'keep_completed' where reversal_policy is null;
