-- pasarela: outside a transaction
-- The pay-ins of one payment link, newest first.
create index concurrently if not exists transactions_of_links on transactions (payment_link_id, created_at desc, id desc)
  where payment_link_id is not null;
