-- How files of banks come in: uploads, the watched folder, and how each bank writes its tables.

alter table bank_files
  -- Null: a file from before this column.
  add column source text check (source in ('command', 'upload', 'folder')),
  -- The bank account that the sender named. Null: the file says whose it is.
  add column bank_account_id uuid references bank_accounts (id),
  -- A process that reads the file holds it until then, by the database's real clock.
  add column leased_until timestamptz(3),
  add column lease_holder text check (length(lease_holder) between 1 and 200),
  -- Readings that began. A file that ends its process is not read for ever.
  add column attempts smallint not null default 0 check (attempts >= 0),
  -- Where the file cannot be read: line and column from 1, byte from 0. Null: the file is refused as a whole.
  add column refusal_line integer check (refusal_line > 0),
  add column refusal_column integer check (refusal_column > 0),
  add column refusal_byte bigint check (refusal_byte >= 0),
  add column refused_at timestamptz(3);

-- Which column of a bank's table holds what. A draft is tried on samples; one profile of an account is approved.
create table bank_csv_profiles (
  id uuid primary key,
  bank_account_id uuid not null references bank_accounts (id),
  state text not null check (state in ('draft', 'approved', 'replaced')),
  profile jsonb not null check (pg_column_size(profile) <= 32768),
  made_by text not null check (length(made_by) between 1 and 200),
  made_at timestamptz(3) not null default gateway_now(),
  approved_by text check (length(approved_by) between 1 and 200),
  approved_at timestamptz(3),
  check ((state = 'draft') = (approved_at is null)),
  check ((approved_at is null) = (approved_by is null))
);
create unique index bank_csv_profiles_one on bank_csv_profiles (bank_account_id, state) where state <> 'replaced';

-- One process at a time takes files of the watched folder.
create table bank_inbox_leases (
  name text primary key check (length(name) between 1 and 100),
  holder text not null check (length(holder) between 1 and 200),
  -- By the database's real clock.
  until timestamptz(3) not null
);

grant select, insert, update, delete on bank_csv_profiles to pasarela_engine;
grant select, insert, update on bank_inbox_leases to pasarela_engine;
alter table bank_csv_profiles enable row level security;
alter table bank_inbox_leases enable row level security;
create policy engine on bank_csv_profiles to pasarela_engine using (true) with check (true);
create policy engine on bank_inbox_leases to pasarela_engine using (true) with check (true);
