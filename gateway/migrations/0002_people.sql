-- People who sign in to the dashboard, keys that open the API, and the log of what both did.

-- Who signs in. merchant_id null: an operator of the gateway. Times about signing in are the server's clock, not the
-- gateway's, which tests move.
create table users (
  id uuid primary key,
  merchant_id uuid references merchants (id),
  role text not null,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null check (length(name) between 1 and 100),
  language text not null default 'en' check (language in ('en', 'es', 'pt')),
  -- argon2id in the PHC string format.
  password_hash text not null check (length(password_hash) between 20 and 200),
  -- The secret of the second factor (RFC 6238), sealed; it counts from the first right code on.
  totp_box bytea check (length(totp_box) <= 512),
  totp_confirmed_at timestamptz(3),
  -- The time step of the last code that was used: a code opens once.
  totp_last_step bigint,
  failed_sign_ins int not null default 0 check (failed_sign_ins >= 0),
  locked_until timestamptz(3),
  -- Of the last try that was counted.
  last_at timestamptz(3) not null default statement_timestamp(),
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default statement_timestamp(),
  -- Which alerts a person wants by mail. Null: what is usual for the role.
  alert_mails text[] check (cardinality(alert_mails) <= 40),
  -- When the person opened a link that went to the address alone. Null: nobody proved it, and the account gives way to who does.
  email_proved_at timestamptz(3),
  -- Until when a person has seen the alerts; the bell counts those that came later.
  alerts_seen_at timestamptz(3),
  check (
    (merchant_id is null and role in ('admin', 'operations', 'support'))
    or (merchant_id is not null and role in ('owner', 'developer', 'operations', 'read_only'))
  ),
  check (totp_confirmed_at is null or totp_box is not null)
);
create unique index users_email on users (email);
create index users_merchant on users (merchant_id);
create index users_locked on users (locked_until) where locked_until is not null;

-- Tries to sign in as somebody who is not there: they lock like those of a real person, so that a lock tells nothing.
-- A browser that somebody signed in with before is counted here as well, apart from everybody else's tries to be them.
-- email_hash = keyed hash of the address, or of what the browser keeps; forgotten after a day.
create table stranger_sign_ins (
  email_hash bytea primary key check (length(email_hash) = 32),
  failed_sign_ins int not null,
  locked_until timestamptz(3),
  last_at timestamptz(3) not null default statement_timestamp()
);
create index stranger_sign_ins_age on stranger_sign_ins (last_at);

-- Ten codes that open once each where the second factor is lost; keyed hashes.
create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- A browser that signed in. id_hash = keyed hash of the cookie's value. stage second_factor: the password was right, the
-- code is still missing, and nothing is open yet.
create table sessions (
  id_hash bytea primary key check (length(id_hash) = 32),
  -- What lists show and what ends a session by name; opens nothing.
  public_id uuid not null unique,
  user_id uuid not null references users (id),
  stage text not null check (stage in ('second_factor', 'signed_in')),
  created_at timestamptz(3) not null default statement_timestamp(),
  last_seen_at timestamptz(3) not null default statement_timestamp(),
  -- When the person last proved to be there, for what needs it anew.
  stepped_up_at timestamptz(3),
  address text check (length(address) <= 64),
  user_agent text check (length(user_agent) <= 300)
);
create index sessions_user on sessions (user_id);
create index sessions_age on sessions (last_seen_at);

