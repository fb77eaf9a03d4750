-- pasarela: outside a transaction
-- What the migration before left unvalidated, so that it held no table for long.
alter table ledger_accounts validate constraint ledger_accounts_kind;
alter table ledger_accounts validate constraint ledger_accounts_of_connectors;
alter table ledger_transfers validate constraint ledger_transfers_kind;
alter table ledger_transfers validate constraint ledger_transfers_about;
