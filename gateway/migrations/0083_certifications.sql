-- Reports of what a connector's promises were worth at the provider of one account. Never changed.
create table certifications (
  id uuid primary key,
  connector_account_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  is_certified boolean not null,
  certified_by text not null check (length(certified_by) between 1 and 200),
  -- The signed text, exactly as it was signed.
  report text not null check (length(report) <= 262144),
  -- Ed25519, 64 bytes.
  signature bytea not null check (length(signature) = 64),
  created_at timestamptz(3) not null default gateway_now(),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment)
);
create index certifications_of_account on certifications (connector_account_id, created_at desc);
grant select, insert on certifications to pasarela_engine;
alter table certifications enable row level security;
create policy engine on certifications to pasarela_engine using (true) with check (true);
