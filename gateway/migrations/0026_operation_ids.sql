-- What people and commands do once. A COMMIT whose answer is lost has an unknown outcome: whoever asks again names the same
-- operation, and what was done already is not done a second time.

-- One row per operation, written in the commit of what it did, under the id that the caller made for it. `content`: the
-- SHA-256 of what was asked for; the same id with another content is refused. Rows stay: they are few, made by hand.
create table operation_ids (
  id uuid primary key,
  action text not null check (length(action) between 1 and 100),
  content bytea not null check (octet_length(content) = 32),
  object_id text check (length(object_id) <= 100),
  created_at timestamptz(3) not null default gateway_now()
);

grant select, insert on operation_ids to pasarela_engine;
alter table operation_ids enable row level security;
create policy engine on operation_ids to pasarela_engine using (true) with check (true);
