-- Files of live bank accounts are agreed by two people, or come by a channel that two people agreed.

-- When lines of the account were last allowed to complete orders by themselves. What was agreed before the first live point
-- does not count for real money.
alter table bank_accounts add column automatic_since timestamptz(3);
update bank_accounts set automatic_since = gateway_now()
  where automatic and (environment = 'test' or exists (select from points where environment = 'live'));

-- A folder whose files are imported by themselves.
create table bank_channels (
  id uuid primary key,
  environment text not null check (environment in ('test', 'live')),
  folder text not null check (length(folder) between 1 and 500),
  -- How files in it are read, as `statement import` takes it.
  options jsonb not null check (pg_column_size(options) <= 8192),
  created_at timestamptz(3) not null default gateway_now(),
  ended_at timestamptz(3),
  looked_at timestamptz(3),
  -- Why the newest file was refused, or the folder could not be read. Null: nothing was wrong.
  last_failure text check (length(last_failure) <= 2000)
);
create unique index bank_channels_folder on bank_channels (folder) where ended_at is null;
grant select, insert, update on bank_channels to pasarela_engine;
alter table bank_channels enable row level security;
create policy engine on bank_channels to pasarela_engine using (true) with check (true);