-- An invitation by link; the link's token is stored as a keyed hash.
create table invitations (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  merchant_id uuid references merchants (id),
  role text not null,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  invited_by uuid references users (id),
  created_at timestamptz(3) not null default statement_timestamp(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The link, sealed, while a second operator may still be shown it.
  link_box bytea,
  shown_to uuid references users (id),
  confirmed_by uuid references users (id),
  confirmed_at timestamptz(3),
  -- Made at the machine on purpose, to begin with, or because nobody else could.
  bootstrap boolean not null default false,
  -- The link went to the address by mail, and was shown to nobody.
  mailed boolean not null default false,
  check (
    (merchant_id is null and role in ('admin', 'operations', 'support'))
    or (merchant_id is not null and role in ('owner', 'developer', 'operations', 'read_only'))
  )
);
create index invitations_merchant on invitations (merchant_id, created_at desc, id);

-- by_user got hold of user_id's account, or could have: by an invitation, by seeing its link, by giving it a role or letting
-- it in again, by resetting its second factor. by_user null: somebody at the machine. id: of the invitation where it is one.
create table person_links (
  id uuid primary key,
  kind text not null check (kind in ('invitation', 'link_shown', 'role', 'enabled', 'second_factor')),
  by_user uuid references users (id),
  user_id uuid not null references users (id),
  created_at timestamptz(3) not null default statement_timestamp(),
  -- Somebody whom by_user did not invite says that user_id is another person: the link counts no more.
  confirmed_by uuid references users (id),
  confirmed_at timestamptz(3),
  check ((confirmed_by is null) = (confirmed_at is null))
);
create index person_links_user on person_links (user_id, created_at);

-- A link by which somebody sets a new password without the old one. By mail: made when it is asked for. Else an operator
-- proposes it, and it is made when another operator is shown it.
create table password_recoveries (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea unique check (length(token_hash) = 32),
  by_mail boolean not null,
  evidence text check (length(evidence) between 1 and 1000),
  proposed_by uuid references users (id),
  shown_to uuid references users (id),
  created_at timestamptz(3) not null default statement_timestamp(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  check (by_mail = (proposed_by is null)),
  check (by_mail = (evidence is null)),
  check (shown_to is null or shown_to not in (proposed_by, user_id)),
  check (by_mail or (token_hash is null) = (shown_to is null))
);
create index password_recoveries_user on password_recoveries (user_id, created_at);
create index password_recoveries_used on password_recoveries (used_at) where used_at is not null;
create index password_recoveries_age on password_recoveries (created_at);

-- From where people signed in, to notice an address that is new. The address stands as a keyed hash. seen_at: real time.
create table known_addresses (
  user_id uuid not null references users (id),
  address_hash bytea not null check (length(address_hash) = 32),
  seen_at timestamptz(3) not null default statement_timestamp(),
  primary key (user_id, address_hash)
);
create index known_addresses_age on known_addresses (seen_at);

-- Keys that open the endpoints. Only a keyed hash of the secret is stored.
create table api_keys (
  id uuid primary key,
  key_id text not null unique check (length(key_id) between 8 and 32),
  point_id uuid not null,
  environment text not null,
  name text not null check (length(name) between 1 and 200),
  secret_hash bytea not null check (length(secret_hash) = 32),
  scopes text[] not null check (
    cardinality(scopes) between 1 and 7
    and scopes <@ array['payins', 'payouts', 'refunds', 'read', 'webhook', 'settings', 'approve_payouts']
    and not (scopes && array['webhook', 'settings'] and scopes && array['payouts', 'refunds'])
  ),
  networks cidr[] check (cardinality(networks) between 1 and 50),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  rotated_from uuid references api_keys (id),
  created_at timestamptz(3) not null default gateway_now(),
  -- Who made a key by the dashboard: a payout by a key is nobody else's than its maker's, when it comes to approving it.
  created_by_user uuid references users (id),
  -- When a key last opened something, to the minute.
  last_used_at timestamptz(3),
  foreign key (point_id, environment) references points (id, environment)
);
create index api_keys_point on api_keys (point_id);
create index api_keys_expiry on api_keys (expires_at) where expires_at is not null and revoked_at is null;

-- Nonces of signed requests, kept for as long as a timestamp is accepted.
create table request_nonces (
  point_id uuid not null references points (id),
  nonce text not null check (length(nonce) between 8 and 128),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (point_id, nonce)
);
create index request_nonces_age on request_nonces (created_at);

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

-- Where the money of a merchant goes. A row never gets another account: a change is a new row.
create table withdrawal_accounts (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  service_code text not null check (length(service_code) between 1 and 60),
  -- The fields of a payout, as `transactions.details`.
  details jsonb not null check (length(details::text) <= 8000),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz(3) not null default gateway_now(),
  -- The second person: of the merchant, or an operator, who looked at the holder.
  confirmed_by uuid references users (id),
  confirmed_by_operator text check (length(confirmed_by_operator) between 1 and 400),
  confirmed_at timestamptz(3),
  -- Money goes there from this instant on.
  usable_from timestamptz(3),
  -- Replaced, or taken away.
  ended_at timestamptz(3),
  check (num_nonnulls(confirmed_by, confirmed_by_operator) = num_nonnulls(confirmed_at)),
  check ((confirmed_at is null) = (usable_from is null)),
  check (usable_from >= confirmed_at),
  check (confirmed_by <> proposed_by)
);
-- One that waits for its second person, and one that counts.
create unique index withdrawal_accounts_proposed on withdrawal_accounts (merchant_id, environment, service_code)
  where ended_at is null and confirmed_at is null;
create unique index withdrawal_accounts_confirmed on withdrawal_accounts (merchant_id, environment, service_code)
  where ended_at is null and confirmed_at is not null;

-- What people did. Append-only.
create table audit_log (
  id uuid not null,
  actor text not null check (length(actor) between 1 and 200),
  action text not null check (length(action) between 1 and 100),
  point_id uuid,
  object_id text check (length(object_id) <= 200),
  detail jsonb not null default '{}' check (pg_column_size(detail) <= 16384),
  created_at timestamptz(3) not null default gateway_now(),
  -- Null: an operator's own affair.
  merchant_id uuid,
  user_id uuid,
  origin text check (length(origin) <= 64),
  result text not null default 'done' check (result in ('done', 'refused')),
  -- An address goes long before the rows that it stands in, and their seals must go on proving them: a seal is over a digest
  -- of the address. The salt goes with the address, so that nobody finds it by trying all there are.
  origin_salt bytea check (length(origin_salt) = 16),
  origin_digest bytea check (length(origin_digest) = 32),
  primary key (id, created_at)
) partition by range (created_at);
create table audit_log_default partition of audit_log default;
create index audit_log_merchant on audit_log (merchant_id, created_at desc, id desc);
create index audit_log_point on audit_log (point_id, created_at desc, id desc);
create index audit_log_time on audit_log (created_at desc, id desc);
create index audit_log_object on audit_log (object_id, created_at) where object_id is not null;
create index audit_log_origin on audit_log (created_at) where origin is not null;

create function digest_audit_origin() returns trigger language plpgsql as $$
begin
  if new.origin is not null then
    new.origin_salt := uuid_send(gen_random_uuid());
    new.origin_digest := sha256(new.origin_salt || convert_to(new.origin, 'UTF8'));
  end if;
  return new;
end $$;
create trigger digest_audit_origin before insert on audit_log for each row execute function digest_audit_origin();

-- What a seal says of a row: every column, as JSON text without an ambiguity.
create function audit_row_hash(a audit_log) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(a.id, a.actor, a.action, a.point_id, a.object_id, a.detail,
    to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), a.merchant_id, a.user_id,
    encode(case when a.origin is null then a.origin_digest
      else sha256(coalesce(a.origin_salt, '') || convert_to(a.origin, 'UTF8')) end, 'hex'),
    a.result)::text, 'UTF8'))
