-- pasarela: outside a transaction
-- What the migration before left unvalidated, so that it held no table for long.
alter table ledger_transfers validate constraint ledger_transfers_kind;
alter table ledger_transfers validate constraint ledger_transfers_about;
-- Each withdrawal outside is booked once.
create unique index concurrently if not exists ledger_withdrawal_once on ledger_transfers (point_id, note)
  where kind = 'withdrawal';
