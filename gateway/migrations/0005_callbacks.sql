-- News for merchants: where a point's callbacks go, what is to be said, each delivery and each attempt. Contract section 6.
-- The delivery rows are the queue.

-- A point's callback address and how it wants to be called. One row per point, made with it. A live point without an
-- address holds its deliveries until it has one; a test point without one delivers into its inbox.
create table callback_endpoints (
  point_id uuid primary key,
  environment text not null,
  url text check (length(url) between 1 and 2048),
  status text not null default 'active' check (status in ('active', 'paused', 'suspended')),
  -- Since when it is suspended: nobody answered for days.
  suspended_at timestamptz(3),
  accept_2xx boolean not null default false,
  extra_fields boolean not null default false,
  amount_always boolean not null default false,
  max_inflight int not null default 8 check (max_inflight between 1 and 64),
  -- Callbacks per second, of each process and while a backlog is sent.
  rate_per_s int not null default 50 check (rate_per_s between 1 and 1000),
  created_at timestamptz(3) not null default gateway_now(),
  updated_at timestamptz(3) not null default gateway_now(),
  -- Whether callbacks carry the metadata.
  send_metadata boolean not null default false,
  -- Whether refunds are told by callbacks. Off: a receiver of the specification knows pay-ins and payouts only.
  send_refunds boolean not null default false,
  -- Whether withdrawals are told by callbacks. Off: a receiver of the specification knows the payouts that it ordered.
  send_withdrawals boolean not null default false,
  foreign key (point_id, environment) references points (id, environment),
  check ((status = 'suspended') = (suspended_at is not null))
);

-- One change of status of one transaction, in words that never change again: the body without api_key and
-- security_hash. Written in the transaction that changes the status, under the transaction row's lock, so that seq has
-- no gap. An api_key never repeats within a point. Append-only.
create table callback_events (
  id uuid primary key,
  point_id uuid not null,
  transaction_id uuid not null,
  seq int not null check (seq between 1 and 10000),
  status text not null check (status in ('PENDING', 'COMPLETED', 'ERROR', 'EXPIRED')),
  body_template text not null check (length(body_template) between 2 and 16384),
  api_key bigint not null check (api_key between 1 and 9999999999),
  created_at timestamptz(3) not null default gateway_now(),
  -- Its database transaction: the order of the feed, in which nothing can appear before what was read already.
  xid xid8 not null default pg_current_xact_id(),
  -- What went back of a pay-in, and what can still go back, as of an event of it or of one of its refunds: for the feed. Null in
  -- events of payouts.
  refunded_minor bigint check (refunded_minor >= 0),
  refundable_minor bigint check (refundable_minor >= 0),
  unique (transaction_id, seq),
  unique (point_id, api_key)
);
create index callback_events_feed on callback_events (point_id, xid, id);
-- What alerts about second final states look for. It holds few rows: most transactions have one callback.
create index callback_events_second on callback_events (created_at) where seq >= 2;

