-- Providers' news, stored raw before it counts.

-- Partitioned by month; a job makes partitions ahead, the default one catches what falls outside.
create table provider_notifications (
  id uuid not null,
  connector_account_id uuid not null,
  event_id text check (length(event_id) <= 128),
  attempt_key text check (length(attempt_key) <= 64),
  headers jsonb not null check (pg_column_size(headers) <= 16384),
  body bytea not null check (length(body) <= 65536),
  state text not null check (state in ('received', 'processed', 'unmatched')),
  tries int not null default 0,
  next_try_at timestamptz(3),
  received_at timestamptz(3) not null,
  primary key (id, received_at)
) partition by range (received_at);
create table provider_notifications_default partition of provider_notifications default;
create index provider_notifications_due on provider_notifications (next_try_at) where state = 'received';

-- One row per piece of news of a provider: the same event is processed once.
create table provider_event_ids (
  connector_account_id uuid not null references connector_accounts (id),
  event_id text not null check (length(event_id) between 1 and 128),
  received_at timestamptz(3) not null,
  primary key (connector_account_id, event_id)
);
-- For the deletion of old ones: rows are written in the order of time.
create index provider_event_ids_age on provider_event_ids using brin (received_at) with (pages_per_range = 16);

-- What an operator did by hand. Append-only.
create table audit_log (
  id uuid not null,
  actor text not null check (length(actor) between 1 and 200),
  action text not null check (length(action) between 1 and 100),
  point_id uuid,
  object_id text check (length(object_id) <= 200),
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 16384),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (id, created_at)
) partition by range (created_at);
create table audit_log_default partition of audit_log default;
