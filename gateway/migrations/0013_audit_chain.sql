-- The audit log for people: whose it is, by whom, from where, with what result; and its seals.

alter table audit_log
  -- Null: an operator's own affair.
  add column merchant_id uuid,
  add column user_id uuid,
  add column origin text check (length(origin) <= 64),
  add column result text not null default 'done' check (result in ('done', 'refused'));
create index audit_log_merchant on audit_log (merchant_id, created_at desc, id desc);
create index audit_log_point on audit_log (point_id, created_at desc, id desc);
create index audit_log_time on audit_log (created_at desc, id desc);

-- A hash chain over the audit log, one per merchant and one for the operators. hash = SHA-256 over the hash before and
-- the sealed row; nothing may change or delete a seal.
create table audit_seals (
  chain text not null check (length(chain) between 1 and 36),
  number bigint not null check (number >= 1),
  audit_id uuid not null unique,
  audit_created_at timestamptz(3) not null,
  hash bytea not null check (length(hash) = 32),
  primary key (chain, number)
);
grant select, insert on audit_seals to pasarela_engine;
