-- pasarela: outside a transaction
alter table connector_accounts validate constraint connector_fits_environment;
alter table connector_accounts validate constraint connector_sandbox_is_test;
alter table routes validate constraint routes_amounts_in_order;
