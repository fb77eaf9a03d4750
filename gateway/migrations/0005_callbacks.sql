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
  foreign key (point_id, environment) references points (id, environment),
  check ((status = 'suspended') = (suspended_at is not null))
);
insert into callback_endpoints (point_id, environment) select id, environment from points;

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
  unique (transaction_id, seq),
  unique (point_id, api_key)
);

create index callback_events_feed on callback_events (point_id, xid, id);

-- An event on its way to the merchant. trigger auto = by the change itself, manual = sent again on request, recover =
-- with all that failed. fence grows
-- with every claim, so that a late answer of a former claim changes nothing.
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
  check ((state = 'sending') = (lease_until is not null)),
  check ((state = 'delivered') = (delivered_at is not null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
create index callback_deliveries_due on callback_deliveries (point_id, next_attempt_at) where state = 'pending';
create index callback_deliveries_sending on callback_deliveries (point_id) where state = 'sending';
create index callback_deliveries_lease on callback_deliveries (lease_until) where state = 'sending';
create index callback_deliveries_transaction on callback_deliveries (transaction_id, seq);

-- When a transaction's callback was asked for again, in real time: how often is limited. Kept for an hour.
create table callback_resends (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  point_id uuid not null references callback_endpoints (point_id),
  asked_at timestamptz(3) not null default statement_timestamp()
);
create index callback_resends_transaction on callback_resends (transaction_id, asked_at);
create index callback_resends_age on callback_resends (asked_at);
grant select, insert, delete on callback_resends to pasarela_engine;

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

grant select on callback_endpoints, callback_events, callback_deliveries, callback_attempts, inbox_messages
  to pasarela_engine, pasarela_reader;
grant insert, update on callback_endpoints, callback_deliveries to pasarela_engine;
grant insert on callback_events, callback_attempts to pasarela_engine;
grant insert, delete on inbox_messages to pasarela_engine;

alter table callback_endpoints enable row level security;
alter table callback_events enable row level security;
alter table callback_deliveries enable row level security;
alter table callback_attempts enable row level security;
alter table inbox_messages enable row level security;
create policy engine on callback_endpoints to pasarela_engine using (true) with check (true);
create policy engine on callback_events to pasarela_engine using (true) with check (true);
create policy engine on callback_deliveries to pasarela_engine using (true) with check (true);
create policy engine on callback_attempts to pasarela_engine using (true) with check (true);
create policy engine on inbox_messages to pasarela_engine using (true) with check (true);
create policy reader on callback_endpoints for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on callback_events for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on callback_deliveries for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on callback_attempts for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
create policy reader on inbox_messages for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
