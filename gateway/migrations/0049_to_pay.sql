-- pasarela: outside a transaction
-- Payouts and refunds that a person makes at the bank, those that wait the longest first.
create index concurrently if not exists transactions_to_pay on transactions (updated_at, id)
  where status = 'PENDING' and reason = 'waits_for_operator';
