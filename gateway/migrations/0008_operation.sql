-- What the gateway does by itself for its people: alerts, mails, the proof of the books, the end of personal data.

-- Something that people should know. merchant_id null: for the operators. user_id: for that person alone. object: what
-- it is about, of which one alert of a kind is open at a time; subject: the same with the occasion, told once for ever.
create table alerts (
  id uuid primary key,
  merchant_id uuid references merchants (id),
  point_id uuid references points (id),
  user_id uuid references users (id),
  kind text not null check (length(kind) between 1 and 40),
  object text not null check (length(object) between 1 and 200),
  subject text not null unique check (length(subject) between 1 and 200),
  facts jsonb not null default '{}' check (pg_column_size(facts) <= 4096),
  created_at timestamptz(3) not null default gateway_now(),
  -- When its cause had gone, or when it had been told for long enough.
  resolved_at timestamptz(3)
);
-- The list: what is open first, newest first. Operators' alerts are those without a merchant; an index that begins with
-- the merchant finds them, and not in order.
create index alerts_list_open on alerts (merchant_id, created_at desc, id desc) where resolved_at is null;
create index alerts_list_ended on alerts (merchant_id, created_at desc, id desc) where resolved_at is not null;
create index alerts_list_open_operators on alerts (created_at desc, id desc)
  where resolved_at is null and merchant_id is null;
create index alerts_list_ended_operators on alerts (created_at desc, id desc)
  where resolved_at is not null and merchant_id is null;
create unique index alerts_open on alerts (kind, object) where resolved_at is null;
create index alerts_ended on alerts (resolved_at) where resolved_at is not null;

-- Mails to send: an outbox, claimed under a lease like all work. alert: what alert_id tells; invitation: the link of
-- invitation_id, sealed until it is sent or given up; test: a person's own try; recovery: the link of recovery_id. Times are the
-- server's.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('alert', 'invitation', 'test', 'recovery')),
  alert_id uuid references alerts (id) on delete cascade,
  user_id uuid references users (id),
  invitation_id uuid unique references invitations (id),
  link_box bytea check (length(link_box) <= 1024),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  fence int not null default 0,
  created_at timestamptz(3) not null default statement_timestamp(),
  next_attempt_at timestamptz(3) not null default statement_timestamp(),
  done_at timestamptz(3),
  -- A code, never the server's words: these may hold an address.
  last_error text check (length(last_error) <= 60),
  recovery_id uuid references password_recoveries (id) on delete cascade,
  unique (alert_id, user_id),
  check ((kind = 'alert') = (alert_id is not null)),
  check ((kind = 'invitation') = (invitation_id is not null)),
  check ((kind = 'invitation') = (user_id is null)),
  check (link_box is null or state = 'waiting'),
  check ((state = 'waiting') = (done_at is null))
);
create index mails_due on mails (next_attempt_at, id) where state = 'waiting';
create index mails_done on mails (done_at) where done_at is not null;
create index mails_user on mails (user_id, created_at) where user_id is not null;

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

-- How far the removal of personal data has come: everything that changed last before (updated_at, id) was looked at. One row.
create table retention_progress (
  only_row boolean primary key default true check (only_row),
  updated_at timestamptz(3) not null default '0001-01-01 00:00Z',
  id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into retention_progress default values;

-- Transactions that were old enough when the removal came by, and not finished: looked at again in every run.
create table retention_waiting (
  transaction_id uuid primary key references transactions (id),
  looked_at_by uuid
);

-- What a run removed: how many rows by table and column, never the data.
create table retention_runs (
  id uuid primary key,
  started_at timestamptz(3) not null default gateway_now(),
  -- True time, whatever the gateway's clock says.
  recorded_at timestamptz(3) not null default statement_timestamp(),
  finished_at timestamptz(3),
  retention_days int not null check (retention_days >= 1),
  -- What changed last before this time was old enough.
  horizon timestamptz(3) not null,
  report jsonb not null default '{}' check (pg_column_size(report) <= 16384)
);
create index retention_runs_list on retention_runs (started_at desc, id desc);
