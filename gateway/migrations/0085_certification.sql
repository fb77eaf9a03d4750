-- Certification of accounts at providers: a run plays the steps that the connector declares against the provider's own system.
create table certification_runs (
  id uuid primary key,
  connector_account_id uuid not null references connector_accounts (id),
  -- The product's version.
  release text not null check (length(release) between 1 and 60),
  -- Of the credentials with which it ran: others are not certified by it.
  credentials_fingerprint text not null check (credentials_fingerprint ~ '^[0-9a-f]{16}$'),
  run_by text not null check (length(run_by) between 1 and 400),
  started_at timestamptz(3) not null,
  -- Null: it is under way, or broke off.
  ended_at timestamptz(3),
  outcome text check (outcome in ('passed', 'failed', 'incomplete')),
  -- What each step expected and what came, without secrets and personal data.
  steps jsonb not null default '[]' check (pg_column_size(steps) <= 65536),
  check ((ended_at is null) = (outcome is null))
);
create index certification_runs_last on certification_runs (connector_account_id, ended_at desc) where ended_at is not null;
grant select, insert, update on certification_runs to pasarela_engine;
alter table certification_runs enable row level security;
create policy engine on certification_runs to pasarela_engine using (true) with check (true);

-- Keys and payments of such runs at the provider. What is told about them belongs to no transaction and is no incoming money.
create table certification_keys (
  connector_account_id uuid not null references connector_accounts (id),
  key text not null check (length(key) between 1 and 128),
  made_at timestamptz(3) not null default gateway_now(),
  -- When a notification first named it.
  told_at timestamptz(3),
  primary key (connector_account_id, key)
);
grant select, insert, update on certification_keys to pasarela_engine;
alter table certification_keys enable row level security;
create policy engine on certification_keys to pasarela_engine using (true) with check (true);
