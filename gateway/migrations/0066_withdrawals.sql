-- Withdrawals: a merchant takes its money out. Each is a payout of its point, to an account that was confirmed before.

-- What a merchant is called by its state; two operators set each. A holder's document is compared with these.
create table merchant_documents (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  type text not null check (length(type) between 1 and 60),
  number text not null check (length(number) between 1 and 60),
  set_by text not null check (length(set_by) between 1 and 400),
  second text check (length(second) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  unique (merchant_id, country, type, number)
);

-- Where the money of a merchant goes. A row never gets another account: a change is a new row.
create table withdrawal_accounts (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  service_code text not null check (length(service_code) between 1 and 60),
  -- The fields of a payout, as `transactions.details`.
  details jsonb not null check (length(details::text) <= 8000),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz(3) not null default gateway_now(),
  -- The second person: of the merchant, or an operator, who looked at the holder.
  confirmed_by uuid references users (id),
  confirmed_by_operator text check (length(confirmed_by_operator) between 1 and 400),
  confirmed_at timestamptz(3),
  -- Money goes there from this instant on.
  usable_from timestamptz(3),
  -- Replaced, or taken away.
  ended_at timestamptz(3),
  check (num_nonnulls(confirmed_by, confirmed_by_operator) = num_nonnulls(confirmed_at)),
  check ((confirmed_at is null) = (usable_from is null)),
  check (usable_from >= confirmed_at),
  check (confirmed_by <> proposed_by)
);
-- One that waits for its second person, and one that counts.
create unique index withdrawal_accounts_proposed on withdrawal_accounts (merchant_id, environment, service_code)
  where ended_at is null and confirmed_at is null;
create unique index withdrawal_accounts_confirmed on withdrawal_accounts (merchant_id, environment, service_code)
  where ended_at is null and confirmed_at is not null;

grant select, insert on merchant_documents, withdrawal_accounts to pasarela_engine;
grant update (confirmed_by, confirmed_by_operator, confirmed_at, usable_from, ended_at) on withdrawal_accounts to pasarela_engine;
grant select on merchant_documents, withdrawal_accounts to pasarela_reader;
alter table merchant_documents enable row level security;
alter table withdrawal_accounts enable row level security;
create policy engine on merchant_documents to pasarela_engine using (true) with check (true);
create policy engine on withdrawal_accounts to pasarela_engine using (true) with check (true);
create policy reader on merchant_documents for select to pasarela_reader using (merchant_id = reading_merchant());
create policy reader on withdrawal_accounts for select to pasarela_reader using (merchant_id = reading_merchant());

-- Of a withdrawal: the account that its money goes to.
alter table transactions add column withdrawal_account_id uuid;
alter table transactions add constraint withdrawal_is_payout check (withdrawal_account_id is null or pay_type = 'payout') not valid;
alter table transactions add constraint transactions_withdrawal_account foreign key (withdrawal_account_id)
  references withdrawal_accounts (id) not valid;
