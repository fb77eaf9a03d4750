-- The operator's own bank accounts: one connector account for each, so that settlement adds up per bank account.

-- Test points may be served by an own account too, for trials, and by no other real connector. The simulated bank never
-- serves live points.
alter table connector_accounts drop constraint connector_accounts_check;
alter table connector_accounts add constraint connector_fits_environment check (
  case environment when 'test' then connector in ('simulated-bank', 'own-account') else connector <> 'simulated-bank' end
) not valid;

-- One row per account at a bank.
create table bank_accounts (
  id uuid primary key,
  connector_account_id uuid not null unique,
  environment text not null,
  country char(2) not null,
  currency char(3) not null,
  bank_name text check (length(bank_name) between 1 and 200),
  holder text not null check (length(holder) between 1 and 200),
  holder_document text check (length(holder_document) between 1 and 60),
  -- IANA name. The days of the account begin in this zone.
  time_zone text not null check (length(time_zone) between 1 and 60),
  -- Until when the bank executes payouts of the same day. Null: not known.
  cutoff time,
  active boolean not null default true,
  created_at timestamptz(3) not null default gateway_now(),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment)
);
create index bank_accounts_list on bank_accounts (environment, created_at);

-- Every form in which statements write the number of an account, without separators, in upper case. A number names one
-- account per environment and currency, because some banks keep several currencies under one number.
create table bank_account_numbers (
  environment text not null,
  currency char(3) not null,
  number text not null check (number ~ '^[0-9A-Z@.+_-]{1,140}$'),
  bank_account_id uuid not null references bank_accounts (id),
  primary key (environment, currency, number)
);
create index bank_account_numbers_of on bank_account_numbers (bank_account_id);

-- A route that takes the place of another one begins when payers see its deposit account. Null: at once.
alter table routes
  add column starts_at timestamptz(3),
  add column deposit_account_id uuid references deposit_accounts (id);

grant select, insert, update on bank_accounts to pasarela_engine;
grant select, insert, delete on bank_account_numbers to pasarela_engine;
alter table bank_accounts enable row level security;
alter table bank_account_numbers enable row level security;
create policy engine on bank_accounts to pasarela_engine using (true) with check (true);
create policy engine on bank_account_numbers to pasarela_engine using (true) with check (true);
