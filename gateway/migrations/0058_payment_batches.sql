-- Payment files: the payouts and refunds that wait for a person, of one own account, as one file for its bank.

-- How the bank of an account takes such a file. The newest version counts.
create table payment_batch_templates (
  bank_account_id uuid not null references bank_accounts (id),
  version integer not null check (version > 0),
  template jsonb not null check (length(template::text) <= 32000),
  set_by text not null check (length(set_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (bank_account_id, version)
);

-- A file that two people agreed to. It is a draft until the first download; only a draft is cancelled. It is done when no item
-- is live any more.
create table payment_batches (
  id uuid primary key,
  bank_account_id uuid not null references bank_accounts (id),
  -- From 1 within the account, without gaps.
  number integer not null check (number > 0),
  items integer not null check (items between 1 and 1000),
  total_minor bigint not null check (total_minor > 0),
  execution_day date not null,
  format text not null check (format in ('csv')),
  -- Of the bytes of the file. They are sealed: they name people. Null: removed with other personal data.
  sha256 bytea not null check (length(sha256) = 32),
  content_box bytea check (length(content_box) <= 4194304),
  made_by text not null check (length(made_by) between 1 and 400),
  approved_by text check (length(approved_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  -- Committed before the first byte leaves.
  handed_over_at timestamptz(3),
  handed_over_by text check (length(handed_over_by) between 1 and 400),
  cancelled_at timestamptz(3),
  unique (bank_account_id, number),
  check ((handed_over_at is null) = (handed_over_by is null)),
  check (handed_over_at is null or cancelled_at is null)
);
create index payment_batches_list on payment_batches (created_at, id);

-- What the file orders, as it stood in it. An item ends by its transaction, or is released: then its payout waits again.
create table payment_batch_items (
  batch_id uuid not null references payment_batches (id),
  position integer not null check (position > 0),
  transaction_id uuid not null references transactions (id),
  amount_minor bigint not null check (amount_minor > 0),
  reference text not null check (length(reference) between 1 and 100),
  beneficiary jsonb not null,
  released_at timestamptz(3),
  primary key (batch_id, position)
);
-- No payout stands in two files.
create unique index payment_batch_items_once on payment_batch_items (transaction_id) where released_at is null;
create index payment_batch_items_of_transaction on payment_batch_items (transaction_id);

grant select, insert on payment_batch_templates, payment_batches, payment_batch_items to pasarela_engine;
grant update (handed_over_at, handed_over_by, cancelled_at, content_box) on payment_batches to pasarela_engine;
grant update (released_at, beneficiary) on payment_batch_items to pasarela_engine;
alter table payment_batch_templates enable row level security;
alter table payment_batches enable row level security;
alter table payment_batch_items enable row level security;
create policy engine on payment_batch_templates to pasarela_engine using (true) with check (true);
create policy engine on payment_batches to pasarela_engine using (true) with check (true);
create policy engine on payment_batch_items to pasarela_engine using (true) with check (true);
