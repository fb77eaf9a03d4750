-- pasarela: outside a transaction
-- What the operator looks at of one point, for the merchant's overview: rows of other points must not be read to find them.
create index concurrently if not exists transactions_needs_operator_point
  on transactions (point_id, created_at, id) where needs_operator is not null;
