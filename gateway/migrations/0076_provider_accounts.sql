-- Accounts at providers that operators set up themselves, and routes that end.

-- A provider's sandbox serves test points, and only these.
alter table connector_accounts
  add column sandbox boolean not null default false,
  -- What may be shown of its credentials: values that are no secrets, and of a certificate whose it is and until when.
  add column settings jsonb not null default '{}' check (pg_column_size(settings) <= 16384),
  -- When the first of its certificates ends. Null: it has none.
  add column certificate_ends_at timestamptz(3),
  -- When what it needs at its provider was last checked, and what was wrong then: a list of sentences.
  add column checked_at timestamptz(3),
  add column findings jsonb not null default '[]' check (pg_column_size(findings) <= 8192);
alter table connector_accounts drop constraint connector_fits_environment;
alter table connector_accounts add constraint connector_fits_environment check (
  case environment when 'test' then sandbox or connector in ('simulated-bank', 'own-account')
    else not sandbox and connector <> 'simulated-bank' end
) not valid;

-- What an operator typed and a call to the provider proved, until people agreed to it.
create table provider_drafts (
  id uuid primary key,
  -- The account whose credentials it replaces. Null: a new account, which gets the id of the draft.
  connector_account_id uuid references connector_accounts (id),
  connector text not null check (length(connector) between 1 and 60),
  environment text not null check (environment in ('test', 'live')),
  name text not null check (length(name) between 1 and 200),
  settings jsonb not null check (pg_column_size(settings) <= 16384),
  credentials_box bytea not null check (length(credentials_box) <= 65536),
  certificate_ends_at timestamptz(3),
  -- What the provider answered to the trial.
  trial text not null check (length(trial) between 1 and 500),
  made_by text not null check (length(made_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now()
);
grant select, insert, delete on provider_drafts to pasarela_engine;
alter table provider_drafts enable row level security;
create policy engine on provider_drafts to pasarela_engine using (true) with check (true);

-- From then on a route takes no new orders.
alter table routes add column ended_at timestamptz(3);
