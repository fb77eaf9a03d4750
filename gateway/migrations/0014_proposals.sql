-- What one operator proposes in the dashboard and another one decides.

create table proposals (
  id uuid primary key,
  -- confirm, fail, suspense_accept, suspense_return, fund, correct, overdraft …
  action text not null check (length(action) between 1 and 40),
  point_id uuid references points (id),
  transaction_id uuid references transactions (id),
  -- The action's own fields, as proposed: what is decided is exactly this.
  input jsonb not null check (pg_column_size(input) <= 8192),
  evidence text not null check (length(evidence) between 1 and 1000),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz(3) not null default statement_timestamp(),
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'withdrawn', 'failed')),
  decided_by uuid references users (id),
  decided_at timestamptz(3),
  decision_note text check (length(decision_note) <= 1000),
  check ((state = 'open') = (decided_at is null)),
  check (decided_by is null or decided_by <> proposed_by or state = 'withdrawn')
);
create index proposals_open on proposals (proposed_at, id) where state = 'open';
create index proposals_transaction on proposals (transaction_id) where transaction_id is not null;
grant select, insert, update on proposals to pasarela_engine;
