-- What went back of a pay-in, and what can still go back, as of an event of it or of one of its refunds: for the feed. Null in
-- events of payouts and in those from before.
alter table callback_events
  add column refunded_minor bigint check (refunded_minor >= 0),
  add column refundable_minor bigint check (refundable_minor >= 0);

-- The line of the bank that names the account to which a refund goes. Null: no account is named, or operators gave it.
alter table refunds add column account_line_id uuid;

-- The account to which refunds of a pay-in go where no line of the bank names the sender's. Two operators give it, never a
-- merchant.
create table refund_accounts (
  transaction_id uuid primary key references transactions (id),
  -- The fields of a payout of the pay-in's service code.
  details jsonb not null check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 4096),
  set_by text not null check (length(set_by) between 1 and 400),
  -- Null: one person at the machine.
  second text check (length(second) between 1 and 400),
  created_at timestamptz(3) not null
);
grant select, insert, update, delete on refund_accounts to pasarela_engine;
alter table refund_accounts enable row level security;
create policy engine on refund_accounts to pasarela_engine using (true) with check (true);
