-- pasarela: outside a transaction
-- What was paid by a payment link, without the forms that were left unpaid.
create index concurrently if not exists transactions_paid_by_link on transactions (payment_link_id)
  where payment_link_id is not null and status = 'COMPLETED';
-- What one household left unpaid.
create index concurrently if not exists payment_link_uses_of_household on payment_link_uses (household, created_at)
  where household is not null;
