-- Payouts on own bank accounts: which are ordered from the bank by which file. A payout stands in one live file at most.

-- How payment files of an account are written. Null: payouts are made at the bank by a person, one by one.
alter table bank_accounts
  add column payout_format text check (payout_format in ('csv')),
  add column payout_settings jsonb,
  -- Older payouts may stand in a file that a restored database does not know. Null: none do.
  add column batches_from timestamptz(3);
alter table bank_accounts add constraint bank_account_payout_settings check (
  (payout_format is null) = (payout_settings is null) and pg_column_size(payout_settings) <= 16384) not valid;

-- When a payment file that orders the payout was approved. Until the bank's evidence comes, nothing ends the payout.
alter table transactions add column ordered_at timestamptz(3);

create table payment_batches (
  id uuid primary key,
  bank_account_id uuid not null references bank_accounts (id),
  -- From 1 for each account, without gaps.
  number integer not null check (number > 0),
  format text not null check (format in ('csv')),
  -- The account's settings when the batch was made. The file is written and read again by them.
  settings jsonb not null,
  -- Names the file at the bank. A debit of the whole file may quote it.
  message_id text not null unique check (message_id ~ '^[A-Z0-9]{8,35}$'),
  -- `draft`, then `approved` with its file, then `handed_over` before its first byte left. `cancelled` only before that.
  -- A later state is never left again.
  state text not null default 'draft' check (state in ('draft', 'approved', 'handed_over', 'cancelled')),
  item_count integer not null check (item_count > 0),
  total_minor bigint not null check (total_minor > 0),
  -- The day on which the bank is to execute it, and until when the bank must have it. Null: not known.
  execution_day date not null,
  cutoff_at timestamptz(3),
  made_by text not null check (length(made_by) between 1 and 400),
  made_at timestamptz(3) not null default gateway_now(),
  approved_by text check (length(approved_by) between 1 and 400),
  approved_at timestamptz(3),
  handed_over_by text check (length(handed_over_by) between 1 and 400),
  handed_over_at timestamptz(3),
  cancelled_by text check (length(cancelled_by) between 1 and 400),
  cancelled_at timestamptz(3),
  unique (bank_account_id, number),
  check ((approved_at is null) = (approved_by is null)),
  check ((handed_over_at is null) = (handed_over_by is null)),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (case state
    when 'draft' then approved_at is null and handed_over_at is null and cancelled_at is null
    when 'approved' then approved_at is not null and handed_over_at is null and cancelled_at is null
    when 'handed_over' then approved_at is not null and handed_over_at is not null and cancelled_at is null
    else handed_over_at is null and cancelled_at is not null end)
);
create index payment_batches_list on payment_batches (bank_account_id, id);
create index payment_batches_waiting on payment_batches (id) where state in ('draft', 'approved');
create index payment_batches_handed_over on payment_batches (handed_over_at) where state = 'handed_over';
create index payment_batches_changed on payment_batches ((greatest(made_at, approved_at, handed_over_at, cancelled_at)));

create table payment_batch_items (
  payment_batch_id uuid not null references payment_batches (id),
  -- The row in the file, from 1.
  position integer not null check (position > 0),
  transaction_id uuid not null references transactions (id),
  -- Our name of the payment at the bank. It follows from the payout, so that the same payout always has the same.
  instruction_key text not null check (instruction_key ~ '^[A-Z0-9]{8,20}$'),
  amount_minor bigint not null check (amount_minor > 0),
  -- `live`: the payout's own status says whether it was paid. `rejected`: two people know that the bank does not pay it.
  -- `removed`: the batch was cancelled.
  state text not null default 'live' check (state in ('live', 'rejected', 'removed')),
  -- What the bank said.
  bank_ref text check (length(bank_ref) between 1 and 100),
  code text check (length(code) between 1 and 40),
  text text check (length(text) between 1 and 1000),
  primary key (payment_batch_id, position),
  check (state = 'rejected' or code is null)
);
-- No payout goes into two files. A rejected payout is final.
create unique index payment_batch_items_of_payout on payment_batch_items (transaction_id) where state <> 'removed';
create unique index payment_batch_items_of_key on payment_batch_items (instruction_key) where state <> 'removed';

-- The bytes of a file, made once, in the commit of its approval. Only these bytes are sent.
create table payment_batch_files (
  payment_batch_id uuid primary key references payment_batches (id),
  name text not null check (length(name) between 1 and 200),
  sha256 bytea not null check (length(sha256) = 32),
  size_bytes integer not null check (size_bytes > 0),
  -- Null: removed after the time for personal data.
  content bytea check (length(content) = size_bytes),
  -- Read again from the bytes.
  item_count integer not null check (item_count > 0),
  total_minor bigint not null check (total_minor > 0),
  made_at timestamptz(3) not null default gateway_now()
);

alter table bank_line_states add constraint bank_line_states_batch foreign key (payment_batch_id)
  references payment_batches (id) not valid;

grant select, insert, update on payment_batches, payment_batch_items to pasarela_engine;
grant select, insert on payment_batch_files to pasarela_engine;
alter table payment_batches enable row level security;
alter table payment_batch_items enable row level security;
alter table payment_batch_files enable row level security;
create policy engine on payment_batches to pasarela_engine using (true) with check (true);
create policy engine on payment_batch_items to pasarela_engine using (true) with check (true);
create policy engine on payment_batch_files to pasarela_engine using (true) with check (true);