-- An event on its way to the merchant. trigger auto = by the change itself, manual = sent again on request, recover =
-- with all that failed. fence grows with every claim, so that a late answer of a former claim changes nothing.
create table callback_deliveries (
  id bigint generated always as identity primary key,
  event_id uuid not null references callback_events (id),
  point_id uuid not null references callback_endpoints (point_id),
  transaction_id uuid not null,
  seq int not null,
  trigger text not null check (trigger in ('auto', 'manual', 'recover')),
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'delivered', 'held', 'exhausted', 'superseded')),
  attempts int not null default 0 check (attempts >= 0),
  fence int not null default 0,
  next_attempt_at timestamptz(3) not null default gateway_now(),
  lease_owner text check (length(lease_owner) <= 100),
  lease_until timestamptz(3),
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default gateway_now(),
  -- An attempt of it failed, be it a probe that its attempts do not count.
  has_failed boolean not null default false,
  check ((state = 'sending') = (lease_until is not null)),
  check ((state = 'delivered') = (delivered_at is not null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
create index callback_deliveries_due on callback_deliveries (point_id, next_attempt_at) where state = 'pending';
create index callback_deliveries_sending on callback_deliveries (point_id) where state = 'sending';
create index callback_deliveries_lease on callback_deliveries (lease_until) where state = 'sending';
create index callback_deliveries_transaction on callback_deliveries (transaction_id, seq);
create index callback_deliveries_held on callback_deliveries (point_id, id) where state = 'held';
-- The log of deliveries, newest first, and what failed.
create index callback_deliveries_log on callback_deliveries (point_id, id);
create index callback_deliveries_exhausted on callback_deliveries (point_id, id) where state = 'exhausted';

-- When a transaction's callback was asked for again, in real time: how often is limited. Kept for an hour.
create table callback_resends (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  point_id uuid not null references callback_endpoints (point_id),
  asked_at timestamptz(3) not null default statement_timestamp()
);
create index callback_resends_transaction on callback_resends (transaction_id, asked_at);
create index callback_resends_age on callback_resends (asked_at);

-- One request to the merchant, or one delivery into the inbox (url is null). error lost = the process ended before it
-- knew the answer. Append-only. Partitioned by month; a job makes partitions ahead, the default one catches the rest.
create table callback_attempts (
  delivery_id bigint not null,
  point_id uuid not null,
  number int not null check (number >= 1),
  started_at timestamptz(3) not null,
  url text check (length(url) <= 2048),
  status int check (status between 100 and 599),
  error text check (error in ('dns', 'connect', 'tls', 'timeout', 'reset', 'ssrf', 'http', 'size', 'lost')),
  error_code text check (length(error_code) <= 100),
  first_byte_ms int check (first_byte_ms >= 0),
  total_ms int check (total_ms >= 0),
  response_body text check (length(response_body) <= 4096),
  sent_body_sha256 bytea check (length(sent_body_sha256) = 32),
  primary key (delivery_id, started_at, number)
) partition by range (started_at);
create table callback_attempts_default partition of callback_attempts default;
create index callback_attempts_point on callback_attempts (point_id, started_at);

-- The built-in receiver of test points: the last 1000 callbacks of each, with the headers that a merchant would see.
create table inbox_messages (
  id bigint generated always as identity primary key,
  point_id uuid not null references callback_endpoints (point_id),
  event_id uuid not null,
  headers jsonb not null check (pg_column_size(headers) <= 8192),
  body text not null check (length(body) <= 20480),
  created_at timestamptz(3) not null default gateway_now()
);
create index inbox_messages_list on inbox_messages (point_id, id);

-- How a point's endpoint has answered lately; no row = well. opens > 0: the breaker is open and one probe at a time goes
-- out at next_probe_at. recovering: what waited is being spread over the next seconds. Rewritten at every failure.
create table callback_health (
  point_id uuid primary key references callback_endpoints (point_id),
  window_started_at timestamptz(3) not null,
  attempts int not null check (attempts >= 0),
  failures int not null check (failures between 0 and attempts),
  silent_in_a_row int not null check (silent_in_a_row >= 0),
  failing_since timestamptz(3),
  opens int not null check (opens >= 0),
  next_probe_at timestamptz(3),
  recovering boolean not null,
  -- The circuit breaker counts all attempts of the last five minutes, successes included: [[start in Unix milliseconds,
  -- attempts, failures], ...], one entry for each 30 seconds, at most eleven; what a healthy address delivered is in
  -- callback_attempts alone. Nothing before window_started_at counts, because the address was set or answered again then.
  buckets jsonb not null default '[]' check (jsonb_typeof(buckets) = 'array' and jsonb_array_length(buckets) <= 20),
  -- The recovery was asked for, so it also brings forward what is late in its schedule.
  spreads_all boolean not null default false,
  check ((opens > 0) = (next_probe_at is not null))
) with (fillfactor = 50);
create index callback_health_failing on callback_health (failing_since) where failing_since is not null;
create index callback_health_recovering on callback_health (point_id) where recovering;

-- What was told about an endpoint that fails, once per level of one outage. Append-only but for its end.
create table callback_alerts (
  point_id uuid not null references callback_endpoints (point_id),
  failing_since timestamptz(3) not null,
  level text not null check (level in ('15m', '24h', '3d', 'suspended')),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (point_id, failing_since, level)
);
create index callback_alerts_time on callback_alerts (created_at);
