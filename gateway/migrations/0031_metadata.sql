-- What a merchant notes on a transaction in words of its own: up to 20 texts by key. A search finds a transaction by key and
-- value through a table with an index of its own, so that transactions without metadata pay for none.
alter table transactions add column metadata jsonb;

create table transaction_metadata (
  transaction_id uuid not null references transactions (id),
  point_id uuid not null,
  key text not null,
  value text not null,
  created_at timestamptz not null,
  primary key (transaction_id, key)
);
create index transaction_metadata_by_value on transaction_metadata (point_id, key, value, created_at desc, transaction_id desc);
grant select, insert on transaction_metadata to pasarela_engine;
grant select on transaction_metadata to pasarela_reader;
alter table transaction_metadata enable row level security;
create policy engine on transaction_metadata to pasarela_engine using (true) with check (true);
create policy reader on transaction_metadata for select to pasarela_reader
  using (point_id in (select id from points where merchant_id = reading_merchant()));

-- Whether callbacks carry the metadata.
alter table callback_endpoints add column send_metadata boolean not null default false;
