-- What one operator proposes in the dashboard and another one decides.

create table proposals (
  id uuid primary key,
  -- confirm, fail, suspense_accept, suspense_return, fund, correction, overdraft, terms …
  action text not null check (length(action) between 1 and 40),
  environment text not null check (environment in ('test', 'live')),
  point_id uuid,
  transaction_id uuid references transactions (id),
  -- The action's own fields, as proposed: what is decided is exactly this.
  input jsonb not null check (pg_column_size(input) <= 8192),
  evidence text not null check (length(evidence) between 1 and 1000),
  -- A setting of a test point, where nobody's money is: whoever proposes it carries it out at once.
  alone boolean not null default false,
  proposed_by uuid not null references users (id),
  proposed_at timestamptz(3) not null default statement_timestamp(),
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'withdrawn')),
  -- done is written in the commit of what was proposed: it is carried out once, or it is still open.
  decided_by uuid references users (id),
  decided_at timestamptz(3),
  decision_note text check (length(decision_note) <= 1000),
  -- Why it could not be carried out when somebody last tried; it is open still.
  last_failure text check (length(last_failure) <= 500),
  foreign key (point_id, environment) references points (id, environment),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (decided_by is null)),
  check (decided_by is null or decided_by <> proposed_by or state = 'withdrawn' or alone),
  check (not alone or environment = 'test')
);
create index proposals_open on proposals (id) where state = 'open';
-- One question about a transaction at a time.
create unique index proposals_open_transaction on proposals (transaction_id)
  where state = 'open' and transaction_id is not null;
create index proposals_transaction on proposals (transaction_id, id) where transaction_id is not null;
create index proposals_point on proposals (point_id, id) where point_id is not null;
grant select, insert, update on proposals to pasarela_engine;

-- Money that waits for a decision, and what operators moved by hand: both are few.
create index transactions_suspense on transactions (id) where suspense_minor > 0;
create index ledger_transfers_by_hand on ledger_transfers (point_id, id) where transaction_id is null;
