-- pasarela: outside a transaction
-- What the clock may end, by when it looks: pay-ins that are held are not walked over again and again.
create index concurrently if not exists transactions_due_to_expire on transactions ((coalesce(expiry_held_until, expired_at)))
  where status = 'PENDING' and pay_type = 'payin' and suspense_minor < amount_minor;
drop index concurrently if exists transactions_overdue;
