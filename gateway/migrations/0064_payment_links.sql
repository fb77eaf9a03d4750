-- Payment links: an address that a merchant gives to payers, each of whom makes a pay-in of their own.
create table payment_links (
  id uuid primary key,
  point_id uuid not null references points (id),
  -- 128 random bits: who has the address may pay.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  reference text not null check (length(reference) between 1 and 200),
  title text not null check (length(title) between 1 and 80),
  currency text not null,
  -- Equal: the payer chooses no amount.
  amount_min_minor bigint not null check (amount_min_minor > 0),
  amount_max_minor bigint not null check (amount_max_minor >= amount_min_minor),
  -- Null: those of the currency.
  service_codes text[] check (cardinality(service_codes) between 1 and 50),
  uses_max int check (uses_max > 0),
  expired_at timestamptz(3),
  metadata jsonb,
  -- The caller who made it, who is the maker of its pay-ins as well.
  created_by_key text not null check (length(created_by_key) <= 100),
  paused_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (point_id, reference)
);
create index payment_links_newest_first on payment_links (point_id, created_at desc, id desc);
grant select, insert, update on payment_links to pasarela_engine;
grant select on payment_links to pasarela_reader;
alter table payment_links enable row level security;
create policy engine on payment_links to pasarela_engine using (true) with check (true);
create policy reader on payment_links for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));

-- Each form that a payer sent, and the pay-in that it made.
create table payment_link_uses (
  -- No foreign key: transactions are never deleted.
  transaction_id uuid primary key,
  payment_link_id uuid not null references payment_links (id),
  point_id uuid not null,
  -- Of the form, which makes one pay-in however often it is sent.
  nonce text not null check (length(nonce) = 22),
  -- Until then a pay-in that nobody paid counts as a use.
  held_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  unique (payment_link_id, nonce)
);
create index payment_link_uses_held on payment_link_uses (point_id, held_until);
grant select, insert on payment_link_uses to pasarela_engine;
grant select on payment_link_uses to pasarela_reader;
alter table payment_link_uses enable row level security;
create policy engine on payment_link_uses to pasarela_engine using (true) with check (true);
create policy reader on payment_link_uses for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));

-- Null: made through the API.
alter table transactions add column payment_link_id uuid;
