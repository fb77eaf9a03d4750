-- Accounts at providers that operators set up, their certificates, and limits of routes.

-- Only the simulated bank is tied to the test environment. A provider's sandbox may serve test points too.
alter table connector_accounts drop constraint connector_fits_environment;
alter table connector_accounts add constraint connector_fits_environment
  check (connector <> 'simulated-bank' or environment = 'test') not valid;
alter table connector_accounts
  -- An account at a provider's sandbox. It serves test points only.
  add column sandbox boolean not null default false,
  -- Values of the credentials that are no secrets, by the names of their fields.
  add column facts jsonb not null default '{}' check (pg_column_size(facts) <= 16384),
  -- What the certificates say, readable without opening the credentials: [{name, subject, fingerprint, not_after}].
  add column certificates jsonb not null default '[]' check (pg_column_size(certificates) <= 16384),
  add column credentials_changed_at timestamptz(3),
  -- A disabled account takes no new orders. Its open orders go on.
  add column disabled_at timestamptz(3);
alter table connector_accounts add constraint connector_sandbox_is_test
  check (not sandbox or environment = 'test') not valid;

-- A route takes orders from and up to these amounts, in minor units of its service code's currency. Null: no limit.
alter table routes
  add column amount_min_minor bigint check (amount_min_minor between 1 and 9999999999999),
  add column amount_max_minor bigint check (amount_max_minor between 1 and 9999999999999);
alter table routes add constraint routes_amounts_in_order
  check (amount_min_minor is null or amount_max_minor is null or amount_min_minor <= amount_max_minor) not valid;
grant delete on routes to pasarela_engine;

-- Credentials that an operator entered and nobody uses yet: they wait for a second operator, or for the same command's
-- next step. Sealed for the connector account that they become part of. Never changed, so that exactly these are decided.
create table sealed_credentials (
  id uuid primary key,
  -- The account that will be made, or the one whose credentials will be replaced.
  connector_account_id uuid not null,
  is_new boolean not null,
  -- When the credentials that are replaced were changed: others that came meanwhile are not overwritten.
  replaces_changed_at timestamptz(3),
  connector text not null check (length(connector) between 1 and 60),
  environment text not null check (environment in ('test', 'live')),
  name text not null check (length(name) between 1 and 200),
  credentials_box bytea not null check (length(credentials_box) <= 65536),
  -- Keyed hash of everything that was entered: a proposal names it.
  digest text not null check (digest ~ '^[0-9a-f]{32}$'),
  facts jsonb not null check (pg_column_size(facts) <= 16384),
  certificates jsonb not null check (pg_column_size(certificates) <= 16384),
  created_at timestamptz(3) not null default statement_timestamp()
);
create index sealed_credentials_age on sealed_credentials (created_at);
grant select, insert, delete on sealed_credentials to pasarela_engine;
alter table sealed_credentials enable row level security;
create policy engine on sealed_credentials to pasarela_engine using (true) with check (true);
