-- Proves the rule of 0034 for the rows that were there before.
alter table connector_accounts validate constraint connector_fits_environment;
