-- pasarela: outside a transaction
-- A line of a bank moves money once: one transfer of each kind, and where one debit pays many payouts, one for each. A
-- withdrawal of the owner has one for each point whose fees it takes.
create unique index concurrently if not exists ledger_transfers_of_line_once
  on ledger_transfers (bank_line_id, kind, transaction_id, point_id) nulls not distinct where bank_line_id is not null;
drop index concurrently if exists ledger_transfers_of_line;
create index concurrently if not exists bank_line_states_returning on bank_line_states (bank_account_id, bank_line_id)
  where state = 'returning';
create index concurrently if not exists bank_line_states_of_batch on bank_line_states (payment_batch_id)
  where payment_batch_id is not null;
create index concurrently if not exists bank_line_states_of_rule on bank_line_states (line_rule_id)
  where line_rule_id is not null;
-- The balance that an account began with is said once.
create unique index concurrently if not exists ledger_transfers_opening on ledger_transfers (least(debit_account,
  credit_account), greatest(debit_account, credit_account)) where kind = 'opening';
alter table ledger_accounts validate constraint ledger_accounts_kind_2;
alter table ledger_accounts validate constraint ledger_accounts_of_connectors_2;
alter table ledger_transfers validate constraint ledger_transfers_kind_2;
alter table ledger_transfers validate constraint ledger_transfers_about_2;
alter table bank_line_states validate constraint bank_line_states_state;
alter table bank_line_states validate constraint bank_line_states_class;
alter table bank_line_states validate constraint bank_line_states_of_orders;
alter table bank_line_states validate constraint bank_line_states_with_class;
alter table proposals validate constraint proposals_alone;
