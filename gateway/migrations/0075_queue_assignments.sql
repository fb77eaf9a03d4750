-- Who works on an item of the operators' queue, so that no two people do the same. A row goes when its item waits no more.
create table queue_assignments (
  kind text not null check (kind in ('review', 'pay', 'proposal', 'callbacks', 'deposit', 'withdrawal')),
  -- A transaction, a proposal, a point, a deposit account or an account for withdrawals, by the kind.
  item_id uuid not null,
  user_id uuid not null references users (id),
  note text check (length(note) between 1 and 500),
  taken_at timestamptz(3) not null default gateway_now(),
  primary key (kind, item_id)
);
grant select, insert, update, delete on queue_assignments to pasarela_engine;
