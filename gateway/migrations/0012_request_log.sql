-- The log of requests to the merchant API, for merchants to read: no bodies, no query values, no card data.

-- One row per answered request below /api/v1 that an API key opened. Written in batches off the hot path, kept for 30 days.
create table request_log (
  request_id text not null check (length(request_id) between 1 and 64),
  point_id uuid not null,
  created_at timestamptz(3) not null,
  method text not null check (length(method) <= 10),
  -- The route's pattern.
  route text not null check (length(route) <= 200),
  status int not null check (status between 100 and 599),
  problem_code text check (length(problem_code) <= 60),
  -- The names of the wrong fields, never their values.
  problem_fields text[] check (cardinality(problem_fields) <= 100),
  key_id text check (length(key_id) <= 32),
  address text check (length(address) <= 64),
  duration_ms int not null check (duration_ms >= 0),
  transaction_id uuid,
  primary key (point_id, created_at, request_id)
) partition by range (created_at);
create table request_log_default partition of request_log default;
-- What went wrong is what people look for, and it is rare.
create index request_log_refused on request_log (point_id, created_at desc, request_id desc) where status >= 400;
create index request_log_transaction on request_log (transaction_id) where transaction_id is not null;
create index request_log_request on request_log (request_id);

grant select, insert on request_log to pasarela_engine;
grant select on request_log to pasarela_reader;
alter table request_log enable row level security;
create policy engine on request_log to pasarela_engine using (true) with check (true);
create policy reader on request_log for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));

-- When a key last opened something, to the minute.
alter table api_keys add column last_used_at timestamptz(3);

-- Since when a rotation stands where it stands.
alter table points
  add column webhook_secret_rotated_at timestamptz(3),
  add column staged_api_token_at timestamptz(3),
  add column old_api_token_at timestamptz(3);

-- What a second person looks at before releasing a payout: those that wait, and what went to the same account before.
create index transactions_awaiting_approval on transactions (point_id, approval_until, id)
  where approval_until is not null and status = 'PENDING';
create index transactions_payout_account on transactions (point_id, (details ->> 'account'), created_at desc)
  where pay_type = 'payout';
