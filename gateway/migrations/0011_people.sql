-- People who sign in to the dashboard, their sessions and invitations. Only the engine reads these tables.

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
  check (
    (merchant_id is null and role in ('admin', 'operations', 'support'))
    or (merchant_id is not null and role in ('owner', 'developer', 'operations', 'read_only'))
  ),
  check (totp_confirmed_at is null or totp_box is not null)
);
create unique index users_email on users (email);
create index users_merchant on users (merchant_id);

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
  check (
    (merchant_id is null and role in ('admin', 'operations', 'support'))
    or (merchant_id is not null and role in ('owner', 'developer', 'operations', 'read_only'))
  )
);
create index invitations_merchant on invitations (merchant_id, created_at desc, id);

-- Who made a key by the dashboard: a payout by a key is nobody else's than its maker's, when it comes to approving it.
alter table api_keys add column created_by_user uuid references users (id);

grant select, insert, update on users, recovery_codes, sessions, invitations, stranger_sign_ins to pasarela_engine;
grant delete on recovery_codes, sessions, stranger_sign_ins to pasarela_engine;
