-- The processes of this deployment that are alive: each writes its row once a second and counts the others, because limits
-- of a point are divided by them. Nothing is lost with it, so it needs no log; a crash of the server empties it.
create unlogged table gateway_nodes (
  name text primary key check (length(name) between 1 and 200),
  role text not null check (role in ('all', 'api', 'worker')),
  seen_at timestamptz(3) not null
);
grant select, insert, update, delete on gateway_nodes to pasarela_engine;
