-- Alerts to people, by mail and in the dashboard; what retention removed.

-- Which alerts a person wants by mail.
alter table users add column alert_mails text[] not null default '{}' check (cardinality(alert_mails) <= 20);

-- Something that people should know. merchant_id null: for the operators. One row per subject and level.
create table alerts (
  id uuid primary key,
  merchant_id uuid references merchants (id),
  point_id uuid references points (id),
  kind text not null check (length(kind) between 1 and 40),
  -- What it is about, so that the same thing is told once: 'callbacks <point> <failing since> 24h'.
  subject text not null unique check (length(subject) between 1 and 200),
  facts jsonb not null default '{}' check (pg_column_size(facts) <= 4096),
  created_at timestamptz(3) not null default gateway_now(),
  resolved_at timestamptz(3)
);
create index alerts_merchant on alerts (merchant_id, created_at desc, id desc);

-- Mails to send: an outbox, claimed under a lease like all work.
create table alert_mails (
  id bigint generated always as identity primary key,
  alert_id uuid not null references alerts (id),
  user_id uuid not null references users (id),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz(3) not null default statement_timestamp(),
  last_error text check (length(last_error) <= 300),
  unique (alert_id, user_id)
);
create index alert_mails_due on alert_mails (next_attempt_at, id) where state = 'waiting';

-- What a retention run removed: counts, never the data.
create table retention_runs (
  id uuid primary key,
  started_at timestamptz(3) not null default gateway_now(),
  finished_at timestamptz(3),
  report jsonb not null default '{}' check (pg_column_size(report) <= 16384)
);

grant select, insert, update on alerts, alert_mails, retention_runs to pasarela_engine;
grant usage on all sequences in schema public to pasarela_engine;
