-- pasarela: outside a transaction
-- The seven-digit references of an account by the point that holds them, and when they were drawn. Digits sort before letters.
create index concurrently if not exists transactions_held_references on transactions (connector_account_id, point_id, created_at)
  where target_reference < 'A';
