-- pasarela: outside a transaction
create index concurrently if not exists bank_line_states_marked on bank_line_states (bank_account_id, bank_line_id)
  where state = 'in_suspense' and (judge_again or numbers = '{}');
create index concurrently if not exists bank_line_states_named on bank_line_states (bank_account_id, bank_line_id)
  where state = 'in_suspense' and names_order;
create index concurrently if not exists bank_line_states_numbers on bank_line_states using gin (numbers)
  where state = 'in_suspense';
-- Open deposits by the amount that is still due, the newest first, and by the halves of their reference: one mistake leaves
-- one half whole.
create index concurrently if not exists transactions_newest_due_deposits on transactions
  (connector_account_id, (amount_minor - received_minor), created_at desc)
  where pay_type = 'payin' and status in ('PENDING', 'EXPIRED') and length(target_reference) <= 8;
create index concurrently if not exists transactions_reference_heads on transactions (connector_account_id, (left(target_reference, 4)))
  where pay_type = 'payin' and status in ('PENDING', 'EXPIRED') and length(target_reference) <= 8;
create index concurrently if not exists transactions_reference_tails on transactions (connector_account_id, (right(target_reference, 4)))
  where pay_type = 'payin' and status in ('PENDING', 'EXPIRED') and length(target_reference) <= 8;
drop index concurrently if exists transactions_due_deposits;
-- Numbers of transfers that were typed lately for pay-ins that are not paid.
create index concurrently if not exists transactions_typed_references on transactions (updated_at)
  include (point_id, payer_reference_changes)
  where payer_reference is not null and status in ('PENDING', 'EXPIRED');
