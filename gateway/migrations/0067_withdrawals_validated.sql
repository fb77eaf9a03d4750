-- pasarela: outside a transaction
create index concurrently if not exists transactions_withdrawals on transactions (point_id, created_at desc, id desc)
  where withdrawal_account_id is not null;
-- What was an account's first use.
create index concurrently if not exists transactions_of_withdrawal_account on transactions (withdrawal_account_id, created_at, id)
  where withdrawal_account_id is not null;
alter table transactions validate constraint withdrawal_is_payout;
alter table transactions validate constraint transactions_withdrawal_account;
