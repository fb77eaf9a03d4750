-- The deployment, and who calls it: merchants, their points (test or live) and what was agreed with each. Contract section 1.

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

-- The processes of this deployment that are alive: each writes its row once a second and counts the others, because limits
-- of a point are divided by them. Nothing is lost with it, so it needs no log; a crash of the server empties it.
create unlogged table gateway_nodes (
  name text primary key check (length(name) between 1 and 200),
  role text not null check (role in ('all', 'api', 'worker')),
  seen_at timestamptz(3) not null,
  -- How far the clock of a process's machine is ahead of this server's, as it last measured; negative: behind. Null: not said.
  clock_ahead_ms bigint
);

-- One row per operation, written in the commit of what it did, under the id that the caller made for it. `content`: the
-- SHA-256 of what was asked for; the same id with another content is refused. Rows stay: they are few, made by hand.
create table operation_ids (
  id uuid primary key,
  action text not null check (length(action) between 1 and 100),
  content bytea not null check (octet_length(content) = 32),
  object_id text check (length(object_id) <= 100),
  created_at timestamptz(3) not null default gateway_now()
);

-- A company that takes and makes payments.
create table merchants (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz(3) not null default gateway_now(),
  -- While a merchant is suspended, none of its points creates anything but refunds.
  suspended_at timestamptz(3)
);

-- What a merchant is called by its state; two operators set each. A holder's document is compared with these.
create table merchant_documents (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  type text not null check (length(type) between 1 and 60),
  number text not null check (length(number) between 1 and 60),
  set_by text not null check (length(set_by) between 1 and 400),
  second text check (length(second) between 1 and 400),
  created_at timestamptz(3) not null default gateway_now(),
  -- When two operators took the document away. Null: it counts.
  ended_at timestamptz(3),
  unique (merchant_id, country, type, number)
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
  -- Null = the default of the environment. A policy never loses money: `hold` keeps it in suspense for a person.
  late_policy text check (late_policy in ('accept_late', 'hold')),
  overpaid_policy text check (overpaid_policy in ('accept', 'hold')),
  payer_mismatch_policy text check (payer_mismatch_policy in ('accept_flagged', 'hold')),
  reversal_policy text check (reversal_policy in ('keep_completed', 'error')),
  returned_fee_policy text check (returned_fee_policy in ('keep', 'give_back')),
  card_fingerprints boolean not null default false,
  -- Since when a rotation stands where it stands.
  webhook_secret_rotated_at timestamptz(3),
  staged_api_token_at timestamptz(3),
  old_api_token_at timestamptz(3),
  -- The outer word of the reply to a payout that surely failed. error: `"status":"error"` with the reason; success: the outer
  -- word says only that the request was accepted.
  failed_payout_reply text not null default 'error' check (failed_payout_reply in ('error', 'success')),
  -- In which time zone the days of a point begin: the IANA name. Null: UTC.
  time_zone text check (length(time_zone) between 1 and 60),
  -- Whether a refund gives its share of the pay-in's fee back to the merchant. Null = keep.
  refund_fee_policy text check (refund_fee_policy in ('keep', 'give_back')),
  unique (id, environment),
  check (environment = 'test' or not basic_auth_enabled),
  check (not require_signed_payouts or signing_secret_box is not null)
);
create index points_merchant on points (merchant_id);

-- How the payer pages of a point look: the shop's name, its address, a colour and a logo. A point without a row shows the
-- merchant's name and the usual colours.
create table point_brands (
  point_id uuid primary key references points (id),
  display_name text check (length(display_name) between 1 and 60),
  shop_url text check (length(shop_url) between 1 and 2048),
  brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  -- A raster picture as it is served, without metadata. The address of the picture holds the hash.
  logo bytea check (length(logo) between 1 and 40960),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_width int check (logo_width between 1 and 512),
  logo_height int check (logo_height between 1 and 512),
  logo_hash text check (logo_hash ~ '^[0-9a-f]{64}$'),
  updated_at timestamptz(3) not null default statement_timestamp(),
  -- How payers reach the shop: an address of mail, a telephone, or a short text.
  contact text check (length(contact) between 1 and 120),
  check (num_nulls(logo, logo_type, logo_width, logo_height, logo_hash) in (0, 5))
);
create index point_brands_logo on point_brands (logo_hash) where logo_hash is not null;

-- What one point pays for a service, and how long its pay-ins wait before they are available. '*' = every service code
-- that has no line of its own (percent only: a fixed fee has the currency of one service code).
create table point_terms (
  point_id uuid not null references points (id),
  service_code text not null check (length(service_code) between 1 and 60),
  pay_type text not null check (pay_type in ('payin', 'payout')),
  fee_millionths int not null default 0 check (fee_millionths between 0 and 1000000),
  fee_fixed_minor bigint not null default 0 check (fee_fixed_minor between 0 and 9999999999999),
  release_delay_seconds int check (release_delay_seconds between 0 and 31536000),
  primary key (point_id, pay_type, service_code),
  check (service_code <> '*' or fee_fixed_minor = 0),
  check (pay_type = 'payin' or release_delay_seconds is null)
);

-- How much a point may pay out in one currency: per payout, per UTC day, and above which amount a second key must agree.
create table payout_limits (
  point_id uuid not null references points (id),
  currency char(3) not null,
  single_minor bigint check (single_minor >= 0),
  daily_minor bigint check (daily_minor >= 0),
  approval_above_minor bigint check (approval_above_minor >= 0),
  primary key (point_id, currency)
);

-- How often cards may be tried at a point, as an operator set it; without a row the defaults of the environment hold. Null = no limit.
create table card_limits (
  point_id uuid not null references points (id),
  kind text not null check (kind in ('bin', 'fingerprint', 'address', 'email')),
  attempts_hour int check (attempts_hour between 0 and 1000000),
  declines_hour int check (declines_hour between 0 and 1000000),
  attempts_day int check (attempts_day between 0 and 1000000),
  declines_day int check (declines_day between 0 and 1000000),
  primary key (point_id, kind)
);
