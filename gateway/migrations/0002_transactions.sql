-- The money that moves: connector accounts, routes, transactions with their history, attempts.

-- A configured account at who moves the money. Simulated-bank accounts are test only, all others live only.
create table connector_accounts (
  id uuid primary key,
  connector text not null check (length(connector) between 1 and 60),
  environment text not null check (environment in ('test', 'live')),
  name text not null check (length(name) between 1 and 200),
  credentials_box bytea not null check (length(credentials_box) <= 65536),
  created_at timestamptz(3) not null default gateway_now(),
  unique (id, environment),
  check ((connector = 'simulated-bank') = (environment = 'test'))
);

-- Which connector account carries a service code, for one point or for all of an environment. '*' stands for every code.
create table routes (
  id uuid primary key,
  environment text not null,
  point_id uuid,
  service_code text not null check (length(service_code) between 1 and 60),
  pay_type text not null check (pay_type in ('payin', 'payout')),
  connector_account_id uuid not null,
  priority int not null default 100,
  created_at timestamptz(3) not null default gateway_now(),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment),
  foreign key (point_id, environment) references points (id, environment)
);
create unique index routes_once on routes
  (environment, coalesce(point_id, '00000000-0000-0000-0000-000000000000'::uuid), service_code, pay_type, priority);

-- The operator's own accounts that payers deposit to (connector own-account).
create table deposit_accounts (
  id uuid primary key,
  connector_account_id uuid not null references connector_accounts (id),
  service_code text not null check (length(service_code) between 1 and 60),
  bank text check (length(bank) <= 200),
  number text check (length(number) <= 100),
  type text check (length(type) <= 60),
  beneficiary text not null check (length(beneficiary) between 1 and 200),
  doc_id text check (length(doc_id) <= 60),
  extra jsonb not null default '{}' check (pg_column_size(extra) <= 8192),
  active boolean not null default true,
  created_at timestamptz(3) not null default gateway_now()
);
create index deposit_accounts_lookup on deposit_accounts (connector_account_id, service_code) where active;

-- Order numbers, taken in blocks of 1000 by each process: references, CLABEs and txids derive from them.
create sequence order_sequence as bigint increment by 1000 start with 1000;

-- A pay-in or a payout. One row for ever per (point, pay type, reference).
create table transactions (
  id uuid primary key,
  point_id uuid not null,
  environment text not null,
  pay_type text not null check (pay_type in ('payin', 'payout')),
  service_code text not null check (length(service_code) between 1 and 60),
  reference text not null check (length(reference) between 1 and 255),
  amount_minor bigint not null check (amount_minor between 1 and 9999999999999),
  currency char(3) not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'ERROR', 'EXPIRED')),
  reason text not null check (length(reason) between 1 and 60),
  credited_minor bigint check (credited_minor >= 0),
  connector_account_id uuid not null,
  sequence bigint not null unique,
  target_reference text check (length(target_reference) <= 100),
  instructions jsonb not null check (pg_column_size(instructions) <= 8192),
  details jsonb not null check (pg_column_size(details) <= 16384),
  party_document text check (length(party_document) <= 64),
  party_name text check (length(party_name) <= 255),
  content_hash bytea not null check (length(content_hash) = 32),
  pay_token text check (length(pay_token) = 22),
  redirect_url text check (length(redirect_url) <= 2048),
  provider_page_url text check (length(provider_page_url) <= 2048),
  card_bin text check (card_bin ~ '^[0-9]{6}$'),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  end_to_end_id text check (length(end_to_end_id) <= 64),
  provider_reference text check (length(provider_reference) <= 128),
  sender_name text check (length(sender_name) <= 255),
  sender_document text check (length(sender_document) <= 64),
  needs_operator text check (length(needs_operator) <= 255),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  expired_at timestamptz(3),
  unique (point_id, pay_type, reference),
  foreign key (point_id, environment) references points (id, environment),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment),
  check ((pay_type = 'payin') = (expired_at is not null)),
  check ((pay_type = 'payin') = (pay_token is not null)),
  check (pay_type = 'payin' or status <> 'EXPIRED')
);
create index transactions_list on transactions (point_id, created_at desc, id desc);
create index transactions_list_by_status on transactions (point_id, status, created_at desc, id desc);
create unique index transactions_pay_token on transactions (pay_token) where pay_token is not null;
create unique index transactions_target_reference on transactions (connector_account_id, target_reference)
  where target_reference is not null;

-- Every change of status or reason, in order. Append-only.
create table transaction_history (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  point_id uuid not null,
  status text not null,
  reason text not null check (length(reason) between 1 and 60),
  source text not null check (length(source) between 1 and 60),
  detail text check (length(detail) <= 2000),
  created_at timestamptz(3) not null default gateway_now()
);
create index transaction_history_transaction on transaction_history (transaction_id, id);

-- What was sent to a connector, or is about to be: committed and leased before the call. kind announce = the provider
-- is told about an order whose instructions are local; submit = the call that moves or prepares money.
create table attempts (
  id uuid primary key,
  transaction_id uuid not null references transactions (id),
  point_id uuid not null,
  environment text not null,
  connector_account_id uuid not null,
  kind text not null check (kind in ('submit', 'announce')),
  number int not null check (number between 1 and 1000),
  key text not null check (length(key) between 1 and 64),
  state text not null check (state in ('waiting', 'calling', 'open', 'closed')),
  outcome text check (length(outcome) <= 40),
  outcome_detail jsonb check (pg_column_size(outcome_detail) <= 8192),
  lease_owner text check (length(lease_owner) <= 100),
  lease_until timestamptz(3),
  fence int not null default 0,
  calls int not null default 0,
  next_action_at timestamptz(3),
  -- When a process last had the right to send it, and whether any of these calls may have arrived.
  sent_at timestamptz(3),
  maybe_sent boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (connector_account_id, key),
  unique (transaction_id, number),
  foreign key (point_id, environment) references points (id, environment),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment)
);
create index attempts_due on attempts (next_action_at) where state in ('waiting', 'calling', 'open') and next_action_at is not null;
