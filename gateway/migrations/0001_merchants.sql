-- Who calls: merchants, their points (test or live), API keys. Contract section 1.

-- Facts of the whole deployment: the master key's check value, the demo mark.
create table deployment_facts (
  name text primary key check (length(name) between 1 and 100),
  value bytea not null check (length(value) <= 4096)
);

-- The offset of the gateway's clock against the server's. One row. Other than zero only while no live point exists.
create table gateway_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0 check (abs(offset_ms) <= 3153600000000)
);
insert into gateway_clock default values;

-- The time that decides about money. Every statement uses it instead of the server's clock.
create function gateway_now() returns timestamptz language sql stable as
$$ select statement_timestamp() + (select offset_ms from gateway_clock) * interval '1 millisecond' $$;

-- A company that takes and makes payments.
create table merchants (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz(3) not null default gateway_now()
);

-- A merchant's point: its credentials for callbacks, its settings, its environment for ever. id is the auth_point_id.
create table points (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  name text not null check (length(name) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'suspended')),
  auth_api_token_box bytea not null check (length(auth_api_token_box) <= 1024),
  webhook_secret_box bytea not null check (length(webhook_secret_box) <= 1024),
  signing_secret_box bytea check (length(signing_secret_box) <= 1024),
  -- Rotation: the webhook secret before, which signs as well until its date; the API token that is to come, and the one
  -- before, which still opens a test point.
  old_webhook_secret_box bytea check (length(old_webhook_secret_box) <= 1024),
  old_webhook_secret_until timestamptz(3),
  staged_api_token_box bytea check (length(staged_api_token_box) <= 1024),
  old_api_token_box bytea check (length(old_api_token_box) <= 1024),
  identifier_checks text not null check (identifier_checks in ('strict', 'lenient')),
  basic_auth_enabled boolean not null,
  require_signed_payouts boolean not null default false,
  require_https_redirect boolean not null default false,
  services_enabled text[] check (cardinality(services_enabled) <= 100),
  rate_limit_per_second int check (rate_limit_per_second between 1 and 100000),
  created_at timestamptz(3) not null default gateway_now(),
  unique (id, environment),
  check (environment = 'test' or not basic_auth_enabled),
  check (not require_signed_payouts or signing_secret_box is not null)
);
create index points_merchant on points (merchant_id);

-- Keys that open the endpoints. Only a keyed hash of the secret is stored.
create table api_keys (
  id uuid primary key,
  key_id text not null unique check (length(key_id) between 8 and 32),
  point_id uuid not null,
  environment text not null,
  name text not null check (length(name) between 1 and 200),
  secret_hash bytea not null check (length(secret_hash) = 32),
  scopes text[] not null check (
    cardinality(scopes) between 1 and 6
    and scopes <@ array['payins', 'payouts', 'read', 'webhook', 'settings', 'approve_payouts']
    and not (scopes && array['webhook', 'settings'] and scopes @> array['payouts'])
  ),
  networks cidr[] check (cardinality(networks) between 1 and 50),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  rotated_from uuid references api_keys (id),
  created_at timestamptz(3) not null default gateway_now(),
  foreign key (point_id, environment) references points (id, environment)
);
create index api_keys_point on api_keys (point_id);

-- Nonces of signed requests, kept for as long as a timestamp is accepted.
create table request_nonces (
  point_id uuid not null references points (id),
  nonce text not null check (length(nonce) between 8 and 128),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (point_id, nonce)
);
create index request_nonces_age on request_nonces (created_at);
