-- pasarela: outside a transaction
-- What people decide about lines of bank statements that wait. Each statement can be repeated.

-- funding_seen, owner_out_seen: the merchant's prefunding arrived, or the owner took money out, of one point. unknown_returned:
-- a debit that brought unclaimed money back to its sender.
alter table ledger_transfers drop constraint if exists ledger_transfers_kind, add constraint ledger_transfers_kind
  check (kind in ('payin', 'payin_fee', 'release', 'reserve',
  'payout', 'payout_fee', 'unreserve', 'return', 'fee_return', 'reversal', 'suspense', 'suspense_accepted',
  'suspense_returned', 'suspense_reversed', 'late_payout', 'late_payout_fee', 'funding', 'correction', 'unknown_in',
  'unknown_used', 'unknown_out', 'unknown_out_used', 'unknown_returned', 'moved_in', 'moved_out', 'bank_cost', 'bank_income',
  'transfer_in', 'transfer_out', 'funding_seen', 'owner_out_seen', 'refund_reserve', 'refund', 'refund_unreserve', 'refund_fee',
  'return_fee', 'refund_release', 'refund_withhold')) not valid;
alter table ledger_transfers drop constraint if exists ledger_transfers_about, add constraint ledger_transfers_about check (case
  when kind in ('funding', 'correction') then transaction_id is null and bank_line_id is null
  when kind in ('unknown_in', 'unknown_out', 'unknown_returned', 'bank_cost', 'bank_income', 'transfer_in', 'transfer_out',
    'funding_seen', 'owner_out_seen') then transaction_id is null and bank_line_id is not null
  when kind in ('unknown_used', 'unknown_out_used') then bank_line_id is not null
  when kind in ('moved_in', 'moved_out') then transaction_id is not null and bank_line_id is not null
  else transaction_id is not null end) not valid;

-- `to_return`: booked as of nobody, to be returned to its sender outside. `explained`, class `returned`: a credit that went
-- back, and the debit that shows it. The evidence of each names the other line.
alter table bank_line_states drop constraint if exists bank_line_states_state_check,
  drop constraint if exists bank_line_states_state, add constraint bank_line_states_state check (state in ('new',
  'in_suspense', 'applied', 'linked', 'explained', 'to_return', 'closed')) not valid;
alter table bank_line_states drop constraint if exists bank_line_states_class_check,
  drop constraint if exists bank_line_states_class, add constraint bank_line_states_class check (class in ('payin', 'payout',
  'payout_return', 'fee', 'tax', 'interest', 'own_transfer', 'funding', 'owner_out', 'returned')) not valid;
-- When a person looked at it last and left it. Who and why stands in the audit log.
alter table bank_line_states add column if not exists left_at timestamptz(3);

alter table ledger_transfers validate constraint ledger_transfers_kind;
alter table ledger_transfers validate constraint ledger_transfers_about;
alter table bank_line_states validate constraint bank_line_states_state;
alter table bank_line_states validate constraint bank_line_states_class;

create index concurrently if not exists bank_lines_by_day on bank_lines (booking_day, id);
create index concurrently if not exists bank_line_states_to_return on bank_line_states (bank_account_id, bank_line_id)
  where state = 'to_return';
