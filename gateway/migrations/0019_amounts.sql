-- pasarela: outside a transaction
-- A list by amounts tells by its index what else was asked for: the row behind each entry is looked at only where it may
-- be shown. Without that, a range of amounts that other payments have was looked up row by row, millions of them.
create index concurrently if not exists transactions_amounts on transactions
  (point_id, created_week, amount_minor, created_at desc, id desc) include (currency, pay_type, service_code, status);
drop index concurrently if exists transactions_amount;
