-- pasarela: outside a transaction
alter table connector_accounts validate constraint connector_fits_environment;
-- The rank of a route that ended is free again.
create unique index concurrently if not exists routes_in_use on routes
  (environment, coalesce(point_id, '00000000-0000-0000-0000-000000000000'::uuid), service_code, pay_type, priority)
  where ended_at is null;
drop index concurrently if exists routes_once;
