-- Alerts to people, by mail and in the dashboard; the end of personal data, and what it removed.

-- Which alerts a person wants by mail. Null: what is usual for the role.
alter table users add column alert_mails text[] check (cardinality(alert_mails) <= 40);

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

-- From where people signed in, to notice an address that is new. The address stands as a keyed hash. seen_at: real time.
create table known_addresses (
  user_id uuid not null references users (id),
  address_hash bytea not null check (length(address_hash) = 32),
  seen_at timestamptz(3) not null default statement_timestamp(),
  primary key (user_id, address_hash)
);
create index known_addresses_age on known_addresses (seen_at);

-- Mails to send: an outbox, claimed under a lease like all work. alert: what alert_id tells; invitation: the link of
-- invitation_id, sealed until it is sent or given up; test: a person's own try. Times are the server's.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('alert', 'invitation', 'test')),
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

-- What alerts look for, where no index finds it yet.
create index users_locked on users (locked_until) where locked_until is not null;
create index api_keys_expiry on api_keys (expires_at) where expires_at is not null and revoked_at is null;
create index attempts_unknown on attempts (sent_at) where outcome = 'unknown' and state <> 'closed';
create index callback_alerts_time on callback_alerts (created_at);

-- The end of personal data. personal_removed_at: when the names, documents and texts of a transaction were removed.
alter table transactions add column personal_removed_at timestamptz(3);

-- How far the removal has come: everything that changed last before (updated_at, id) was looked at. One row.
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


-- An address goes long before the rows that it stands in, and their seals must go on proving them: a seal is over a digest
-- of the address. The salt goes with the address, so that nobody finds it by trying all there are.
alter table audit_log
  add column origin_salt bytea check (length(origin_salt) = 16),
  add column origin_digest bytea check (length(origin_digest) = 32);
create function digest_audit_origin() returns trigger language plpgsql as $$
begin
  if new.origin is not null then
    new.origin_salt := uuid_send(gen_random_uuid());
    new.origin_digest := sha256(new.origin_salt || convert_to(new.origin, 'UTF8'));
  end if;
  return new;
end $$;
create trigger digest_audit_origin before insert on audit_log for each row execute function digest_audit_origin();
create or replace function audit_row_hash(a audit_log) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(a.id, a.actor, a.action, a.point_id, a.object_id, a.detail,
    to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), a.merchant_id, a.user_id,
    encode(case when a.origin is null then a.origin_digest
      else sha256(coalesce(a.origin_salt, '') || convert_to(a.origin, 'UTF8')) end, 'hex'),
    a.result)::text, 'UTF8'))
$$;
create index audit_log_origin on audit_log (created_at) where origin is not null;
-- Old raw news are emptied before their month goes. Rows are written in the order of time.
create index provider_notifications_age on provider_notifications using brin (received_at) with (pages_per_range = 16);

grant select, insert, update, delete on alerts, mails, known_addresses to pasarela_engine;
grant select on retention_runs, retention_waiting, retention_progress to pasarela_engine;
grant usage on all sequences in schema public to pasarela_engine;
grant select on alerts to pasarela_reader;
alter table alerts enable row level security;
create policy engine on alerts to pasarela_engine using (true) with check (true);
create policy reader on alerts for select to pasarela_reader using (merchant_id = reading_merchant());
