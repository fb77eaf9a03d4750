-- pasarela: outside a transaction
-- Completed payments whose booked amount is another than the asked one, few among many: overviews add up asked amounts by
-- an index alone and correct the sum by these.
create index concurrently if not exists transactions_booked_otherwise on transactions (point_id, created_at)
  where status = 'COMPLETED' and (credited_minor <> amount_minor or reversed_minor > 0);
