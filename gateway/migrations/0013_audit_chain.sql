-- The audit log for people: whose it is, by whom, from where, with what result; and its seals.

alter table audit_log
  -- Null: an operator's own affair.
  add column merchant_id uuid,
  add column user_id uuid,
  add column origin text check (length(origin) <= 64),
  add column result text not null default 'done' check (result in ('done', 'refused'));
update audit_log a set merchant_id = p.merchant_id from points p where p.id = a.point_id;
create index audit_log_merchant on audit_log (merchant_id, created_at desc, id desc);
create index audit_log_point on audit_log (point_id, created_at desc, id desc);
create index audit_log_time on audit_log (created_at desc, id desc);

-- A merchant's owner reads their own log.
alter table audit_log enable row level security;
create policy engine on audit_log to pasarela_engine using (true) with check (true);
create policy reader on audit_log for select to pasarela_reader using (merchant_id = reading_merchant());
grant select on audit_log to pasarela_reader;

-- What a seal says of a row: every column, as JSON text without an ambiguity.
create function audit_row_hash(a audit_log) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(a.id, a.actor, a.action, a.point_id, a.object_id, a.detail,
    to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), a.merchant_id, a.user_id, a.origin,
    a.result)::text, 'UTF8'))
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
insert into audit_pending (audit_id, audit_created_at) select id, created_at from audit_log;

grant select, insert on audit_seals to pasarela_engine;
grant select, insert, delete on audit_pending to pasarela_engine;
