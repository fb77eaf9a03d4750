-- pasarela: outside a transaction
-- A line of a bank moves money once: one transfer of each kind.
create unique index concurrently if not exists ledger_transfers_of_line on ledger_transfers (bank_line_id, kind)
  where bank_line_id is not null;
-- Open deposits by the amount that is still due. References of the own accounts have seven or eight characters; those of the
-- simulated bank are longer, so that its orders cost nothing here.
create index concurrently if not exists transactions_due_deposits on transactions (connector_account_id, (amount_minor - received_minor))
  where pay_type = 'payin' and status in ('PENDING', 'EXPIRED') and length(target_reference) <= 8;
create index concurrently if not exists bank_receipts_of_transaction on bank_receipts (transaction_id);
create index concurrently if not exists bank_receipts_by_time on bank_receipts (created_at);
alter table bank_accounts validate constraint bank_account_scores;
alter table ledger_accounts validate constraint ledger_accounts_kind;
alter table ledger_accounts validate constraint ledger_accounts_of_points;
alter table ledger_accounts validate constraint ledger_accounts_of_connectors;
alter table ledger_transfers validate constraint ledger_transfers_bank_line;
alter table ledger_transfers validate constraint ledger_transfers_kind;
alter table ledger_transfers validate constraint ledger_transfers_about;
