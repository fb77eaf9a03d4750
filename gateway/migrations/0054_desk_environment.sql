-- pasarela: outside a transaction
-- The operator's desk reads one environment at a time: rows of the other one must not be read to find a page.
create index concurrently if not exists transactions_needs_operator_environment
  on transactions (environment, created_at, id) where needs_operator is not null;
create index concurrently if not exists proposals_open_environment on proposals (environment, id) where state = 'open';
create index concurrently if not exists transactions_suspense_environment on transactions (environment, id) where suspense_minor > 0;
