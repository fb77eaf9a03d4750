-- When pay-ins on own bank accounts expire: at their time, or once a statement of the bank covers it. Null: at their time.
alter table points
  add column expire_policy text check (expire_policy in ('on_time', 'after_statement'));
-- Its time has passed, and something may still show that it was paid: until then the clock leaves it.
alter table transactions
  add column expiry_held_until timestamptz(3);
