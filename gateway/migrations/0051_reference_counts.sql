-- How many of the 1,000,000 seven-digit references of an own account are in use, those of the last month included. Counted hourly.
create table reference_counts (
  connector_account_id uuid primary key references connector_accounts (id),
  held bigint not null check (held >= 0),
  -- Of orders that were created within the last seven days.
  drawn_in_week bigint not null check (drawn_in_week >= 0),
  counted_at timestamptz(3) not null
);
grant select, insert, update on reference_counts to pasarela_engine;
