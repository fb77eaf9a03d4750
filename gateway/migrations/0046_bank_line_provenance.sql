-- Where each field of a bank line stood. What a payer or merchant may have typed is text: it is shown, and it decides nothing.

alter table bank_lines
  -- Fields that stood in an element that the format gives to the bank alone. The others may have been typed by anybody, also
  -- those of all lines from before this column.
  add column bank_fields text[] not null default '{}'
    check (bank_fields <@ array['name', 'document', 'account', 'return_code', 'ids']),
  -- What the entry holds can be read in two ways: the line waits for a person.
  add column in_doubt boolean not null default false;

-- How the bank of an own account writes a format: two people agree to it, and the newest version counts.
create table bank_profiles (
  bank_account_id uuid not null references bank_accounts (id),
  format text not null check (format in ('camt', 'mt94x', 'ofx', 'csv')),
  version integer not null check (version > 0),
  -- As `readBankProfile` takes it.
  profile jsonb not null check (pg_column_size(profile) <= 8192),
  set_by text not null check (length(set_by) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (bank_account_id, format, version)
);
grant select, insert on bank_profiles to pasarela_engine;
alter table bank_profiles enable row level security;
create policy engine on bank_profiles to pasarela_engine using (true) with check (true);
