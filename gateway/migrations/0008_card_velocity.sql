-- Card testing: how often a point's cards of one bank, one card, one address or one e-mail were tried lately.

-- What an operator set for a point; without a row the defaults of the environment hold. Null = no limit.
create table card_limits (
  point_id uuid not null references points (id),
  kind text not null check (kind in ('bin', 'fingerprint', 'address', 'email')),
  attempts_hour int check (attempts_hour between 0 and 1000000),
  declines_hour int check (declines_hour between 0 and 1000000),
  attempts_day int check (attempts_day between 0 and 1000000),
  declines_day int check (declines_day between 0 and 1000000),
  primary key (point_id, kind)
);

-- One row per card pay-in and key. key_hash is keyed with a key of its own: no address, e-mail or number stands here.
-- The same reference sent twice at once with different cards is a row for each of their keys. `state`: in_flight until the
-- provider has answered; settled = it did not decline (so far); declined. Rows older than a day count for nothing and are
-- deleted.
create table card_uses (
  point_id uuid not null references points (id),
  kind text not null check (kind in ('bin', 'fingerprint', 'address', 'email')),
  key_hash bytea not null check (length(key_hash) = 32),
  reference text not null check (length(reference) between 1 and 255),
  state text not null default 'in_flight' check (state in ('in_flight', 'settled', 'declined')),
  created_at timestamptz(3) not null default gateway_now(),
  primary key (point_id, reference, kind, key_hash)
);
-- Counting stops at the limit: each index holds what one count looks at, newest first or last, and nothing between.
create index card_uses_recent on card_uses (point_id, kind, key_hash, created_at);
create index card_uses_declines on card_uses (point_id, kind, key_hash, state, created_at) where state <> 'settled';
create index card_uses_age on card_uses (created_at);

grant select, insert, update, delete on card_limits to pasarela_engine;
grant select, insert, update, delete on card_uses to pasarela_engine;
grant select on card_limits to pasarela_reader;
alter table card_limits enable row level security;
alter table card_uses enable row level security;
create policy engine on card_limits to pasarela_engine using (true) with check (true);
create policy engine on card_uses to pasarela_engine using (true) with check (true);
create policy reader on card_limits for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));