$$;

-- Blanks free texts of one audit entry in which a card number was found. No run-time role may update the log: this function
-- changes these texts of the row and nothing else. The seal keeps the hash of what stood there before.
create function blank_audit_texts(entry uuid, names text[], out before bytea, out after bytea)
  returns setof record language sql security definer set search_path = public as $$
  with old as (select a.id, a.created_at, audit_row_hash(a) as hash from audit_log a where a.id = entry for update)
  update audit_log a set detail = a.detail || (select jsonb_object_agg(n, '[blanked]') from unnest(names) as n
      where n in ('evidence', 'note', 'reason') and a.detail ? n)
    from old where a.id = old.id and a.created_at = old.created_at
    returning old.hash, audit_row_hash(a)
$$;

-- A hash chain over the audit log, one per merchant and one named operator. hash = SHA-256 over the hash before (32 zero
-- bytes before the first), the text `number|audit_id|audit_created_at|` and row_hash = SHA-256 over the sealed row. The
-- row's own hash stands beside it, so that the chain can still be proved when rows of old months are gone. Nothing may
-- change or delete a seal.
create table audit_seals (
  chain text not null check (length(chain) between 1 and 36),
  number bigint not null check (number >= 1),
  audit_id uuid not null unique,
  audit_created_at timestamptz(3) not null,
  row_hash bytea not null check (length(row_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (chain, number)
);

-- Rows that wait for their seal: written by the same statement as the row, so that one that commits late is not missed.
create table audit_pending (
  audit_id uuid primary key,
  audit_created_at timestamptz(3) not null,
  queued_at timestamptz(3) not null default statement_timestamp()
);
create index audit_pending_age on audit_pending (queued_at);
