-- The runs of verify: what was looked at, up to when, and what was broken.

create table verify_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null default gateway_now(),
  -- True time, whatever the gateway's clock says.
  recorded_at timestamptz(3) not null default statement_timestamp(),
  took_ms int not null check (took_ms >= 0),
  full_run boolean not null,
  -- Changes up to here were looked at; the next run begins a little before.
  watermark timestamptz(3) not null,
  transactions bigint not null check (transactions >= 0),
  violations int not null check (violations >= 0),
  results jsonb not null check (pg_column_size(results) <= 262144),
  -- Why the run did not come to its end; null for one that did. A failed run proves nothing and moves no watermark.
  failed text check (length(failed) <= 500)
);

-- The sum of each account's transfers up to one row, so that a run adds up only what came since.
create table ledger_sums (
  account_id bigint primary key references ledger_accounts (id),
  sum_minor numeric(30) not null
);
-- Up to which transfer the sums go. One row.
create table ledger_sums_upto (
  only_row boolean primary key default true check (only_row),
  transfer_id bigint not null default 0
);
insert into ledger_sums_upto default values;

-- What changed lately, in the order in which verify reads it. A b-tree, because a prepared statement's general plan gives
-- up a BRIN index for a walk over the whole primary key.
create index transactions_changed on transactions (updated_at, id);

grant select, insert, delete on verify_runs to pasarela_engine;
grant select, insert, update on ledger_sums, ledger_sums_upto to pasarela_engine;
grant usage on all sequences in schema public to pasarela_engine;
