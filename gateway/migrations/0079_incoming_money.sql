-- Money that a provider received for none of our orders: each of its payments once.
create table incoming_money (
  id uuid primary key,
  connector_account_id uuid not null references connector_accounts (id),
  -- The provider's own id of the payment.
  provider_id text not null check (length(provider_id) between 1 and 128),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- What the payer wrote.
  reference text check (length(reference) between 1 and 140),
  sender_name text check (length(sender_name) between 1 and 200),
  sender_document text check (length(sender_document) between 1 and 60),
  -- By the provider's clock.
  moved_at timestamptz(3) not null,
  received_at timestamptz(3) not null default gateway_now(),
  -- It became a line of the account's own list, where people find its owner. Null: nothing takes it, and operators get an alert.
  taken_at timestamptz(3),
  unique (connector_account_id, provider_id)
);
-- For the alert and for the removal of personal data: rows are written in the order of time.
create index incoming_money_age on incoming_money using brin (received_at) with (pages_per_range = 16);
grant select, insert, update on incoming_money to pasarela_engine;
