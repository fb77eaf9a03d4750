-- Charges that a provider is asked for, before their merchant is told the code: no payment yet, and in no list or callback.
create table prepared_charges (
  -- The id that the transaction will have; the provider's key derives from it.
  id uuid primary key,
  point_id uuid not null,
  environment text not null,
  reference text not null check (length(reference) between 1 and 255),
  content_hash bytea not null check (length(content_hash) = 32),
  connector_account_id uuid not null,
  sequence bigint not null,
  expired_at timestamptz(3) not null,
  -- Until when one request may call the provider about it, and which.
  called_until timestamptz(3) not null,
  called_by uuid,
  created_at timestamptz(3) not null default gateway_now(),
  -- From then on its reference is free, and it is cancelled at the provider.
  abandoned_at timestamptz(3),
  tries int not null default 0,
  foreign key (point_id, environment) references points (id, environment),
  foreign key (connector_account_id, environment) references connector_accounts (id, environment)
);
create unique index prepared_charges_reference on prepared_charges (point_id, reference) where abandoned_at is null;
create index prepared_charges_due on prepared_charges (called_until);
grant select, insert, update, delete on prepared_charges to pasarela_engine;
alter table prepared_charges enable row level security;
create policy engine on prepared_charges to pasarela_engine using (true) with check (true);
